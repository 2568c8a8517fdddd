/** The rules of Prometheus and the dashboard of Grafana speak of metrics that a server has, and fire when they should. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processMeasures } from "../../server/observing/measures.ts";
import { LAMPS, lampsOf } from "../../server/operators/lamps.ts";
import type { Warning } from "../../server/operators/warnings.ts";
import { asOperator, OPERATOR_KEY } from "../server/routes/operator.ts";
import { PROMTOOL, promtool } from "../support/prometheus.ts";
import { createWorld, ORIGIN, SITE_KEY } from "../support/world.ts";

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, "../..", path), "utf8");
const RULES = "deploy/alerts.yml";
const CASES = "test/deploy/alerts.yaml";
const rules = read(RULES);
const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (?:>-\n)?([\s\S]*?)\n\s+(?:for|labels):/g)].map(
  ([, name = "", expr = ""]) => ({ name, expr }),
);
const dashboard = JSON.parse(read("deploy/grafana.json")) as {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
};

let own = "";
let scrape = "";
/** Every series' name that a scrape can have: a histogram has three. */
const series = new Map<string, Set<string>>();
const buckets = ["_bucket", "_sum", "_count"];

beforeAll(async () => {
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const webhook = { url: "https://hooks.example/", secret };
  const SITES = JSON.stringify([
    { id: "shop", key: SITE_KEY, origins: [ORIGIN], webhook, authorize: webhook },
  ]);
  const world = await createWorld({ OPERATOR_KEY, SITES });
  const browser = await world.browser();
  await browser.get("/v1/catalog");
  await browser.post("/v1/order/book", { sku: "PLUMVALE-CODE-PIN-C128-30" });
  await world.request("/metrics", { headers: asOperator });
  ({ text: own } = await world.request("/metrics", { headers: asOperator }));
  await world.close();
  scrape = own + (await processMeasures().registry.metrics());
  for (const [, name = "", type] of scrape.matchAll(/^# TYPE (\S+) (\w+)/gm))
    for (const end of type === "histogram" ? buckets : [""]) {
      const lines = scrape.split("\n").filter((line) => line.startsWith(`${name}${end}`));
      series.set(
        name + end,
        new Set(lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, l = ""]) => l))),
      );
    }
});
afterAll(() => series.clear());

type Row = readonly [alert: string, lamps: string, when: string, does: string];
const rowsOf = (heading: string): string[][] => {
  const section =
    new RegExp(`## ${heading}\\n([\\s\\S]*?)\\n## `).exec(read("docs/operate/alerts.md"))?.[1] ?? "";
  const rows = [...section.matchAll(/^\|(.*)\|$/gm)].slice(2);
  return rows.map(([, cells = ""]) => cells.split("|").map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")));
};
const told = rowsOf("The rules") as unknown as Row[];

/** What the server itself says, on the page and in the readiness details, where an alert fires. */
const WARNED: Readonly<Record<string, readonly Warning["code"][]>> = {
  RewardRedemptionPersonNeeded: ["attention"],
  RewardRedemptionListNotWorked: ["attention"],
  RewardRedemptionOutage: ["outcomes_unknown"],
  RewardRedemptionMoneyAtRisk: ["attention"],
  RewardRedemptionOrdersNotWorked: ["orders_overdue"],
  RewardRedemptionReconcilerStopped: ["instance_silent"],
  RewardRedemptionDatabaseAway: ["ledger_unavailable"],
  RewardRedemptionLedgerWentBack: ["ledger_recovered"],
  RewardRedemptionBackupLate: ["backup_late"],
  RewardRedemptionClock: ["clock"],
  RewardRedemptionCredentialsRefused: ["credentials_refused"],
  RewardRedemptionServiceUnread: ["budget_unknown", "stock_unknown"],
  RewardRedemptionBudgetLow: ["budget_low", "budget_empty"],
  RewardRedemptionWebhookOff: ["webhook_off"],
  RewardRedemptionWebhookLate: ["webhook_late"],
  RewardRedemptionAuthorizationUnavailable: ["authorize_unanswered"],
  RewardRedemptionUpstreamProblems: ["requests_fail"],
  RewardRedemptionInstanceGone: ["instance_silent"],
};

const namesIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:reward_redemption|process|nodejs)_\w+/g)].map(([name]) => name);
/** What Prometheus itself adds to every series. */
const OF_PROMETHEUS = ["job", "instance"];
/** Labels that an expression groups by or selects, of all its series together. */
const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = ""]) => list.split(", ")),
  ...[...expr.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label = ""]) => label),
];
const unknownLabels = (expr: string): string[] =>
  labelsIn(expr).filter(
    (label) => !OF_PROMETHEUS.includes(label) && !namesIn(expr).some((name) => series.get(name)?.has(label)),
  );

