/**
 * A member spends a grant on several rewards, and finds them all in another browser, on a customer's page under the strictest policy.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { EMAIL, type Offer, SITE_KEY } from "../support/host-page.ts";
import { foundIn } from "./axe.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const MEMBER = "member-81";
const GRANT: Offer = {
  promotion_id: String(PROMOTIONS.main),
  grant_id: "spring",
  amount: "100",
  currency: "USD",
  user: { email: EMAIL, id: MEMBER },
};
const WALLET: Offer = { rewards_of: MEMBER };

/** The customer's page is bare. */
const PAGE_RULES = ["region", "landmark-one-main"];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The words of a part, without the isolating marks around what is filled in. */
const words = async (shopper: Shopper, part: string): Promise<string> =>
  ((await shopper.part(part).first().textContent()) ?? "").trim();

describe("a grant of 100 dollars", () => {
  let shopper: Shopper;
  const events: { grant_id?: string; left?: string; value?: { amount: number } }[] = [];
  beforeAll(async () => {
    shopper = await world.shopper();
    await shopper.page.exposeFunction("heard", (detail: (typeof events)[number]) => events.push(detail));
    await shopper.page.addInitScript(() =>
      addEventListener("reward-redeem", ({ detail }) =>
        (globalThis as unknown as { heard: (detail: object) => void }).heard(detail),
      ),
    );
    await shopper.page.goto(world.host.page("spring", GRANT));
    await shopper.sees("open");
  });
  afterAll(() => shopper.close());

  it("says what there is to spend, and after a code leads to the next choice with what is left", async () => {
    await shopper.reads("You have $100 to spend");
    await shopper.redeem("OATVANE-5");
    expect(await words(shopper, "next")).toBe("Choose another · $95 left");
    expect(await words(shopper, "list")).toBe("Your rewards (1)");
    expect(events).toMatchObject([{ grant_id: "spring", left: "95", value: { amount: 5 } }]);
    await shopper.press("next");
    await shopper.sees("open");
    await shopper.reads("You have $95 to spend");
  });

  it("begins a visit in the middle with what was got and what is left, not with yesterday's code", async () => {
    await shopper.redeem("KESTROW-CODE-PLAIN-25");
    await shopper.page.reload();
    await shopper.sees("rewards");
    await shopper.reads("You have $70 to spend");
    expect(await shopper.part("owned").count()).toBe(2);
    expect(await shopper.part("code-value").count()).toBe(0);
  });

  it("is never shown as more than the server says in a second tab either", async () => {
    const other = await shopper.tab();
    await other.page.goto(world.host.page("spring", GRANT));
    await other.sees("rewards");
    await other.press("next");
    await other.sees("open");
    await other.redeem("OATVANE-CODE-C128-10");
    await shopper.press("next");
    await shopper.sees("open");
    await shopper.reads("You have $60 to spend");
    await other.close();
  });

  it("opens each of its rewards in place, masked, and leads back to the list", async () => {
    await shopper.press("list");
    await shopper.sees("rewards");
    // With the one of the second tab.
    await shopper.part("owned").nth(2).waitFor();
    await shopper.part("owned").last().click();
    await shopper.sees("redeemed");
    await shopper.reads("Oatvane Coffee");
    expect((await shopper.codes()).every(({ value }) => value === undefined)).toBe(true);
    await shopper.press("list");
    await shopper.sees("rewards");
    await shopper.reads("You have $60 to spend");
  });
});

it("a tab that stands still confirms what it shows, and nothing of what another tab chose next", async () => {
  const offer = { ...GRANT, grant_id: "stale", user: { email: EMAIL, id: "stale" } };
  const still = await world.shopper();
  await still.page.goto(world.host.page("stale", offer));
  await still.book("KESTROW-CODE-PLAIN-25");
  const other = await still.tab();
  await other.page.goto(world.host.page("stale", offer));
  await other.sees("booked");
  await other.press("confirm");
  await other.sees("redeemed");
  await other.press("next");
  await other.book("KESTROW-CODE-PLAIN-25");
  await still.press("confirm");
  await still.sees("redeemed");
  await still.reads("Choose another");
  expect(await world.billed("stale.")).toHaveLength(1);
  await Promise.all([still.close(), other.close()]);
});

it("with the attribute `history`, Back leads from the next choice to the list", async () => {
  const shopper = await world.shopper();
  const offer = { ...GRANT, grant_id: "steps", user: { email: EMAIL, id: "steps" } };
  await shopper.page.goto(world.host.page("steps", offer));
  await shopper.redeem("OATVANE-5");
  await shopper.page.reload();
  await shopper.sees("rewards");
  await shopper.widget.evaluate((host) => host.setAttribute("history", ""));
  await shopper.press("next");
  await shopper.sees("open");
  await shopper.page.goBack();
  await shopper.sees("rewards");
  await shopper.press("next");
  await shopper.sees("open");
  await shopper.close();
});

