/** Every state and every code that the portal can get has words of its own. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { SORTS } from "../../../../demo/portal/requests.ts";
import { REDEMPTION_SORTS, REDEMPTION_STATES } from "../../../../server/fulfillment/redemption-filters.ts";
import { ROUTES } from "../../../../server/routes/descriptions.ts";
import { DELIVERIES, ORDER_STATES } from "../../../../shared/wire.ts";

interface Words {
  ORDER_STATES: Record<string, { label: string; words: string }>;
  REDEMPTION_STATES: Record<string, { label: string }>;
  DELIVERIES: Record<string, { label: string }>;
  SORTS: Record<string, string>;
  orderState(state: string): { label: string };
  refusalText(
    refusal: { code: string; requestId?: string; retryAfterSeconds?: number },
    action?: string,
    state?: string,
  ): string;
  confirmationOf(action: string, order: { state: string; order_id: string }): { title: string; text: string };
}
const words: Words = await import(
  pathToFileURL(resolve(import.meta.dirname, "../../../../demo/portal/page/words.js")).href
);

/** The clerks can do nothing about these: they are faults of the portal's own backend or its settings. */
const FAULTS = [
  "site_key_invalid",
  "promotion_not_allowed",
  "invalid_json",
  "not_found",
  "too_large",
  "unsupported_media_type",
];
const codes = new Set(
  // Of events the portal's backend is told: no clerk asks for them.
  ROUTES.filter(({ security, path }) => security === "siteKey" && !path.startsWith("/v1/events")).flatMap(
    ({ problems = [] }) => problems,
  ),
);

describe("words", () => {
  it("exist for every state of an order and of a redemption, every delivery, and every order of a list", () => {
    expect(Object.keys(words.ORDER_STATES)).toEqual([...ORDER_STATES]);
    expect(Object.keys(words.REDEMPTION_STATES).sort()).toEqual([...REDEMPTION_STATES].sort());
    expect(Object.keys(words.DELIVERIES)).toEqual([...DELIVERIES]);
    expect(Object.keys(words.SORTS)).toEqual([...SORTS]);
    for (const sort of SORTS) expect(REDEMPTION_SORTS).toContain(sort);
  });

  it.each([...codes].filter((code) => !FAULTS.includes(code)))("have a sentence for %s", (code) => {
    expect(words.refusalText({ code })).not.toContain(code);
  });

  it.each(FAULTS)("name %s for the person who can solve it, with the request id", (code) => {
    const text = words.refusalText({ code, requestId: "request-1" });
    expect(text).toContain(`${code}, request request-1`);
  });

  it("say that an unanswered cancel or refund is noted, and say so of nothing else", () => {
    const refusal = { code: "upstream_unavailable" };
    for (const action of ["cancel", "refund"]) {
      expect(words.refusalText(refusal, action, "redeemed")).toMatch(
        /has not answered yet.*noted.*ask again/,
      );
    }
    expect(words.refusalText(refusal)).not.toMatch(/noted/);
  });

  it.each([
    [20, "20 s"],
    [61, "2 min"],
  ])("say when to come back after %i seconds", (retryAfterSeconds, when) => {
    expect(words.refusalText({ code: "rate_limited", retryAfterSeconds })).toContain(when);
  });
});
