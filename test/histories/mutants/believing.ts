/** Mistakes in what is believed of lists, refusals, clocks and readings: I1, I6, I7 and I8. */
import { type Mutant, WITHIN } from "./mutant.ts";

export const BELIEVING_MUTANTS: readonly Mutant[] = [
  {
    name: "order-id-proves-the-user",
    says: "whatever the service lists under an order id is taken for the order's user's",
    invariants: ["I8"],
    within: WITHIN,
    patches: [
      {
        file: "server/redemption/listed.ts",
        replace: "const is_users = ids.includes(redemption.id) ? true :",
        by: "const is_users = ids ? true :",
      },
    ],
  },
  {
    name: "refused-create-frees-at-once",
    says: "after a Create that was refused the next attempt opens with the first list that shows nothing",
    invariants: ["I1", "I4"],
    within: 3_000,
    patches: [
      {
        file: "server/redemption/absorb.ts",
        replace: "askedAt < refused_at + LIST_LAG",
        by: "askedAt < Math.min(refused_at, LIST_LAG)",
      },
    ],
  },
  {
    name: "any-reading-names-the-link",
    says: "a reading that lags behind an Activate names the link",
    invariants: ["I8"],
    within: 2_000,
    patches: [
      {
        file: "server/redemption/products.ts",
        replace: 'if (redemption.state !== "pending" || redemption.url === undefined) return undefined;',
        by: "if (redemption.url === undefined) return undefined;",
      },
      {
        file: "server/redemption/orders.ts",
        replace: 'if (read.redemption.state !== "pending") return this.#linkLater',
        by: 'if (read.redemption.state === "nothing") return this.#linkLater',
      },
    ],
  },
  {
    name: "every-date-moves-the-clock",
    says: "the Date of any answer is the time at once, and what a wrong clock stored is waited for",
    invariants: ["I7"],
    within: 2_000,
    patches: [
      {
        file: "server/fulfillment/calls.ts",
        replace: "if (isOfService(exchange, answer)) serviceClock",
        by: "if (exchange && isOfService && !(exchange instanceof TransportError)) serviceClock",
      },
      {
        file: "server/fulfillment/service-clock.ts",
        replace: "if (Math.abs(corrected - believed) <= tolerance) {",
        by: "if (tolerance > 0) {",
      },
      {
        file: "server/redemption/next.ts",
        replace: "return until > now && until <= now + longest + CLOCK_SPREAD ?",
        by: "return until > now && longest + CLOCK_SPREAD > 0 ?",
      },
    ],
  },
  {
    name: "codes-are-not-waited-for",
    says: "codes that are not there with the redeem are called unreadable at once",
    invariants: ["I6"],
    within: 600,
    patches: [
      {
        file: "server/timing.ts",
        replace: "export const CODES_WITHIN = 60 * SECOND;",
        by: "export const CODES_WITHIN = 0;",
      },
    ],
  },
  {
    name: "pending-hold-is-a-link",
    says: "a Book that is answered pending is activated",
    invariants: ["I6"],
    within: 1_000,
    patches: [
      {
        file: "server/redemption/first-sighting.ts",
        replace: 'return { attempt: isHold ? { ...taker, hold_state: "pending" } : taker };',
        by: "return { attempt: isHold ? { ...taker } : taker };",
      },
    ],
  },
];
