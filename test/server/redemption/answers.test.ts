/**
 * What an answer of the service makes of an attempt: state × phase. Source: docs/proof/course.md, "What an answer means";
 * docs/proof/rules.md, rules 3, 4 and 13 to 15.
 */
import { describe, expect, it } from "vitest";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { absorb, type Source } from "../../../server/redemption/answers.ts";
import { attentionOf } from "../../../server/redemption/needs-person.ts";
import type { Attempt, Order, Phase } from "../../../server/rows/order.ts";
import { CANCEL_REFUSED_FOR, CODES_WITHIN, FAILED_RETRIES } from "../../../server/timing.ts";
import { attempt, NOW, orderOf, redemption, table } from "./rows.ts";

/** A link of an order whose delivery makes links. */
const LINK = { pins: { delivery: "activate" } } as const;

interface Says {
  readonly seen: Redemption;
  readonly parts?: typeof LINK;
}

const SAYS: Readonly<Record<string, Says>> = {
  booked: { seen: redemption("booked") },
  pending: { seen: redemption("pending") },
  link: { seen: redemption("pending"), parts: LINK },
  redeemed: { seen: redemption("redeemed") },
  canceled: { seen: redemption("canceled") },
  refunded: { seen: redemption("refunded") },
  returned: { seen: redemption("refunded", { redeemed_datetime: "2026-11-20T11:00:00Z" }) },
  paid: { seen: redemption("canceled", { debited: true }) },
  failed: { seen: redemption("failed") },
  denied: { seen: redemption("denied") },
};

const absorbed = (order: Order, seen: Redemption, source: Source = "reading", now = NOW): Attempt => {
  const [first] = absorb(order, 1, seen, source, now).known.attempts;
  return first ?? expect.fail();
};

describe("what the service says of an attempt", () => {
  // `repeat`: the attempt stays confirmed, and its call may be sent again.
  it.each(
    table(`
      phase      booked  pending  link   redeemed  canceled  refunded  returned  paid   failed  denied
      booking    held    stuck    made   made      over      over      made      over   over    stuck
      held       held    held     held   made      over      over      made      over   over    stuck
      confirmed  repeat  repeat   made   made      over      over      made      stuck  repeat  stuck
      made       made    made     made   made      over      made      made      stuck  repeat  stuck
      stuck      stuck   stuck    stuck  made      over      over      made      stuck  stuck   stuck
      released   stuck   stuck    made   made      over      over      made      stuck  over    over
      over       over    over     over   over      over      over      over      over   over    over
    `),
  )("$row, and $column: $cell", ({ row, column, cell }) => {
    const { seen, parts } = SAYS[column] ?? expect.fail();
    const order = orderOf([attempt(row as Phase, { reason: row === "stuck" ? "denied" : null })], parts);
    const after = absorb(order, 1, seen, "reading", NOW);
    const phase = after.known.attempts[0]?.phase;
    const isRepeat = phase === "confirmed" && after.known.call?.asked === true;
    expect(isRepeat ? "repeat" : phase).toBe(cell);
  });

  it("is denied, blocked and expired by name; any other word of the service is unknown_state", () => {
    for (const state of ["denied", "blocked", "expired"])
      expect(absorbed(orderOf([attempt("confirmed")]), redemption(state)).reason).toBe(state);
    expect(absorbed(orderOf([attempt("confirmed")]), redemption("on_hold")).reason).toBe("unknown_state");
  });

  it("is a hold where the answer to our own Book calls it pending, and nowhere else", () => {
    for (const delivery of ["redeem", "activate"] as const) {
      const order = orderOf([attempt("booking")], { pins: { delivery } });
      expect(absorbed(order, redemption("pending"), "call").phase).toBe("held");
      expect(absorbed(order, redemption("pending"), "list").phase).not.toBe("held");
    }
  });

  it("frees a confirmed attempt only where nothing was ever redeemed, shown or paid", () => {
    const canceled = redemption("canceled");
    const of = (more: Partial<Attempt>) => absorbed(orderOf([attempt("confirmed", more)]), canceled);
    expect(of({}).phase).toBe("over");
    expect(of({ was_redeemed: true }).phase).toBe("made");
    const redeemed = absorb(orderOf([attempt("confirmed")]), 1, redemption("redeemed"), "call", NOW);
    expect(absorbed(redeemed, canceled).phase).toBe("made");
    const once = redemption("canceled", { redeemed_datetime: "2026-11-20T11:00:00Z" });
    expect(absorbed(orderOf([attempt("confirmed")]), once).phase).toBe("made");
    expect(of({ had_codes: true })).toMatchObject({ phase: "stuck", reason: "debited" });
    const shown = redemption("canceled", { reward_codes: { codes: [{ usage: "primary", value: "A1" }] } });
    expect(absorbed(orderOf([attempt("confirmed")]), shown)).toMatchObject({ reason: "debited" });
  });
});