describe("the alerts", () => {
  it.runIf(PROMTOOL.isThere())("are rules that Prometheus takes", () => {
    expect(promtool(["check", "rules", RULES])).toContain(`${alerts.length} rules found`);
  });

  it.runIf(PROMTOOL.isThere())("fire when they should, and not before", () => {
    expect(promtool(["test", "rules", CASES])).toContain("SUCCESS");
  });

  it("each have a case", () => {
    expect(alerts.length).toBeGreaterThan(9);
    const cases = [...read(CASES).matchAll(/^ {8}alertname: (\w+)$/gm)].map(([, name]) => name);
    expect(cases).toEqual(alerts.map(({ name }) => name));
  });

  it("speak of series and labels that a scrape has", () => {
    for (const { name, expr } of alerts) {
      const missing = namesIn(expr).filter((each) => !series.has(each));
      expect([name, missing, unknownLabels(expr)]).toEqual([name, [], []]);
    }
  });

  it("are those of the runbook, each with lamps, and a paragraph that says what to do", () => {
    expect(told.map(([name]) => name)).toEqual(alerts.map(({ name }) => name));
    for (const [name, lamps, , does] of told) {
      expect(lamps.split(", ").filter((lamp) => !(LAMPS as readonly string[]).includes(lamp))).toEqual([]);
      // The links of all documents are followed elsewhere.
      expect([name, /\]\(\S+\)|^the same$/.test(does)]).toEqual([name, true]);
    }
  });

  it("each turn the lamps on that the runbook names", () => {
    const lit = alerts.map(({ name }) => {
      const warnings = (WARNED[name] ?? []).map((code) => ({ code, message: "", site: "shop" }));
      const details = { warnings, recovery: undefined, instances: [] };
      const lamps = lampsOf({ details, sites: ["shop"], copies: undefined });
      return [name, lamps.filter(({ is }) => is === "look").map(({ lamp }) => lamp)];
    });
    // The lamp of the recovery is there only where there was one.
    const expected = told.map(([name, lamps]) => [
      name,
      lamps.split(", ").filter((lamp) => lamp !== "Recovery"),
    ]);
    expect(lit).toEqual(expected);
  });
});

describe("the dashboard", () => {
  it("shows series and labels that a scrape has", () => {
    expect(dashboard.panels.length).toBeGreaterThan(10);
    for (const { title, targets } of dashboard.panels)
      for (const { expr } of targets) {
        const missing = namesIn(expr).filter((each) => !series.has(each));
        expect([title, namesIn(expr).length > 0, missing, unknownLabels(expr)]).toEqual([
          title,
          true,
          [],
          [],
        ]);
      }
  });

  it("asks for its jobs by a series that there is", () => {
    const queries = dashboard.templating.list.flatMap(({ query }) =>
      typeof query === "string" ? [] : namesIn(query.query),
    );
    expect(queries).toEqual(["reward_redemption_build_info"]);
    expect(series.has("reward_redemption_build_info")).toBe(true);
  });
});

it.runIf(PROMTOOL.isThere())("our own part of a scrape is as Prometheus wants metrics to be", () => {
  expect(() => promtool(["check", "metrics"], own)).not.toThrow();
});
