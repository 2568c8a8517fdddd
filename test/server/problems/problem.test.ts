/** A problem's detail says more than its title: which value, which limit, what to do. */
import { describe, expect, it } from "vitest";
import { ProblemError, problemBody } from "../../../server/problems/problem.ts";
import { PROBLEM_CODES, PROBLEMS } from "../../../shared/problems.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, ORIGIN } from "../../support/world.ts";

/** Characters beside the title that can hold what to do. */
const MORE = 25;

/** Where nothing more exact is known. */
describe.each(PROBLEM_CODES)("%s", (code) => {
  const { title, detail } = problemBody(new ProblemError(code), "request-1");

  it("says more than its title, in whole sentences", () => {
    // A title and a full stop would be no more than the title.
    expect(detail.replace(title, "").length).toBeGreaterThan(MORE);
    expect(detail).toMatch(/^[A-Z`].*\.$/s);
  });

  it("says nothing of what the user was charged, but that it is never twice", () => {
    expect(detail.replace("never charged twice", "")).not.toMatch(/charge/);
  });

  it("has the title of the table", () => expect(title).toBe(PROBLEMS[code].title));
});

describe("in an answer", () => {
  const SKU = "PLUMVALE-CODE-PIN-C128-30";
  useWorld({ LIMIT_SESSION_PER_MINUTE: "9" });

  type Ask = (browser: Browser) => Promise<Answer>;
  const book =
    (choice: object): Ask =>
    (browser) =>
      browser.post("/v1/order/book", choice);

  it.each<[string, Record<string, unknown>, Ask, string, RegExp]>([
    [
      "a reward outside the choice",
      { skus: [SKU] },
      book({ sku: "GRIPFELL-60" }),
      "reward_not_found",
      /GRIPFELL-60/,
    ],
    ["one that is sold out", {}, book({ sku: "MUDDLEBEE-30" }), "out_of_stock", /MUDDLEBEE-30/],
    [
      "an amount above the limit",
      { max_amount: "120" },
      book({ sku: "VELMORA-VAR", amount: "121" }),
      "amount_out_of_range",
      /121 .*from 5 to 120/,
    ],
    ["no amount", { max_amount: "120" }, book({ sku: "VELMORA-VAR" }), "amount_required", /from 5 to 120/],
    [
      "no amount where it is fixed",
      { amount: "50" },
      book({ sku: "VELMORA-VAR" }),
      "amount_required",
      /of 50/,
    ],
    [
      "a fraction",
      { max_amount: "120" },
      book({ sku: "VELMORA-VAR", amount: "5.00" }),
      "amount_invalid",
      /whole units.*"50"/,
    ],
    [
      "an amount for a fixed value",
      {},
      book({ sku: SKU, amount: "30" }),
      "amount_not_allowed",
      /send no amount/,
    ],
    [
      "a free value without a limit",
      {},
      book({ sku: "VELMORA-VAR" }),
      "reward_unavailable",
      /neither amount nor max_amount/,
    ],
    [
      "a free value above the limit",
      { max_amount: "4" },
      book({ sku: "VELMORA-VAR" }),
      "reward_unavailable",
      /from 5 to 150.*at most 4/,
    ],
    [
      "another delivery's route",
      {},
      (page) => page.post("/v1/order/activate", { attempt: 1, sku: SKU }),
      "delivery_mismatch",
      /delivered by `redeem`/,
    ],
    [
      "a promotion that ended",
      { promotion_id: "4005" },
      (page) => page.get("/v1/catalog"),
      "promotion_unavailable",
      /ended on \d{4}-/,
    ],
    [
      "one that has not begun",
      { promotion_id: "4006" },
      (page) => page.get("/v1/catalog"),
      "promotion_unavailable",
      /starts on \d{4}-/,
    ],
    [
      "nothing booked",
      {},
      (page) => page.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
      "not_booked",
      /Book a reward first/,
    ],
    [
      "a body that is too large",
      {},
      (page) => page.post("/v1/order/book", { sku: "x".repeat(100_001) }),
      "too_large",
      /100000 bytes/,
    ],
    ["mistakes", {}, book({ sku: 5 }), "invalid_request", /sku: expected a value of type string/],
  ])("to %s", async (_, session, ask, code, detail) => {
    const { problem } = await ask(await world.browser(session));
    expect([problem.code, problem.detail]).toEqual([code, expect.stringMatching(detail)]);
    expect(world.changes()).toEqual([]);
  });

  it("to an error that nobody foresaw blames no service, and says what is known of the charge and what to do", async () => {
    const browser = await world.browser();
    world.ledger.readOrder = () => Promise.reject(new Error("the cause"));
    const { status, problem, text } = await browser.get("/v1/order");
    expect([status, problem.code, problem.retryable]).toEqual([503, "upstream_unavailable", true]);
    expect(problem.title).toBe("The server met an error of its own");
    expect(problem.detail).toMatch(/charged is not known.*read the order.*never charged twice.*try again/);
    expect(text).not.toMatch(/fulfillment|the cause/);
  });

  it("to another confirmation than is booked names what is", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    const { problem } = await browser.post("/v1/order/redeem", { attempt: 1, sku: "GRIPFELL-60" });
    expect([problem.code, problem.detail]).toEqual([
      "confirmation_mismatch",
      expect.stringContaining(`attempt 1, ${SKU}`),
    ]);
  });

  it("to other values of an order names the members, and not what they were", async () => {
    await world.mint({ order_id: "c", max_amount: "70" });
    const { problem } = await world.mint({
      order_id: "c",
      max_amount: "80",
      user: { email: "another@example.com" },
    });
    expect(problem.detail).toBe(
      "Order c exists with another user.email, max_amount. Send the same; or open the order as it is by POST /v1/orders/{order_id}/sessions. Another reward is another order_id.",
    );
  });

  it("to a promotion that is not the site's, or nobody's, names it", async () => {
    expect((await world.mint({ promotion_id: "99999" })).problem.detail).toContain("no promotion 99999");
    const other = { Authorization: "Bearer site-key-of-the-portal-0123456789abc" };
    const { problem } = await world.request("/v1/redemptions?promotion_id=4001", { headers: other });
    expect([problem.code, problem.detail]).toEqual([
      "promotion_not_allowed",
      expect.stringContaining("does not name 4001"),
    ]);
  });

  it("to too many requests names the limit and the wait", async () => {
    const browser = await world.browser();
    for (let n = 0; n < 9; n++) await browser.get("/v1/order");
    const { problem, headers } = await browser.get("/v1/order");
    expect(problem.code).toBe("rate_limited");
    expect(problem.detail).toBe(
      `More requests than a minute allows for this session: 9. Try again in ${headers.get("retry-after")} seconds.`,
    );
  });

  it("to too many reservations names the wait", async () => {
    await anotherWorld({ HOLDS_MAX: "2" });
    const browser = await world.browser();
    for (const sku of [SKU, "GRIPFELL-60"]) await browser.post("/v1/order/book", { sku });
    const { problem } = await browser.post("/v1/order/book", { sku: "PLUMVALE-20" });
    expect([problem.code, problem.detail]).toEqual([
      "attempts_exhausted",
      expect.stringMatching(/than it allows at a time.*Try again in (29|30) minutes\.$/),
    ]);
  });

  it("to a wrong method names the right ones", async () => {
    const { problem } = await world.request("/v1/sessions", { method: "PUT" });
    expect([problem.code, problem.detail]).toEqual(["method_not_allowed", "This address takes POST."]);
  });

  it("to a foreign page names its origin, where it is one", async () => {
    const { token } = await world.browser();
    const detailFor = async (origin: string) => {
      const headers = { Authorization: `Bearer ${token}`, Origin: origin };
      return (await world.request("/v1/order", { headers })).problem.detail;
    };
    expect(await detailFor("https://evil.example")).toContain("Pages of https://evil.example may not");
    expect(await detailFor("https://evil.example/<b>")).toContain("Pages of this origin may not");
    expect(await detailFor(ORIGIN)).toBeUndefined();
  });
});
