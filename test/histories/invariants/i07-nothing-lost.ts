/**
 * Judged a minute after faults and late effects ended, once more when the budget of changing calls has refilled, and at the
 * end: a code is on the operator's list, or its owner has it or can have it; and no row stays unfinished for ever.
 */
import type { Order as Row } from "../../../server/redemption/model.ts";
import type { Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

const WINDOW = 600_000;
const UNFINISHED = ["booking", "confirmed"];

export const nothingLost: Invariant = {
  id: "I7",
  says: "after the faults every created code is shown to its owner or its row is on the operator's list",
  watch: (evidence) => ({
    soonAfter(calm) {
      const lost = codesLost(evidence).filter((plan) => !isOutOfBudget(evidence, plan, calm));
      return (
        lost[0] &&
        `a minute after the faults the code of ${lost[0].order_id} is neither with its owner nor on the list`
      );
    },
    afterBudget() {
      const [lost] = codesLost(evidence);
      return lost && `the code of ${lost.order_id} is neither with its owner nor on the list`;
    },
    ended() {
      const [lost] = codesLost(evidence);
      if (lost) return `the code of ${lost.order_id} is neither with its owner nor on the list`;
      for (const plan of evidence.plans) {
        const row = evidence.bed.row(plan.site, plan.order_id);
        const stuck = row?.attention === null && unfinished(row);
        if (stuck) return `attempt ${stuck.n} is still ${stuck.closing ?? stuck.phase}, and nobody is called`;
        const held = withheld(evidence, plan, row) ?? unnoticed(evidence, row);
        if (held) return held;
      }
      return undefined;
    },
  }),
};

const unfinished = (row: Row) =>
  row.attempts.find(({ phase, closing, n }) => UNFINISHED.includes(phase) || (closing && n === row.current));

/** Orders with a code that nobody was shown, that the row cannot show, and that nobody is called for. */
export function codesLost(evidence: Evidence): Plan[] {
  const { plans, codesOf, bed, asks, lives, start, control, released } = evidence;
  // What a ledger knew that was lost, nobody knows until its user comes back; then I16 speaks.
  const since = start + (lives.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  return plans.filter((plan) => {
    const row = bed.row(plan.site, plan.order_id);
    const codes = codesOf(plan).filter(
      ({ state, redemption_id, order_id }) =>
        state !== "refunded" &&
        (control.redemption(redemption_id)?.createdAt ?? since) > since &&
        (isOfThisLife(evidence, order_id) ||
          row?.attempts.some((each) => each.upstream_order_id === order_id)),
    );
    if (codes.length === 0) return false;
    if (row?.attention) return false;
    return codes.some(({ redemption_id, order_id, codes: items }) => {
      // A person has seen to it.
      if (released.has(order_id)) return false;
      const attempt = row?.attempts.find((each) => each.redemption_id === redemption_id);
      const canBeHad = attempt?.n === row?.current && ["redeemed", "linked"].includes(attempt?.phase ?? "");
      if (canBeHad) return false;
      return !asks.some(
        ({ plan: asked, answer, hungUp }) =>
          asked === plan && !hungUp && items.every(({ value }) => answer?.text.includes(value)),
      );
    });
  });
}

/** Whether a call for the attempt left since the ledger was lost, if it was: an older one may arrive after the loss. */
function isOfThisLife({ departures, lives }: Evidence, orderId: string): boolean {
  return departures.some((each) => each.orderId === orderId && each.life === lives.length);
}

/** At the last visit what is redeemed was shown, or somebody is called. */
function withheld({ asks, codesOf }: Evidence, plan: Plan, row: Row | undefined): string | undefined {
  const last = asks.findLast(
    ({ plan: asked, as, path }) => asked === plan && as === "browser" && path === "/v1/order/codes",
  );
  const view = asks.findLast(
    ({ plan: asked, as, path }) => asked === plan && as === "browser" && path === "/v1/order",
  );
  if (!last?.answer || !view?.answer || view.seq > last.seq || view.answer.data?.state !== "redeemed")
    return undefined;
  if (
    last.answer.status === 200 ||
    last.answer.status === 401 ||
    row?.attention ||
    codesOf(plan).some(({ state }) => state === "refunded")
  )
    return undefined;
  return `at the last visit the codes of ${plan.order_id} are answered ${last.answer.status} ${last.answer.code}`;
}

/** A hold that was paid for and given up can be refunded only while it lives: a person is called (rule 5). */
function unnoticed({ control, lives, released }: Evidence, row: Row | undefined): string | undefined {
  if (!row || row.attention !== null || lives.length > 0) return undefined;
  const found = row.attempts.find(
    ({ phase, n, redemption_id, upstream_order_id, revision, observed, seen }) => {
      if (released.has(upstream_order_id)) return false;
      const record = redemption_id === null ? undefined : control.redemption(redemption_id);
      // What the service made of it after the one read that it gets.
      if (observed === revision && record?.state !== seen) return false;
      return (
        phase === "given_up" &&
        n !== row.current &&
        record?.debited &&
        !record.codes &&
        record.reward.debitOnHold
      );
    },
  );
  return found && `the hold of attempt ${found.n} was paid for and given up, and nobody is called`;
}

function isOutOfBudget({ departures, bed }: Evidence, plan: Plan, calm: number): boolean {
  const row = bed.row(plan.site, plan.order_id);
  return (row?.attempts ?? []).some(({ upstream_order_id: orderId, sends }) => {
    const left = departures.filter(
      (each) => each.orderId === orderId && each.at > calm - WINDOW && each.method === "POST",
    );
    return left.length >= 6 || sends.length >= 6;
  });
}
