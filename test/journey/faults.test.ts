/** Faults during a user's order. The end is always the codes of one redemption, or nothing and no charge. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const CODE = "PIXELBARN-10";
const OTHER = "PIXELBARN-50";
const HOLD_MS = 30 * 60_000;
/** The longest session: it outlives a hold. */
const LONG_SESSION_S = 3_600;
/** The shortest session. Source: openapi.json, POST /v1/sessions. */
const SHORT_SESSION_S = 60;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visit = async (orderId: string, ttl_seconds = LONG_SESSION_S): Promise<Shopper> => {
  const shopper = await world.shopper();
  await shopper.page.goto(world.host.page(orderId, { ...only(CODE, OTHER), ttl_seconds }));
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

  it("a chunk that cannot be loaded stops the confirmation before anything is final, and can be loaded again", async () => {
    const shopper = await visit("chunk.");
    // Twice while the user looks at the reward, and twice when its confirmation waits for the chunk.
    await shopper.page.route("**/code128.js*", (route) => route.abort("connectionreset"), { times: 4 });
    await shopper.sees("open");
    await shopper.pick(CODE);
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.reads("Nothing is final until you confirm.");
    await shopper.part("alert").waitFor();
    expect(await shopper.part("confirm").getAttribute("aria-disabled")).toBe("true");
    await shopper.press("retry");
    await shopper.press("confirm");
    await endsWithOneCode("chunk.", shopper);
    await shopper.close();
  });
});

describe.concurrent("many presses are one", () => {
  const CALLS = ["/v1/order/book", "/v1/order/redeem"];

  it("a double or triple click on any button sends one changing call", async () => {
    const shopper = await visit("triple.");
    await shopper.sees("open");
    await shopper.reward(CODE).dblclick();
    await shopper.sees("details");
    expect(shopper.sent).toEqual([]);
    await shopper.canPress("book");
    await shopper.part("book").click({ clickCount: 3 });
    await shopper.sees("booked");
    await shopper.part("confirm").click({ clickCount: 3 });
    await endsWithOneCode("triple.", shopper);
    await shopper.part("copy").click({ clickCount: 3 });
    expect(shopper.sent).toEqual(CALLS);
    expect(world.changes("triple.")).toEqual(["book", "redeem"]);
    await shopper.close();
  });

  it("the second half of a double click on the booking does not confirm it", async () => {
    const shopper = await visit("half.");
    await shopper.book(CODE);
    // The confirm button is under the pointer before the second press.
    await shopper.part("confirm").hover();
    const second = { clickCount: 2 };
    await shopper.page.mouse.down(second);
    await shopper.page.mouse.up(second);
    expect(await shopper.widget.getAttribute("data-state")).toBe("booked");
    expect(shopper.sent).toEqual(["/v1/order/book"]);
    await shopper.press("confirm");
    await endsWithOneCode("half.", shopper);
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

  it("is reported if the page gives no other, makes nothing, and a reload goes on at the same place", async () => {
    const shopper = await visit("ended.", SHORT_SESSION_S);
    await shopper.book(CODE);
    await world.passTime(SHORT_SESSION_S * 1_000);
    await shopper.press("confirm");
    await shopper.sees("session-expired");
    await shopper.reads("Your order is safe.");
    expect(await world.billed("ended.")).toEqual([]);
    // The page gives no new session by itself: the button reloads the page.
    await Promise.all([shopper.page.waitForEvent("load"), shopper.press("retry")]);
    await shopper.sees("booked");
    await shopper.press("confirm");
    await endsWithOneCode("ended.", shopper);
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

describe("a hold that runs out", () => {
  it("before the confirmation: the user is told, nothing is charged, and the same reward can be booked again", async () => {
    const shopper = await visit("late.");
    await shopper.book(CODE);
    await world.passTime(HOLD_MS);
    await shopper.press("confirm");
    await shopper.sees("details");
    await shopper.reads("Your time to confirm has run out.");
    await shopper.reads("Nothing is final until you confirm.");
    expect(await world.billed("late.")).toEqual([]);
    await shopper.reads("Choose it again");
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.press("confirm");
    await endsWithOneCode("late.", shopper);
    await shopper.close();
  });
});
