import { createClient, verifyWebhook } from "reward-redemption/backend";

/** The server's settings: `process.env`, or what your platform has in its place. */
interface Env {
  REWARDS_URL?: string | undefined;
  SITE_KEY?: string | undefined;
  WEBHOOK_SECRET?: string | undefined;
  [name: string]: string | undefined;
}

/** For the page's `getSession`. Who is signed in, and which order is theirs, your own login and records say, never the page. */
export async function openSession(request: Request, env: Env): Promise<Response> {
  const rewards = createClient({ server: env.REWARDS_URL ?? "", key: env.SITE_KEY ?? "" });
  const order_id = new URL(request.url).searchParams.get("order") ?? "purchase-1042";
  const user = { email: "member@example.com" };
  const { data } = await rewards.openSession({ order_id, promotion_id: "4001", user });
  return Response.json({ session_token: data.session_token }, { headers: { "cache-control": "no-store" } });
}

/** The site's webhook. */
export async function receive(request: Request, env: Env): Promise<Response> {
  const event = await verifyWebhook(request, env.WEBHOOK_SECRET ?? "").catch(() => undefined);
  if (!event) return new Response(null, { status: 400 });
  // Book `event.data` here: what is not above the order's last `sequence` changes nothing.
  return new Response(null, { status: 204 });
}
