import { type AuthorizeAnswer, verifyAuthorize } from "reward-redemption/backend";
import { reserve } from "./books";

const { AUTHORIZE_SECRET = "" } = process.env;

/** Asked before a confirmation is stored, perhaps twice for the same one. */
export async function POST(request: Request): Promise<Response> {
  // Nothing but what the token server signed, lately.
  const asked = await verifyAuthorize(request, AUTHORIZE_SECRET).catch(() => undefined);
  if (!asked) return new Response(null, { status: 400 });
  const answer: AuthorizeAnswer = (await reserve(asked.data))
    ? { decision: "allow" }
    : { decision: "deny", reason: "You do not have enough points." };
  return Response.json(answer);
}
