/**
 * The suite against a service that is not ours and implements only a part of the interface, over real sockets. It was
 * written for other tests, so it does not conform fully: the list below is what it lacks, and nothing else is found.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idsOf } from "../support/conformance.ts";
import {
  FOREIGN_SECRET,
  type ForeignService,
  foreignEnv,
  startForeignService,
} from "../support/foreign-service.ts";
import { optionsFrom, readValues } from "./options.ts";
import type { Report } from "./report.ts";
import { prepareRun } from "./run.ts";

const ARGS = ["--promotion", "77", "--client", "5", "--bill"];

let service: ForeignService;
let report: Report;
beforeAll(async () => {
  service = await startForeignService();
  const addresses = ["--base-url", service.baseUrl, "--auth-url", service.authUrl];
  const options = optionsFrom(readValues([...addresses, ...ARGS]), foreignEnv(service));
  const clock = { now: Date.now, pause: async () => {} };
  report = await (await prepareRun({ ...options, fetch, clock })).execute();
});
afterAll(() => service.close());

/** The findings that each missing operation or rule causes. */
const LACKS = {
  "header credentials": [
    "authentication.headers-account",
    "authentication.headers-deliver",
    "authentication.headers-promotion",
    "authentication.headers-promotions",
    "authentication.headers-redeem",
    "authentication.headers-redemptions",
    "authentication.headers-reward",
    "authentication.headers-rewards",
  ],
  "a look at the promotion of an order": [
    "book.unknown-promotion",
    "deliver.unknown-promotion",
    "redemptions.unknown-promotion",
  ],
  "Get current account": ["account.fields"],
  "List promotions": [
    "promotions.fields",
    "promotions.client",
    "promotions.pages",
    "promotions.total",
    "promotion.listed-alike",
  ],
  "members of promotions, rewards and redemptions": [
    "promotion.fields",
    "rewards.fields",
    "reward.fields",
    "redemption.fields",
    "redemptions.fields",
  ],
  "cost, free_value and unknown SKUs": ["rewards.cost", "rewards.free-value-sku", "reward.unknown"],
  "refusals of rewards that cannot be had": [
    "book.unknown-reward",
    "book.unusable-reward",
    "deliver.unknown-reward",
    "deliver.unusable-reward",
  ],
  "Create a redemption": ["create.pending"],
  "limits of amounts": [
    "amount.decimal",
    "amount.below",
    "amount.above",
    "amount.zero",
    "amount.negative",
    "amount.words",
    "amount.fixed-reward",
  ],
  "Create and redeem, which it takes for Book": [
    "deliver.redeemed",
    "deliver.kept",
    "deliver.repeated",
    "deliver.redeemed-by-id",
    "deliver.other-parameters",
    "hold.delivered",
    "redeem.then-delivered",
  ],
  "a look at the body of Redeem and Activate": ["redeem.no-data", "activate.no-data"],
  "Activate, Refund and Consult card": [
    "activate.pending",
    "activate.kept",
    "refund.redeemed",
    "consult.redeemed",
    "consult.hold",
  ],
  "filters other than order_id": [
    "filter.reward-sku",
    "filter.state",
    "filter.email-other",
    "filter.redeemed",
  ],
};

describe("a service that is not ours", () => {
  it("differs in the parts that it lacks, and in nothing else", () => {
    expect(idsOf(report, "differs").sort()).toEqual(Object.values(LACKS).flat().sort());
  });

  it("keeps the rules that it implements", () => {
    expect(idsOf(report, "holds")).toEqual(
      expect.arrayContaining([
        "authentication.token",
        "authentication.bearer",
        "rewards.pages",
        "rewards.total",
        "rewards.sku-filter-several",
        "book.booked",
        "book.repeated",
        "book.no-codes",
        "redeem.hold",
        "redeem.repeated",
        "filter.order-id",
        "errors.body",
      ]),
    );
  });

  it("without Create, checks that need a created redemption could not be tried", () => {
    const reasons = report.checks.flatMap((check) => (check.result === "not_supported" ? check.reason : []));
    expect(reasons).toContain("no redemption to go on with: Create a redemption answered 404");
  });

  it("was asked for one token, and three times wrongly; the report contains none of its secrets", () => {
    expect(service.requests.filter(({ path }) => path.endsWith("/oauth/token"))).toHaveLength(1 + 3);
    const text = JSON.stringify(report);
    const secrets = [FOREIGN_SECRET, ...service.secrets, "conformance@example.com"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
