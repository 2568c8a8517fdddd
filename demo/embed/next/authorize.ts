import { createHmac, timingSafeEqual } from "node:crypto";
import { reserve } from "./books";

const { AUTHORIZE_SECRET = "" } = process.env;
const KEYS = [...AUTHORIZE_SECRET.matchAll(/whsec_(\S+)/g)].map(([, key = ""]) => Buffer.from(key, "base64"));
const TOLERANCE_SECONDS = 300;

/** Whether the token server signed this body, lately. */
function isGenuine(headers: Headers, body: Buffer): boolean {
  const time = headers.get("webhook-timestamp") ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS)) return false;
  const given = (headers.get("webhook-signature") ?? "").split(" ").map((each) => Buffer.from(each));
  return KEYS.some((key) => {
    const hmac = createHmac("sha256", key)
      .update(`${headers.get("webhook-id")}.${time}.`)
      .update(body);
    const expected = Buffer.from(`v1,${hmac.digest("base64")}`);
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

/** Asked before a confirmation is stored, perhaps twice for the same one. */
export async function POST(request: Request): Promise<Response> {
  // The bytes as they came: a body that was parsed and written again has another signature.
  const body = Buffer.from(await request.arrayBuffer());
  if (!isGenuine(request.headers, body)) return new Response(null, { status: 400 });
  const { data } = JSON.parse(body.toString());
  const isReserved = await reserve(data);
  return Response.json(
    isReserved ? { decision: "allow" } : { decision: "deny", reason: "You do not have enough points." },
  );
}
