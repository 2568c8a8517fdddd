/** The suite finds nothing on a correct service, and finds each planted deviation on an incorrect one. */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { EVERYTHING, FOREIGN, IN_FULL, idsOf, run, suite } from "../support/conformance.ts";
import { CHECKS } from "./checks/all.ts";
import type { Deviation } from "./deviations/deviations.ts";
import { FOUND_BY } from "./deviations/found-by.ts";

/** A promotion with rewards of every state and status, and one whose holds are debited. */
const MAINTENANCE = [
  ...["--bill", "--promotion", String(PROMOTIONS.everyStatus), "--sku", "HEARTHLOW-PREPAID-40"],
  ...FOREIGN,
];
/** Deviations that only this promotion can show. */
const SEEN_IN_MAINTENANCE: readonly Deviation[] = [
  "unusable_reward_booked",
  "unusable_reward_created",
  "unusable_reward_delivered",
  "unallocated_reward_refused",
  "refund_not_of_debited",
];

const READ_ONLY = ["--promotion", String(PROMOTIONS.main), ...FOREIGN];

const madeIn = ({ control }: ReturnType<typeof suite>) => ({
  redemptions: control.redemptions().length,
  codes: control.codes().length,
});

describe("on the service that keeps the interface", () => {
  it("nothing differs, and all but five checks could be tried", async () => {
    const one = suite();
    const report = await run(one);
    expect(report.checks.filter(({ result }) => result === "differs")).toEqual([]);
    expect(idsOf(report, "not_supported")).toEqual([
      "refund.debited-hold",
      "book.unusable-reward",
      "create.unusable-reward",
      "deliver.unusable-reward",
      "book.unallocated-reward",
    ]);
    expect(report.summary.holds).toBe(CHECKS.length - 5);
  });

  it("nothing differs in a promotion with unusable rewards and debited holds", async () => {
    const report = await run(suite(MAINTENANCE));
    expect(report.checks.filter(({ result }) => result === "differs")).toEqual([]);
    expect(idsOf(report, "not_supported")).toEqual([
      "rewards.stock",
      "codes.links",
      "codes.pdf",
      "refund.hold",
    ]);
  });

  it.each([
    ["French rewards in euros", PROMOTIONS.french],
    ["one that notifies its users", PROMOTIONS.notifying],
    ["a single reward", PROMOTIONS.single],
    ["one that has ended", PROMOTIONS.ended],
    ["one that has not started", PROMOTIONS.notStarted],
    ["one that is paused", PROMOTIONS.paused],
  ])("nothing differs in another promotion: %s", async (_name, promotion) => {
    const report = await run(suite(["--bill", "--promotion", String(promotion)]));
    expect(report.checks.filter(({ result }) => result === "differs")).toEqual([]);
    expect(report.made).toEqual(report.planned);
  });

  it.each([
    { createForm: "reward_in_body", createAndRedeemForm: "plain" },
    { createForm: "reward_in_path", createAndRedeemForm: "actions" },
  ] as const)("nothing differs with only one form of the two paths: %j", async (forms) => {
    const report = await run(suite(IN_FULL, forms));
    expect(report.checks.filter(({ result }) => result === "differs")).toEqual([]);
    expect(idsOf(report, "holds")).toEqual(expect.arrayContaining(["create.forms", "deliver.forms"]));
  });

  it("without --create all checks that make something are not supported, and say what they need", async () => {
    const report = await run(suite(READ_ONLY));
    const reasons = report.checks.flatMap((check) => (check.result === "not_supported" ? check.reason : []));
    expect(idsOf(report, "differs")).toEqual([]);
    expect(new Set(reasons)).toEqual(
      new Set([
        "needs --create",
        "no redemption in the promotion",
        "no redemption in the promotion to look for",
        "all there is fits on one page",
        "there are fewer than two",
        "no redemption was met",
        ...["activation", "updated", "redeemed", "refunded"].map(
          (name) => `fewer than two redemptions with another ${name}_datetime`,
        ),
      ]),
    );
  });
});

