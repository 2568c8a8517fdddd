/** The lamps of the operator's page: each says its part, and only what a person has to look at turns one on. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LAMPS, type LampsOptions, lampsOf } from "../../../server/operators/lamps.ts";
import type { Warning } from "../../../server/operators/warnings.ts";
import { lampAdvice, sentenceOf } from "../../../widget/operator/words.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const warned = (code: Warning["code"], site?: string): Warning => ({
  code,
  message: `what ${code} says`,
  ...(site !== undefined && { site }),
});
function shown(
  details: Partial<LampsOptions["details"]> = {},
  more: Partial<LampsOptions> = {},
): Record<string, string> {
  const all = { warnings: [], recovery: undefined, instances: [], ...details };
  const lamps = lampsOf({ details: all, sites: [], copies: undefined, ...more });
  return Object.fromEntries(lamps.map(({ lamp, site, is }) => [site ? `${lamp} ${site}` : lamp, is]));
}
const instance = (version: string) => ({ name: "server-1", version, since: NOW, seen: NOW });

describe("the lamps", () => {
  it("are all well where nothing is warned of, without one for a recovery that was not", () => {
    const without = LAMPS.filter((name) => name !== "Recovery" && name !== "Site");
    expect(shown()).toEqual(Object.fromEntries(without.map((name) => [name, "well"])));
  });

  it("have one for each site that is sent or asked something, and only that of the site is on", () => {
    const lamps = shown({ warnings: [warned("webhook_off", "shop")] }, { sites: ["bank", "shop"] });
    expect(lamps).toMatchObject({ "Site bank": "well", "Site shop": "look" });
  });

  it("are on with what is wrong, word for word", () => {
    const details = { warnings: [warned("clock")], recovery: undefined, instances: [] };
    const lamps = lampsOf({ details, sites: [], copies: undefined });
    expect(lamps.filter(({ is }) => is !== "well")).toEqual([
      { lamp: "Clock", is: "look", says: ["what clock says"] },
    ]);
  });

  it("have a note, and nothing to do, where a person may only want to know", () => {
    expect(shown({ warnings: [warned("out_of_stock")] })).toMatchObject({ Stock: "note" });
    expect(shown({}, { copies: "none is made" })).toMatchObject({ Backup: "note" });
    expect(shown({ instances: [instance("1.0.0"), instance("1.1.0")] })).toMatchObject({ Instances: "note" });
    expect(shown({ recovery: { at: NOW, isNoticed: false } })).toMatchObject({ Recovery: "note" });
  });

  it("say what is wrong before what is only to be known", () => {
    const warnings = [warned("instance_silent")];
    expect(shown({ warnings, instances: [instance("1.0.0"), instance("1.1.0")] })).toMatchObject({
      Instances: "look",
    });
  });

  it("each have a row in the runbook, which the page shows", () => {
    const runbook = readFileSync(resolve(import.meta.dirname, "../../../docs/operate/alerts.md"), "utf8");
    const section = /## The lamps\n([\s\S]*?)\n## /.exec(runbook)?.[1] ?? "";
    const rows = [...section.matchAll(/^\|(\w+) \|(.+?) \|/gm)].filter(([, name]) => name !== "lamp");
    expect(rows.map(([, name]) => name)).toEqual([...LAMPS]);
    for (const [, name = "", watches = ""] of rows)
      expect(lampAdvice(name)[0]).toBe(`${watches.slice(0, 1).toUpperCase()}${watches.slice(1)}`);
  });
});

describe("the first sentence", () => {
  const lamp = (name: (typeof LAMPS)[number], site?: string) => ({
    lamp: name,
    is: "look" as const,
    says: [],
    ...(site !== undefined && { site }),
  });
  const order = { since: new Date(NOW - 8 * 60_000).toISOString() };
  const situation = (total: number, lamps: ReturnType<typeof lamp>[]) =>
    ({ total, orders: total > 0 ? [order] : [], lamps }) as never;

  it.each([
    [0, [], "All well"],
    [1, [lamp("Orders")], "1 order needs you, for 8 minutes"],
    [3, [lamp("Orders")], "3 orders need you, the oldest for 8 minutes"],
    [0, [lamp("Backup"), lamp("Site", "shop")], "No order needs you, but look at Backup and Site shop"],
    [2, [lamp("Clock")], "2 orders need you, the oldest for 8 minutes; look at Clock as well"],
  ] as const)("of %i orders", (total, lamps, said) => {
    expect(sentenceOf(situation(total, [...lamps]), NOW)).toBe(said);
  });
});
