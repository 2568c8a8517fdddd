/**
 * Rows that earlier releases stored, in every phase: today's server reads them, shows them, lets their users in again and finishes
 * them. The files in releases/ are written by `npm run rows`, and never changed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { orderOf } from "../../../server/rows/stored-order.ts";
import { SKU } from "../../contract/states.ts";
import { MINUTE } from "../../support/rewards.ts";
import type { World } from "../../support/world.ts";
import { nameOf, type ReleasedRow, requestOf, staged } from "./phases.ts";

const FOLDER = join(import.meta.dirname, "releases");
const released = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => ({ release: file.replace(".jsonl", ""), ...(JSON.parse(line) as ReleasedRow) })),
);

interface Body {
  readonly known: { readonly attempts: readonly { readonly redemption_id: string | null }[] };
}

/** The released row about the redemption that the service has in this play: its own is that of another play. */
function ofThisPlay(body: Record<string, unknown>, played: Record<string, unknown>): Record<string, unknown> {
  const idsOf = (row: unknown) => (row as Body).known.attempts.map(({ redemption_id }) => redemption_id);
  const now = idsOf(played);
  return idsOf(body).reduce((text, id, at) => {
    const other = now[at];
    return id && other ? JSON.parse(JSON.stringify(text).replaceAll(id, other)) : text;
  }, body);
}

/** Without the seconds that pass between two views. */
const shown = ({ hold_seconds_left: _, ...order }: Record<string, unknown>) => order;
const codesMade = ({ control }: World): number => control.codes().length;

describe("a row of an earlier release", () => {
  it.each(released.map((row) => [`${row.release}, ${nameOf(row)}`, row] as const))(
    "%s: is shown as before, opens for its user again, and ends with one code at most",
    (_, row) =>
      staged(row, async ({ world, browser, row: played, replace }) => {
        const before = (await browser.get("/v1/order")).data;
        await replace({ version: row.version, body: ofThisPlay(row.body, played().body) });
        expect(shown((await browser.get("/v1/order")).data)).toEqual(shown(before));
        const again = await world.mint(requestOf(row.delivery));
        expect([again.status, again.data?.state]).toEqual([201, row.state]);

        world.control.clearFaults();
        await world.pass(6 * MINUTE);
        const page = await world.browser(requestOf(row.delivery));
        const order = async () => (await page.get("/v1/order")).data;
        if ((await order()).state === "open" && row.delivery !== "notify")
          await page.post("/v1/order/book", { sku: SKU });
        if ((await order()).state === "booked") {
          const { attempt, sku } = await order();
          await page.post(`/v1/order/${row.delivery}`, { attempt, sku });
        }
        if ((await order()).state === "open") await page.post("/v1/order/notify", { sku: SKU });
        await world.pass(MINUTE);
        const ended = (await order()).state;
        const isOver = ["canceled", "refunded", "failed", "denied", "blocked", "expired"].includes(row.state);
        expect(ended).toBe(isOver ? row.state : ENDS[row.delivery][row.state === "redeemed" ? 0 : 1]);
        expect(codesMade(world)).toBeLessThanOrEqual(1);
      }),
  );

  const [booked] = released.filter(({ state, delivery }) => state === "booked" && delivery === "redeem");
  const optional = ["customization", "metadata"] as const;
  it.each(optional)("that lacks the pin %s is one that has it as null", (name) => {
    if (!booked) throw new Error("no booked row");
    const { pins } = booked.body as { pins: Record<string, unknown> };
    const { [name]: _, ...older } = pins;
    const request = { ...requestOf("redeem"), [name]: undefined };
    return staged(booked, async ({ world, row: played, replace }) => {
      const body = ofThisPlay(booked.body, played().body);
      await replace({ version: booked.version, body: { ...body, pins: older } });
      expect((await world.mint(request)).status).toBe(201);
      expect((await world.mint({ ...request, max_amount: "99" })).problem.detail).toContain(
        "another max_amount.",
      );
    });
  });

  it("keeps members that a newer release wrote, for when that one takes over again", () => {
    const { version, body } = released[0] as ReleasedRow;
    const pins = { ...(body.pins as object), later: "yes" };
    const order = orderOf({ ...body, pins, later: 1 }, version);
    expect(order).toMatchObject({ later: 1, pins: { later: "yes" } });
  });

  it.each([
    ["pins", "max_amount"],
    ["known", "last_n"],
    ["known", "attempts"],
    ["wanted", "confirmed"],
  ])("that lost %s.%s, on which money depends, is damaged and never guessed", (part, name) => {
    const { version, body } = released[0] as ReleasedRow;
    const { [name]: _, ...rest } = body[part] as Record<string, unknown>;
    expect(() => orderOf({ ...body, [part]: rest }, version)).toThrow(`a stored row has no ${name}`);
  });
});

/** How an order of each delivery ends: with its code, or with its link. */
const ENDS = {
  redeem: ["redeemed", "redeemed"],
  activate: ["redeemed", "activated"],
  notify: ["redeemed", "notified"],
} as const;