/** Every third deviation; `DEVIATIONS=all`, as in the long run, plants each. */
const SHARE = process.env.DEVIATIONS === "all" ? 1 : 3;
const PLANTED = (Object.keys(FOUND_BY) as Deviation[]).filter((_, place) => place % SHARE === 0);

describe("on a service with one planted deviation", () => {
  it.each(PLANTED)("%s", async (deviation) => {
    const args = SEEN_IN_MAINTENANCE.includes(deviation) ? MAINTENANCE : IN_FULL;
    const one = suite(args, {}, deviation);
    const prepared = await one.prepare();
    const report = await prepared.execute();

    const named = FOUND_BY[deviation].split(" ");
    const found = idsOf(report, "differs");
    if (named.at(-1) === "…") expect(found).toEqual(expect.arrayContaining(named.slice(0, -1)));
    else expect(found).toEqual(named);

    const text = JSON.stringify(report);
    expect(one.secrets().filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain("an answer that can be judged");
    const { makes, risks } = prepared.plan;
    expect(madeIn(one).redemptions).toBeLessThanOrEqual(makes.redemptions + risks.redemptions);
    expect(madeIn(one).codes).toBeLessThanOrEqual(makes.codes + risks.codes);
  });

  it("every check finds at least one deviation", () => {
    const finders = new Set(Object.values(FOUND_BY).flatMap((ids) => ids.split(" ")));
    const idle = CHECKS.map(({ id }) => id).filter((id) => !finders.has(id));
    expect(idle).toEqual([]);
  });
});

describe("what a run makes", () => {
  it.each([
    ["everything", IN_FULL, { redemptions: 23, codes: 9 }],
    ["without codes", ["--create", ...READ_ONLY], { redemptions: 13, codes: 0 }],
    ["only Book", [...EVERYTHING, "--only", "book."], { redemptions: 2, codes: 0 }],
    ["only Redeem", [...EVERYTHING, "--only", "redeem."], { redemptions: 3, codes: 2 }],
    ["only Refund", [...EVERYTHING, "--only", "refund."], { redemptions: 4, codes: 2 }],
    ["only reads", READ_ONLY, { redemptions: 0, codes: 0 }],
  ])("is exactly the plan: %s", async (_name, args, expected) => {
    const one = suite(args);
    const prepared = await one.prepare();
    expect(prepared.plan.makes).toEqual(expected);
    expect(madeIn(one)).toEqual({ redemptions: 0, codes: 0 });
    const report = await prepared.execute();
    expect(madeIn(one)).toEqual(expected);
    expect(report.planned).toEqual(expected);
    expect(report.made).toEqual(expected);
  });

  it("carries the planned order ids and e-mail address", async () => {
    const one = suite([...IN_FULL, "--run", "seven"]);
    await run(one);
    for (const { orderId, email } of one.control.redemptions()) {
      expect(orderId).toMatch(/^conformance\.seven\.4001\.\d+$/);
      expect(email).toBe("suite@user.example");
    }
  });

  it("is tidied: nothing stays pending, and of the redeemed ones only last month's is not refunded", async () => {
    const one = suite();
    const report = await run(one);
    const states = one.control.redemptions().map(({ state }) => state);
    expect(states.filter((state) => state === "pending")).toEqual([]);
    expect(states.filter((state) => state === "redeemed")).toHaveLength(1);
    expect(report.left).toHaveLength(one.control.redemptions().length);
    expect(report.left.filter(({ state }) => state === "redeemed")).toHaveLength(1);
  });

  it("is refunded afterwards if the refund during the run failed", async () => {
    const one = suite([...IN_FULL, "--only", "redeem.pending"]);
    one.control.fault({ operation: "refund", kind: "server_error" });
    const report = await run(one);
    expect(report.left.map(({ state }) => state).sort()).toEqual(["canceled", "refunded"]);
  });

  it("is nothing without --create: every request but the token's is a GET", async () => {
    const one = suite(READ_ONLY);
    await run(one);
    const posts = one.sent.filter(({ method }) => method !== "GET");
    expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(["/auth/oauth/token"]));
  });
});
