/**
 * If the caller names something that the service does not have, the run ends before it makes anything. If the service
 * is at fault, the run goes on.
 */
import { describe, expect, it } from "vitest";
import { CLIENT, type Deviation, type Fault, PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { ran, suite } from "../support/conformance.ts";

const PROMOTION = ["--promotion", String(PROMOTIONS.main)];
const FOREIGN_OPTION = "--foreign-promotion";

/** Expects exit code 2, one line, nothing made, and only reads sent. */
async function refusal(args: readonly string[], one = suite()): Promise<string> {
  const [redemptions, requests] = [one.control.redemptions().length, one.sent.length];
  const { code, out, err } = await ran(args, {}, one);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^--[^\n]+\n$/);
  const posts = one.sent.slice(requests).filter(({ method }) => method !== "GET");
  expect(posts.map(({ path }) => path)).toEqual(["/auth/oauth/token"]);
  expect(one.control.redemptions()).toHaveLength(redemptions);
  return err.trimEnd();
}

describe("a name that the service does not have ends with 2 and a line that names the option", () => {
  it.each([
    [
      ["--promotion", "9999", "--create"],
      '--promotion 9999: Get a promotion answered 404 "not_found", and no list shows it',
    ],
    [
      ["--promotion", "nope"],
      '--promotion nope: Get a promotion answered 404 "not_found", and no list shows it',
    ],
    [
      ["--promotion", "4900", "--bill"],
      '--promotion 4900: Get a promotion answered 401 "forbidden", and no list shows it',
    ],
    [["--promotion", "04001"], "--promotion 04001: the service writes it 4001"],
    [[...PROMOTION, "--client", "702"], '--client 702: List promotions answered 401 "forbidden"'],
    [["--client", "9999"], '--client 9999: List promotions answered 401 "forbidden"'],
    [[...PROMOTION, "--bill", "--sku", "NOPE"], "--sku NOPE: promotion 4001 does not offer it"],
    [[...PROMOTION, "--sku", "velmora-var"], "--sku velmora-var: promotion 4001 does not offer it"],
    [["--sku", "NOPE"], '--sku NOPE: Get a reward answered 404 "not_found", and no list shows it'],
    [
      [...PROMOTION, "--bill", "--sku", "VELMORA-VAR"],
      "--sku VELMORA-VAR: it is a free-value reward: name it with --free-value-sku",
    ],
    [
      [...PROMOTION, "--create", "--free-value-sku", "KESTROW-CODE-PLAIN-25"],
      "--free-value-sku KESTROW-CODE-PLAIN-25: its value is fixed: name it with --sku",
    ],
    [[...PROMOTION, "--free-value-sku", "NOPE"], "--free-value-sku NOPE: promotion 4001 does not offer it"],
    [
      [...PROMOTION, "--create", FOREIGN_OPTION, "4014"],
      "--foreign-promotion 4014: it is one's own: the service shows it, with a client of this account",
    ],
    [
      [...PROMOTION, "--create", FOREIGN_OPTION, "4001"],
      "--foreign-promotion 4001: it is one's own: the service shows it, with a client of this account",
    ],
    [
      [FOREIGN_OPTION, "4014"],
      "--foreign-promotion 4014: it is one's own: the service shows it, with a client of this account",
    ],
    [
      [...PROMOTION, FOREIGN_OPTION, "9999"],
      '--foreign-promotion 9999: Get a promotion answered 404 "not_found", as for one that nobody has; somebody else\'s is answered 401 "forbidden"',
    ],
    [["--discounts-path", "/nope"], '--discounts-path /nope: List discounts answered 404 "not_found"'],
    [["--clients-path", "/nope"], '--clients-path /nope: List clients answered 404 "not_found"'],
    [
      [...PROMOTION, "--client-path", "/nope/{client_id}"],
      '--client-path /nope/{client_id}: Get a client answered 404 "not_found"',
    ],
  ])("%j", async (args, line) => {
    expect(await refusal(args)).toBe(line);
  });

  it("a reward that is paused, or out of stock, cannot be ordered, but it can be read", async () => {
    const one = suite();
    one.control.setRewardStatus("KESTROW-CODE-PLAIN-25", { status: "paused" }, PROMOTIONS.main);
    one.control.setStock("PLUMVALE-CODE-PIN-C128-30", 0);
    const named = (sku: string, ...more: string[]) => [...PROMOTION, "--sku", sku, ...more];
    expect(await refusal(named("KESTROW-CODE-PLAIN-25", "--create"), one)).toMatch(
      /: promotion 4001 shows it as paused/,
    );
    expect(await refusal(named("PLUMVALE-CODE-PIN-C128-30", "--bill"), one)).toMatch(/: it is out of stock$/);
    expect((await ran(named("KESTROW-CODE-PLAIN-25"), {}, one)).code).toBe(0);
  });

  it("in a promotion that does not run a named reward is not ordered, and the caller is not blamed", async () => {
    const named = ["--promotion", String(PROMOTIONS.ended), "--create", "--sku", "KESTROW-CODE-PLAIN-25"];
    const { code, out, one } = await ran(named);
    expect(code).toBe(0);
    expect(out).toContain(
      "not supported  book.booked: no reward with a fixed value can be had in the promotion",
    );
    expect(one.control.redemptions()).toEqual([]);
  });

  it("the owner of a promotion cannot be found out without any client", async () => {
    const one = suite();
    one.control.fault({ operation: "list_clients", kind: "not_found", times: "always" });
    expect(await refusal([FOREIGN_OPTION, "4014"], one)).toMatch(
      /cannot be told without --promotion or --client$/,
    );
  });
});

