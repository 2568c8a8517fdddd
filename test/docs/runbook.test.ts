/** The runbook names what there is: every reason with its section, every metric, setting and answer it speaks of. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { attentionOrder, releasedOrder } from "../../server/operators/attention-query.ts";
import { REASONS } from "../../server/redemption/needs-person.ts";
import { ORDER_STATES } from "../../shared/wire.ts";
import { enFlow } from "../../widget/texts/en-flow.ts";
import { OPERATOR_KEY } from "../server/routes/operator.ts";
import { createWorld } from "../support/world.ts";
import { sectionsOf, spansIn } from "./page.ts";
import { namesIn } from "./source.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/runbook.md"), "utf8");
const sections = sectionsOf(page);
const textOf = (heading: string): string => sections.get(heading)?.text ?? "";

/** Of each reason: what it means, what its user sees, what to check, what to do, what not to do. */
const PARTS = ["Means: ", "User sees: ", "Check: ", "Do: ", "Do not: "];
const reasons = textOf("Reasons")
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    name: /^`(\w+)`$/m.exec(part)?.[1],
    paragraphs: part.split(/\n+(?=(?:Means|User sees|Check|Do|Do not): )/).slice(1),
  }));

describe("the reasons", () => {
  it("have one section each, and there is none of another", () => {
    expect(reasons.map(({ name }) => name)).toEqual(REASONS);
  });

  it.each(REASONS)("%s: means, user sees, check, do, do not", (reason) => {
    const paragraphs = reasons.find(({ name }) => name === reason)?.paragraphs.filter(Boolean) ?? [];
    expect(paragraphs.map((text) => PARTS.find((part) => text.startsWith(part)))).toEqual(PARTS);
  });

  it("say what the user sees in states and words that there are", () => {
    const seen = reasons.map(
      ({ paragraphs }) => paragraphs.find((text) => text.startsWith("User sees")) ?? "",
    );
    const words = Object.values(enFlow);
    for (const text of seen) {
      const states = spansIn(text);
      expect(states.filter((state) => !ORDER_STATES.some((known) => known === state))).toEqual([]);
      for (const [, quoted] of text.matchAll(/"([^"]+)"/g)) expect(words).toContain(quoted);
    }
  });
});

describe("what is named", () => {
  it("of a row is in the row, and everything of a row is named", () => {
    const named = (sections.get("The list")?.rows ?? []).flatMap(({ member = "" }) => spansIn(member));
    expect(named.toSorted()).toEqual(Object.keys(attentionOrder.shape).toSorted());
  });

  it("as done is what a release answers", () => {
    const [table = ""] = textOf("Release").split("The body is optional");
    const [head, ...named] = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(head).toBe("done");
    expect(named.toSorted()).toEqual([...releasedOrder.shape.done.options].toSorted());
  });

  it("as a metric is in a scrape", async () => {
    const world = await createWorld({ OPERATOR_KEY });
    const { text } = await world.request("/metrics", {
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    await world.close();
    const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
    const named = [...page.matchAll(/reward_redemption_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("in capitals is a setting", () => {
    const settings = new Set([
      ...namesIn("server/settings/env.ts"),
      ...namesIn("server/settings/operator-keys.ts"),
    ]);
    const named = spansIn(page.replace(/```.*?```/gs, "")).filter(
      (span) => /^[A-Z]{2,}(_[A-Z]+)*$/.test(span) && !span.startsWith("SIG"),
    );
    expect(named).toContain("EMAIL_KEPT_DAYS");
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
  });
});