describe("the rewards of that member, in another browser", () => {
  let shopper: Shopper;
  beforeAll(async () => {
    shopper = await world.shopper();
    await shopper.page.goto(world.host.page("wallet", WALLET));
    await shopper.sees("rewards");
  });
  afterAll(() => shopper.close());

  it("are a list with what still can be chosen on top, and pass the checks of axe", async () => {
    await shopper.reads("Waiting for you");
    expect(await shopper.part("owned").count()).toBe(3);
    expect(await foundIn(shopper.page, PAGE_RULES)).toEqual([]);
  });

  it("open as the same pass, up to the till", async () => {
    await shopper.part("owned").last().click();
    await shopper.sees("redeemed");
    await shopper.reveal();
    const billed = [...(await world.billed("spring.1x"))].flatMap(({ codes }) => codes);
    const shown = (await shopper.codes()).map(({ value }) => value);
    expect(billed.map(({ value }) => value)).toEqual(expect.arrayContaining(shown));
    await shopper.press("till");
    await shopper.press("close");
  });

  it("are marked as used by their user, and stand below, folded", async () => {
    await shopper.press("used");
    await shopper.sees("rewards");
    await shopper.reads("Used (1)");
    await shopper.page.reload();
    await shopper.sees("rewards");
    await shopper.reads("Used (1)");
  });

  it("lead into the choice that waits, in place, and back", async () => {
    await shopper.press("waiting");
    await shopper.sees("open");
    await shopper.reads("You have $60 to spend");
    await shopper.press("list");
    await shopper.sees("rewards");
    expect(await shopper.violations()).toEqual([]);
  });
});

/** Has rewards by the routes of its backend and of the page, without a page. */
async function have(member: string, skus: readonly string[]): Promise<void> {
  const { url } = world.server();
  const post = async (
    path: string,
    authorization: string,
    body: object,
  ): Promise<Record<string, unknown>> => {
    const headers = { authorization, origin: world.host.origin, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  for (const [n, sku] of skus.entries()) {
    const order = { order_id: `${member}-${n}`, promotion_id: String(PROMOTIONS.main) };
    const user = { email: EMAIL, id: member };
    const { session_token } = await post("/v1/sessions", `Bearer ${SITE_KEY}`, { ...order, user });
    const { attempt } = await post("/v1/order/book", `Bearer ${session_token}`, { sku });
    await post("/v1/order/redeem", `Bearer ${session_token}`, { attempt, sku });
  }
}

it("a plain order loads nothing of it", async () => {
  const shopper = await world.shopper();
  const files: string[] = [];
  shopper.page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await shopper.page.goto(world.host.page("plain", { promotion_id: String(PROMOTIONS.main) }));
  await shopper.sees("open");
  await shopper.redeem("OATVANE-5");
  expect(files.some((file) => file.endsWith("/flow.js"))).toBe(true);
  expect(files.filter((file) => file.endsWith("/wallet.js"))).toEqual([]);
  await shopper.close();
});

describe("twelve rewards", () => {
  it("can be searched, by a brand as by a name with a letter changed", async () => {
    await have("collector", [...Array(11).fill("OATVANE-5"), "VELMORA-CODE-PIN-PLAIN-50"]);
    const shopper = await world.shopper();
    await shopper.page.goto(world.host.page("collected", { rewards_of: "collector" }));
    await shopper.sees("rewards");
    expect(await shopper.part("owned").count()).toBe(12);
    await shopper.part("search").fill("velmura");
    await shopper.reads("1 reward");
    expect(await shopper.part("owned").allTextContents()).toEqual([expect.stringContaining("Velmora")]);
    await shopper.close();
  });
});

describe("staff at a counter", () => {
  it("hand out the code that they confirmed, and see none that the customer confirmed", async () => {
    const offer = { promotion_id: String(PROMOTIONS.main) };
    const staff = await world.shopper();
    await staff.page.goto(world.host.page("counter", { ...offer, audience: "staff", actor: "counter 3" }));
    await staff.sees("open");
    await staff.reads("Choose the customer’s reward");
    await staff.redeem("OATVANE-5");
    await staff.reads("The customer’s reward is ready");
    const customer = await world.shopper();
    await customer.page.goto(world.host.page("at-home", offer));
    await customer.sees("open");
    await customer.redeem("OATVANE-5");
    await staff.page.goto(world.host.page("at-home", { ...offer, audience: "staff" }));
    await staff.sees("redeemed");
    await staff.reads("Only the customer can see it.");
    expect(await staff.codes()).toEqual([]);
    await Promise.all([staff.close(), customer.close()]);
  });
});
