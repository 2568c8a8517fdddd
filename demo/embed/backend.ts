/**
 * The route of your own backend that every page here calls, `POST /reward-session`. Only your backend knows the site's key, who is
 * signed in, and which order is theirs: nothing of the order comes from the page, and no answer is cached.
 */
interface Order {
  readonly order_id: string;
  readonly promotion_id: string;
  readonly user: { readonly email: string };
}

export async function rewardSession(order: Order): Promise<Response> {
  const { REWARDS_SERVER = "https://rewards.example", SITE_KEY = "" } = process.env;
  const answer = await fetch(`${REWARDS_SERVER}/v1/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${SITE_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  if (!answer.ok) return new Response(null, { status: 502 });
  const { data } = (await answer.json()) as { data: { session_token: string } };
  const headers = { "cache-control": "no-store" };
  return Response.json({ session_token: data.session_token }, { headers });
}
