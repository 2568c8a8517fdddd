/** Faults during a user's order. The end is always the codes of one redemption, or nothing and no charge. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const CODE = "PIXELBARN-10";
const OTHER = "PIXELBARN-50";
/** The longest session: it outlives a hold. */
const LONG_SESSION_S = 3_600;
/** The shortest session. Source: openapi.json, POST /v1/sessions. */
const SHORT_SESSION_S = 60;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visit = async (orderId: string): Promise<Shopper> => {
  const shopper = await world.shopper();
  await shopper.page.goto(world.host.page(orderId, { ...only(CODE, OTHER), ttl_seconds: LONG_SESSION_S }));
  return shopper;
};

/** The user sees the one billed code of the order in the end. */
async function endsWithOneCode(orderId: string, shopper: Shopper): Promise<void> {
  await shopper.sees("redeemed");
  await shopper.part("code-value").waitFor();
  const billed = await world.billed(orderId);
  expect(billed).toHaveLength(1);
  expect(await shopper.codes()).toEqual([
    { usage: "primary", value: billed[0]?.codes.find(({ usage }) => usage === "primary")?.value },
  ]);
}

/** Restricts a fault to the redemption of this order. */
const ofOrder = (orderId: string): { match: { redemption_id?: string } } => ({
  match: {
    redemption_id:
      world.control.redemptions().find((each) => each.orderId.includes(orderId))?.id ??
      expect.fail("not booked"),
  },
});

/** These tests mostly wait. Each has its own browser and order, so they run concurrently. */
describe.concurrent("an answer that does not come", () => {
  it("a reload in the middle of a redeem shows the order in progress, and ends with its code", async () => {
    const shopper = await visit("reload.");
    await shopper.book(CODE);
    world.control.fault({ operation: "redeem", kind: "slow", delay_ms: 0, ...ofOrder("reload.") });
    await shopper.press("confirm");
    await shopper.sees("processing");
    await vi.waitFor(() => expect(world.changes("reload.")).toEqual(["book", "redeem"]), SOON);
    await shopper.page.reload();
    await shopper.sees("processing");
    world.release();
    await endsWithOneCode("reload.", shopper);
    expect(world.changes("reload.")).toEqual(["book", "redeem"]);
    await shopper.close();
  });
});

describe.concurrent("two tabs", () => {
  it("of which the other changed the choice: the user confirms again, and only that choice is made", async () => {
    const one = await visit("changed.");
    await one.book(CODE);
    const two = await one.tab();
    await two.page.goto(one.page.url());
    await two.sees("booked");
    await two.press("back");
    await two.book(OTHER);
    await one.page.bringToFront();
    await one.press("confirm");
    await one.reads("Your choice has changed in the meantime");
    await one.reads("Nothing is final until you confirm.");
    await one.sees("booked");
    expect(await world.billed("changed.")).toEqual([]);
    await one.reads("Pixelbarn Gift Card");
    await one.reads("$50");
    await one.press("confirm");
    await endsWithOneCode("changed.", one);
    expect((await world.billed("changed."))[0]?.sku).toBe(OTHER);
    await one.close();
  });
});

/** From here on one test after the other, because they share the server and the service's time. */
describe("a session that ends", () => {
  it("is renewed by the page where it gives getSession, and the confirmation goes through once", async () => {
    const shopper = await world.shopper();
    await shopper.page.goto(
      world.host.renewingPage("renewed.", { ...only(CODE, OTHER), ttl_seconds: SHORT_SESSION_S }),
    );
    await shopper.book(CODE);
    const before = world.host.renewals();
    await world.passTime(SHORT_SESSION_S * 1_000);
    await shopper.press("confirm");
    await endsWithOneCode("renewed.", shopper);
    expect(world.host.renewals()).toBe(before + 1);
    expect(world.changes("renewed.")).toEqual(["book", "redeem"]);
    expect(await shopper.violations()).toEqual([]);
    await shopper.close();
  });
});

describe("a server that is killed with SIGKILL", () => {
  it("and is down during the confirmation leaves the user waiting, then shows the one code", async () => {
    const shopper = await visit("away.");
    await shopper.book(CODE);
    await world.killAndRestart(async () => {
      await shopper.press("confirm");
      await shopper.reads("We are still checking");
    });
    await endsWithOneCode("away.", shopper);
    expect(world.changes("away.")).toEqual(["book", "redeem"]);
    await shopper.close();
  });
});