describe("a run id", () => {
  const CREATE = [...PROMOTION, "--create", "--run", "may"];

  it("that was used before ends with 2", async () => {
    const one = suite();
    expect((await ran(CREATE, {}, one)).code).toBe(0);
    expect(await refusal(CREATE, one)).toBe("--run may: it was used before in this promotion");
  });

  it("is found even if the first order of the earlier run was refused", async () => {
    const one = suite();
    await ran([...CREATE, "--only", "book.no-data", "--only", "create.pending"], {}, one);
    expect(one.control.redemptions().map(({ orderId }) => orderId)).toEqual(["conformance.may.4001.2"]);
    expect(await refusal(CREATE, one)).toMatch(/^--run may: /);
  });

  it("may be used again if nothing was made under it, and in another promotion", async () => {
    const one = suite();
    expect((await ran([...CREATE, "--only", "book.no-data"], {}, one)).code).toBe(0);
    expect((await ran(CREATE, {}, one)).code).toBe(0);
    const elsewhere = ["--promotion", String(PROMOTIONS.french), "--create", "--run", "may"];
    expect((await ran(elsewhere, {}, one)).code).toBe(0);
  });

  it("every order id that a run uses is among those searched for", async () => {
    const one = suite();
    await ran([...PROMOTION, "--bill", "--wait", "--run", "may"], {}, one);
    const { calls } = one.control;
    const firstOrder = calls.findIndex(({ method, operation }) => method === "POST" && operation !== "token");
    const highest = (some: typeof calls) =>
      Math.max(
        ...some.map(({ order_id }) =>
          Number(/^conformance\.may\.4001\.(\d+)$/.exec(order_id ?? "")?.[1] ?? 0),
        ),
      );
    expect(highest(calls.slice(firstOrder))).toBeGreaterThan(20);
    expect(highest(calls.slice(0, firstOrder))).toBeGreaterThanOrEqual(highest(calls.slice(firstOrder)));
  });
});

describe("an incorrect service is found to differ, and the caller is not blamed", () => {
  const always = (
    operation: Fault["operation"],
    kind: "not_found" | "forbidden" | "server_error" | "reset_before",
  ) => ({ operation, kind, times: "always" }) as Fault;
  const found = async (args: readonly string[], one: ReturnType<typeof suite>) => {
    const { code, out, err } = await ran(args, {}, one);
    expect([code, err]).toEqual([1, ""]);
    return [...out.matchAll(/^differs +(\S+)/gm)].map(([, id]) => id);
  };

  it.each(["server_error", "reset_before"] as const)("Get a promotion with %s", async (kind) => {
    const one = suite();
    one.control.fault(always("get_promotion", kind));
    expect(await found(PROMOTION, one)).toContain("promotion.fields");
  });

  it("Get a promotion knows none, but List promotions of the client shows it", async () => {
    const one = suite();
    one.control.fault(always("get_promotion", "not_found"));
    one.control.fault(always("list_clients", "not_found"));
    expect(await found([...PROMOTION, "--client", String(CLIENT.id)], one)).toContain("promotion.fields");
  });

  it("Get a promotion knows none, but List redemptions shows orders in it", async () => {
    const one = suite();
    await ran([...PROMOTION, "--create", "--only", "book.booked"], {}, one);
    one.control.fault(always("get_promotion", "forbidden"));
    one.control.fault(always("list_clients", "not_found"));
    expect(await found(PROMOTION, one)).toContain("promotion.fields");
  });

  it("List promotions refuses a client that Get a client shows", async () => {
    const one = suite();
    one.control.fault(always("list_promotions", "forbidden"));
    expect(await found(["--client", String(CLIENT.id)], one)).toContain("promotions.fields");
  });

  it.each<[Deviation, string[], string]>([
    ["promotion_of_other_id", PROMOTION, "promotion.id"],
    ["promotion_without_rewards", [...PROMOTION, "--sku", "KESTROW-CODE-PLAIN-25"], "promotion.rewards"],
    ["free_value_unsaid", [...PROMOTION, "--sku", "VELMORA-VAR"], "rewards.free-value-sku"],
    ["promotions_of_others", [...PROMOTION, "--client", String(CLIENT.id)], "promotions.client"],
    [
      "foreign_promotion_shown",
      [...PROMOTION, FOREIGN_OPTION, String(PROMOTIONS.foreign)],
      "promotion.foreign",
    ],
    ["client_without_balance", ["--clients-path", "/fulfillment/v2/clients"], "account.clients"],
  ])("%s", async (deviation, args, id) => {
    expect(await found(args, suite([], { deviations: [deviation] }))).toContain(id);
  });
});

describe("another client's promotion", () => {
  const FOREIGN = [...PROMOTION, "--create", FOREIGN_OPTION, String(PROMOTIONS.foreign)];

  it("is in the plan if an order is tried there", async () => {
    const { out } = await ran([...FOREIGN, "--dry-run"]);
    expect(out).toContain("One of these would be in promotion 4900, which should refuse it.\n");
    expect((await ran([...PROMOTION, "--create", "--dry-run"])).out).not.toContain("One of these");
  });

  it("gets no order if the service shows it", async () => {
    const one = suite([], { deviations: ["foreign_promotion_shown"] });
    const { out } = await ran(FOREIGN, {}, one);
    expect(out).toContain(
      "not supported  book.foreign: the foreign promotion is shown: no orders are made there",
    );
    expect(one.sent.filter(({ path, method }) => method === "POST" && path.includes("/4900/"))).toEqual([]);
  });
});