describe("another redemption than the attempt's", () => {
  it.each([
    ["sku", { reward: { sku: "OTHER" } }],
    ["promotion", { promotion: { id: "4002" } }],
    ["amount", { value: { amount: 19 } }],
  ])("in its %s is never shown: the attempt is stuck", (_, change) => {
    for (const phase of ["booking", "held", "confirmed", "made"] as const)
      expect(
        absorbed(orderOf([attempt(phase, { amount: "20" })]), redemption("redeemed", change)),
      ).toMatchObject({ phase: "stuck", reason: "other_parameters" });
    const released = orderOf([attempt("released", { amount: "20" })]);
    expect(absorbed(released, redemption("redeemed", change)).phase).toBe("stuck");
    expect(absorbed(released, redemption("canceled", change)).phase).toBe("over");
  });

  it("is not what misses a member: only id and state are promised", () => {
    const bare = redemption("redeemed", { reward: undefined, promotion: undefined, value: undefined });
    expect(absorbed(orderOf([attempt("confirmed", { amount: "20" })]), bare).phase).toBe("made");
  });
});

describe("failed", () => {
  it("is retried three times, then canceled; a Cancel that stays refused for half an hour is for a person", () => {
    let order = orderOf([attempt("confirmed")]);
    const failed = redemption("failed");
    for (let n = 1; n <= FAILED_RETRIES; n++) {
      order = absorb(order, 1, failed, "call", NOW);
      expect(order.known.call).toMatchObject({ operation: "redeem", asked: true });
    }
    order = absorb(order, 1, failed, "call", NOW);
    expect(order.known.call).toMatchObject({ operation: "cancel", asked: true });
    const { call } = order.known;
    const refused: Order = {
      ...order,
      known: { ...order.known, call: call && { ...call, refused_at: NOW } },
    };
    const early = absorb(refused, 1, failed, "reading", NOW + CANCEL_REFUSED_FOR - 1);
    expect(early.known.call).toMatchObject({ operation: "cancel", asked: true });
    expect(absorbed(refused, failed, "reading", NOW + CANCEL_REFUSED_FOR)).toMatchObject({
      phase: "stuck",
      reason: "failed",
    });
  });
});

describe("codes", () => {
  const missing = redemption("redeemed", { reward_codes: undefined });

  it("that are missing are for a person after a minute, until they come", () => {
    const first = absorb(orderOf([attempt("confirmed")]), 1, missing, "call", NOW);
    expect(first.known.attempts).toMatchObject([{ phase: "made", codes_missing_since: NOW }]);
    const reasonAt = (order: Order, now = NOW) => attentionOf(order, now)?.reason;
    const young = absorb(first, 1, missing, "reading", NOW + CODES_WITHIN - 1);
    expect(reasonAt(young)).toBeUndefined();
    // Also where every reading fails since.
    expect(reasonAt(first, NOW + CODES_WITHIN)).toBe("codes_unreadable");
    const old = absorb(young, 1, missing, "reading", NOW + CODES_WITHIN);
    expect(reasonAt(old)).toBe("codes_unreadable");
    const come = absorb(old, 1, redemption("redeemed"), "reading", NOW + 2 * CODES_WITHIN);
    expect([reasonAt(come), come.known.attempts[0]?.codes_missing_since]).toEqual([undefined, null]);
  });

  it("that came and cannot be read are for a person at once", () => {
    const strange = redemption("redeemed", { reward_format: { usages: ["?"] } });
    const order = absorb(orderOf([attempt("confirmed")]), 1, strange, "call", NOW);
    expect(attentionOf(order, NOW)?.reason).toBe("codes_unreadable");
  });
});

it.each([
  [20, "held", null],
  [20.01, "over", "above_limit"],
])("a hold worth %d under a max_amount of 20 is %s", (amount, phase, reason) => {
  const order = orderOf([attempt("booking", { currency: "USD" })], { pins: { max_amount: "20" } });
  const hold = absorbed(order, redemption("booked", { value: { amount, currency: "USD" } }), "call");
  expect([hold.phase, hold.reason]).toEqual([phase, reason]);
});

describe("a site's wish", () => {
  /** A Cancel or Refund whose answer was lost. */
  const asking = (operation: "cancel" | "refund", state: string, refused_at: number | null = null) => {
    const call = { operation, n: 1, since: NOW, asked: false, refused_at };
    const known = { call };
    const wanted = { cancels: 1, refunds: 1 };
    const order = orderOf([attempt("made", { was_redeemed: operation === "refund" })], {
      ...LINK,
      known,
      wanted,
    });
    return absorb(order, 1, redemption(state), "reading", NOW).known;
  };

  it("is answered by what a reading shows, or repeated", () => {
    expect(asking("cancel", "pending").call).toMatchObject({ asked: true });
    expect(asking("cancel", "canceled")).toMatchObject({ call: null, canceled: true, cancels: 1 });
    expect(asking("cancel", "redeemed")).toMatchObject({ call: null, canceled: false, cancels: 1 });
    expect(asking("refund", "redeemed").call).toMatchObject({ asked: true });
    expect(asking("refund", "refunded")).toMatchObject({ call: null, refunds: 1 });
  });

  it("is answered by an unchanged reading, too, once the service refused it", () => {
    expect(asking("cancel", "pending", NOW)).toMatchObject({ call: null, canceled: false, cancels: 1 });
    expect(asking("refund", "redeemed", NOW)).toMatchObject({ call: null, refunds: 1 });
  });
});
