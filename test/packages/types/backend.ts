/** A site's server: what its calls take and answer, and what does not compile. */
import {
  type AuthorizeAnswer,
  createClient,
  eachOf,
  RewardProblem,
  type SessionRequest,
  VerificationError,
  verifyAuthorize,
  verifyWebhook,
} from "reward-redemption/backend";

const client = createClient({ server: "https://rewards.example", key: "key", fetch, timeoutMs: 5_000 });
const user = { email: "user@example.com" };
const order: SessionRequest = {
  order_id: "1042",
  promotion_id: "4001",
  user,
  max_amount: "50",
  groups: null,
};

export async function right(request: Request, signal: AbortSignal): Promise<unknown> {
  const { data: session } = await client.openSession(order, { signal });
  const token: string = session.session_token;
  await client.openSession({ grant_id: "g1", promotion_id: "4001", user, amount: "100", currency: "USD" });
  await client.openSession({ rewards_of: "member-81" });
  await client.endSessions({ order_id: "1042" });
  const { paging } = await client.listPromotions({ page: 2 });
  for await (const event of eachOf(client.listEvents, { after: "evt_1" })) event.data.sequence.toFixed();
  for await (const each of eachOf(client.listRedemptions)) each.reward.sku?.length;
  const event = await verifyWebhook(request, ["whsec_new", "whsec_old"]);
  if (event.type === "order.refunded") event.type satisfies "order.refunded";
  await verifyWebhook({ headers: { "webhook-id": "1", via: ["a", "b"] }, body: new Uint8Array() }, "whsec_");
  const { data } = await verifyAuthorize({ headers: request.headers, body: await request.text() }, "whsec_");
  const answer: AuthorizeAnswer =
    data.attempt > 1 ? { decision: "allow" } : { decision: "deny", reason: "No." };
  return [token, paging.total, answer];
}

export function told(error: unknown): string | undefined {
  if (error instanceof RewardProblem)
    return error.code === "order_conflict" || error.code === "timed_out"
      ? error.errors[0]?.path
      : error.requestId;
  return error instanceof VerificationError && error.code === "signature_wrong" ? "400" : undefined;
}

export const wrong = [
  // @ts-expect-error no such member
  () => client.openSession({ order_id: "1042", promotion_id: "4001", user, max_ammount: "50" }),
  // @ts-expect-error no such member of a member
  () => client.openSession({ order_id: "1", promotion_id: "1", user: { email: "a@b.example", mail: "" } }),
  // @ts-expect-error of a grant alone
  () => client.openSession({ order_id: "1042", promotion_id: "4001", user, rewards_max: 5 }),
  // @ts-expect-error an order and a grant
  () => client.openSession({ order_id: "1042", grant_id: "g1", promotion_id: "4001", user }),
  // @ts-expect-error an amount is text
  () => client.openSession({ order_id: "1042", promotion_id: "4001", user, max_amount: 50 }),
  // @ts-expect-error what the order keeps cannot be changed
  () => client.reopenOrder({ order_id: "1042", max_amount: "50" }),
  // @ts-expect-error no such member of a question
  () => client.listEvents({ type: "order.redeemed" }),
  // @ts-expect-error a file is no answer of this client
  () => client.listRedemptions({ format: "csv" }),
  // @ts-expect-error the order is missing
  () => client.readSiteOrder(),
  // @ts-expect-error no route of a site
  () => client.readCodes,
  // @ts-expect-error no such option
  () => createClient({ server: "https://rewards.example", key: "key", timeout: 5 }),
  // @ts-expect-error an order is answered without codes
  async () => (await client.readSiteOrder({ order_id: "1042" })).data.codes,
  // @ts-expect-error no such code
  (problem: RewardProblem) => problem.code === "order_confict",
  // @ts-expect-error no such type of event
  async (request: Request) => (await verifyWebhook(request, "whsec_")).type === "order.redeem",
];
