/**
 * Where codes and links may travel: codes in the answers of redeem and codes, the upstream link in that of activate, and
 * nowhere else. Every route is asked in every state of every delivery, and all bytes of all answers are searched.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROUTES } from "../../server/routes/descriptions.ts";
import { type Answer, createWorld, ORIGIN, SITE_KEY, type World } from "../support/world.ts";

/** Its codes carry a document, so that there is a link among them as well. */
const SKU = "PLUMVALE-CODE-PIN-C128-30";
const EMAIL = "mia.winter@example.com";

let world: World;
beforeEach(async () => {
  world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });
});
afterEach(() => world.close());

/** Our own request ids are random, and now and then hold the four digits of a PIN by chance. */
const withoutIds = (bytes: string): string =>
  bytes.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "");
const bytesOf = ({ text, headers }: Answer): string => withoutIds(text + JSON.stringify([...headers]));

type Delivery = "redeem" | "activate" | "notify";
const PROMOTION = { redeem: "4001", activate: "4001", notify: "4008" };
/** From the first choice to the end. */
const HISTORIES: Record<Delivery, readonly string[]> = {
  redeem: ["book", "redeem", "refund"],
  activate: ["book", "activate", "opened", "refund"],
  notify: ["notify", "opened", "refund"],
};

/** Asks every route of the contract about the order, as the one who may. */
async function askAll(order_id: string, delivery: Delivery, token: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const session = { order_id, delivery, promotion_id: PROMOTION[delivery], user: { email: EMAIL } };
  const bodies: Record<string, unknown> = {
    "/v1/sessions": session,
    "/v1/order/book": { sku: SKU },
    "/v1/order/notify": { sku: SKU },
    "/v1/order/redeem": { attempt: 1, sku: SKU },
    "/v1/order/activate": { attempt: 1, sku: SKU },
  };
  for (const { path, method, security } of ROUTES) {
    // What would end the order is a step of the history.
    if (/(cancel|refund)$/.test(path)) continue;
    const body = bodies[path];
    const browser = security === "sessionToken";
    answers.set(
      path,
      await world.request(path.replace("{order_id}", order_id).replace("{sku}", SKU), {
        method: method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${browser ? token : SITE_KEY}`,
          ...(browser && { Origin: ORIGIN }),
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  }
  return answers;
}

/** Takes the step itself, so that it happens before everything is asked. */
async function take(step: string, order_id: string, post: (path: string, body: unknown) => Promise<Answer>) {
  const confirmation = { attempt: 1, sku: SKU };
  if (step === "opened") {
    const row = await world.ledger.readOrder({ site: "shop", order_id });
    world.control.openLink(row?.attempts[0]?.redemption_id ?? "");
    await world.pass(6_000);
    return [];
  }
  const headers = { Authorization: `Bearer ${SITE_KEY}` };
  if (step === "refund")
    return [["refund", await world.request(`/v1/orders/${order_id}/refund`, { method: "POST", headers })]];
  const body = step === "book" || step === "notify" ? { sku: SKU } : confirmation;
  return [[`/v1/order/${step}`, await post(`/v1/order/${step}`, body)]];
}

describe.each(Object.entries(HISTORIES) as [Delivery, string[]][])("delivery %s", (delivery, steps) => {
  it("shows codes in redeem and codes only, the link in activate only, and the e-mail nowhere", async () => {
    const order_id = `s-${delivery}`;
    const session = { order_id, delivery, promotion_id: PROMOTION[delivery], user: { email: EMAIL } };
    const browser = await world.browser(session);
    const seen: [path: string, bytes: string][] = [];
    for (const step of steps) {
      for (const [path, answer] of await take(step, order_id, browser.post))
        seen.push([String(path), bytesOf(answer as Answer)]);
      // After the booking, asking for the next step would take it.
      if (step !== "book")
        for (const [path, answer] of await askAll(order_id, delivery, browser.token))
          seen.push([path, bytesOf(answer)]);
    }
    const [made] = world.control.codes();
    const codes = made?.codes.map(({ value }) => value) ?? [];
    expect(codes.length).toBeGreaterThan(1);
    const carrying = (secrets: readonly string[]): string[] => [
      ...new Set(
        seen.filter(([, bytes]) => secrets.some((each) => bytes.includes(each))).map(([path]) => path),
      ),
    ];
    expect(carrying(codes).toSorted()).toEqual(
      delivery === "redeem" ? ["/v1/order/codes", "/v1/order/redeem"] : ["/v1/order/codes"],
    );
    expect(carrying(["/flow/", "key="])).toEqual(delivery === "activate" ? ["/v1/order/activate"] : []);
    expect(carrying([EMAIL, "mia.winter"])).toEqual([]);
    expect(new Set(seen.map(([path]) => path)).size).toBeGreaterThan(ROUTES.length - 3);
    for (const secret of [...codes, "/flow/", EMAIL])
      expect(withoutIds(world.logs.join("\n"))).not.toContain(secret);
  });
});
