/** An order as an operator finds and reads it: everything that happened to it, and nothing that opens anything. */
import { describe, expect, it } from "vitest";
import type { FoundOrder } from "../../../server/operators/find-orders.ts";
import { type OperatorOrder, operatorOrderOf } from "../../../server/operators/operator-order.ts";
import { deedOf } from "../../../server/rows/audit.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, SITE_KEY } from "../../support/world.ts";
import { attempt, NOW, orderOf, rowOf } from "../redemption/rows.ts";
import { asOperator, OPERATOR_KEY, operatorIn } from "./operator.ts";

useWorld({ OPERATOR_KEY });
const operator = operatorIn(() => world);

const EMAIL = "mara.winter@example.com";
const get = (path: string) => world.request(`/v1/sites/${path}`, { headers: asOperator });
const read = async (orderId: string): Promise<OperatorOrder> =>
  (await get(`shop/orders/${orderId}`)).data as unknown as OperatorOrder;
const find = async (query: string): Promise<string[]> =>
  ((await get(`shop/orders?${query}`)).data as unknown as FoundOrder[]).map(({ order_id }) => order_id);

async function redeemed(order_id: string, members = {}): Promise<string> {
  const browser = await world.browser({ order_id, user: { email: EMAIL, id: "m-1" }, ...members });
  await browser.post("/v1/order/book", { sku: SKU });
  const { text } = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  return text;
}
const refund = (order: string, body: object) =>
  world.request(`/v1/orders/${order}/refund`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

describe("an order", () => {
  it("tells its course: what was wanted and by whom, what was answered, what its site was told", async () => {
    await redeemed("o", { actor: "Ole Harms", audience: "staff" });
    await world.clock.advance(60_000);
    await refund("o", { reason: "The wrong card", actor: "Care desk" });
    const { course, state, attempts } = await read("o");
    expect(state).toBe("refunded");
    expect(attempts).toMatchObject([{ attempt: 1, sku: SKU, upstream_order_id: "shop.o.1", phase: "made" }]);
    const brief = course.map(({ kind, what, who, actor, reason }) =>
      [kind, what, who, actor, reason].filter(Boolean).join(" "),
    );
    for (const entry of [
      "wanted open shop",
      "wanted choose user",
      "answered redeemed",
      "told order.redeemed",
      "wanted confirm shop Ole Harms",
      "wanted refund shop Care desk The wrong card",
      "answered refunded",
      "told order.refunded",
    ])
      expect(brief).toContain(entry);
    expect(course.map(({ time }) => time)).toEqual(course.map(({ time }) => time).toSorted());
  });

  it("tells every call to the service, as what it was, and every answer", async () => {
    await operator.stopped("declined");
    const brief = async (orderId: string) =>
      (await read(orderId)).course
        .filter(({ kind }) => kind === "sent" || kind === "answered")
        .map(({ kind, what, attempt }) => `${attempt} ${kind} ${what}`);
    expect(await brief("declined")).toEqual([
      "1 sent book",
      "1 answered booked",
      "1 sent redeem",
      "1 answered denied",
    ]);
    await redeemed("o");
    await world.clock.advance(60_000);
    await refund("o", {});
    expect(await brief("o")).toEqual([
      "1 sent book",
      "1 answered booked",
      "1 sent redeem",
      "1 answered redeemed",
      "1 sent refund",
      "1 answered refunded",
    ]);
  });

  it("tells a call without an answer as sent again, and one that is refused", async () => {
    const browser = await world.browser({ order_id: "o" });
    world.control.fault({ operation: "book", kind: "invalid_request" });
    await browser.post("/v1/order/book", { sku: SKU });
    const dealings = async () =>
      (await read("o")).course
        .filter(({ kind }) => kind === "sent" || kind === "answered")
        .map(({ what, attempt }) => `${attempt} ${what}`);
    expect(await dealings()).toEqual(["1 book", "1 refused"]);
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "timeout_before" });
    await browser.post("/v1/order/redeem", { attempt: 2, sku: SKU });
    await world.pass(10 * 60_000);
    // The refused attempt has left the row.
    expect(await dealings()).toEqual(["2 book", "2 booked", "2 redeem", "2 redeem", "2 redeemed"]);
  });

  it("tells a deed before the call that it caused, though it is stored after that was decided", () => {
    const DECIDED = NOW + 10;
    const order = orderOf([attempt("made", { state: "refunded" })]);
    const dealings = [{ at: DECIDED, n: 1, kind: "sent", what: "refund" }] as const;
    const deed = deedOf({ who: "shop", role: "site", actor: null, why: null, request_id: null }, "refund", {
      site: "shop",
      order_id: "o",
    });
    const { course } = operatorOrderOf(
      rowOf({ ...order, dealings }),
      [],
      [{ ...deed, id: "aud_1", time: DECIDED + 4 }],
    );
    const last = course.slice(-2).map(({ kind, what }) => `${kind} ${what}`);
    expect(last).toEqual(["wanted refund", "sent refund"]);
  });

  it("says why it needs a person, and what a release comes to", async () => {
    await operator.stopped("o", "blocked");
    expect((await read("o")).attention).toMatchObject({ reason: "blocked", release: { possible: true } });
  });

  it("has no code, no link and no address", async () => {
    const shown = await redeemed("o");
    const { items } = JSON.parse(shown).data.codes;
    const { text } = await get("shop/orders/o");
    for (const secret of [EMAIL, ...items.map(({ value }: { value: string }) => value)])
      expect(text).not.toContain(secret);
  });

  it.each(["shop/orders/unknown", "nobody/orders/o", "SHOP/orders/o"])("%s is not found", async (path) => {
    await redeemed("o");
    expect(codeOf(await get(path))).toEqual([404, "order_not_found"]);
  });
});

describe("an order is found", () => {
  it("by its number, its reference, its user, and the person who acted", async () => {
    await redeemed("o-1");
    await redeemed("o-2", { user: { email: EMAIL, id: "m-2" } });
    await refund("o-2", { actor: "Care desk" });
    const { attempts } = await read("o-1");
    expect(await find("order_id=o-1")).toEqual(["o-1"]);
    expect(await find(`reference=${attempts[0]?.reference}`)).toEqual(["o-1"]);
    expect(await find("user_id=m-2")).toEqual(["o-2"]);
    expect(await find("actor=Care%20desk")).toEqual(["o-2"]);
    expect(await find("order_id=o-3")).toEqual([]);
  });

  it.each(["", "order_id=o&user_id=m", "email=mara@example.com"])("not by %s", async (query) => {
    expect(codeOf(await get(`shop/orders?${query}`))).toEqual([422, "invalid_request"]);
  });

  it("of its own site alone", async () => {
    await redeemed("o-1");
    const { attempts } = await read("o-1");
    const elsewhere = await get(`portal/orders?reference=${attempts[0]?.reference}`);
    expect(elsewhere.data).toEqual([]);
  });
});
