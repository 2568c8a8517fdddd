/** Mistakes in what an order may open, send and end: I1 to I5, I12 and I15. */
import { type Mutant, WITHIN } from "./mutant.ts";

const ABSORB = "server/redemption/absorb.ts";
const ABSORB_REDEMPTION = "server/redemption/absorb-redemption.ts";
const DECIDE = "server/redemption/decide.ts";
const RUNNER = "server/redemption/runner.ts";
const SENDS = "server/redemption/sends.ts";
const REQUESTS = "server/redemption/requests.ts";
const TIMING = "server/timing.ts";

const DOUBT = "return withAttempt(noted, attempt.n, later(order, attempt, now, atLeast));";

export const ATTEMPT_MUTANTS: readonly Mutant[] = [
  {
    name: "new-order-id-after-504",
    says: "a confirmation whose answer was lost counts as failed, and the next attempt opens",
    invariants: ["I1"],
    within: 3_000,
    patches: [
      {
        file: ABSORB,
        replace: DOUBT,
        by: `if (CONFIRMED.has(operation)) return end(noted, attempt.n, "void");\n      ${DOUBT}`,
      },
      {
        file: ABSORB,
        replace: "export type Observation =",
        by: 'const CONFIRMED: ReadonlySet<string> = new Set(["redeem", "activate", "create"]);\n\nexport type Observation =',
      },
    ],
  },
  {
    name: "absence-frees",
    says: "an empty list ends an attempt whose create is in doubt",
    invariants: ["I4"],
    within: WITHIN,
    patches: [
      {
        file: ABSORB,
        replace:
          "if (attempt.unlisted_since !== undefined) return absorbUnlisted(order, attempt, askedAt, now);",
        by: 'if (attempt.phase === "confirmed") return end(order, attempt.n, "refused");',
      },
    ],
  },
  {
    name: "intent-after-the-call",
    says: "a repeat is sent first and announced then",
    invariants: ["I2"],
    within: WITHIN,
    patches: [
      {
        file: RUNNER,
        replace: "const announced = await this.swap(order, (newest) => {\n      if (newest.version",
        by: "await this.perform(withAttempt(order, n, announce(attempt, operation, this.#options.instance, now)), n, operation, { leaveBy });\n    const announced = await this.swap(order, (newest) => {\n      if (newest.version",
      },
      {
        file: RUNNER,
        replace: "if (announced) await this.perform(announced, n, operation, { leaveBy });",
        by: "void announced;",
      },
    ],
  },
  {
    name: "nothing-announced",
    says: "the row is stored without the call that follows",
    invariants: ["I2"],
    within: WITHIN,
    patches: [
      {
        file: SENDS,
        replace: 'const sends: Send[] = [...kept, { operation, at: now, by, answer: "none" }];',
        by: "const sends: Send[] = kept;",
      },
    ],
  },
  {
    name: "email-not-by-its-bytes",
    says: "a redeem carries the e-mail in lower case",
    invariants: ["I3"],
    within: WITHIN,
    patches: [
      {
        file: REQUESTS,
        replace: 'return fulfillment.redeem({ redemptionId, orderId, email: email ?? "" }, leaving);',
        by: 'return fulfillment.redeem({ redemptionId, orderId, email: (email ?? "").toLowerCase() }, leaving);',
      },
    ],
  },
  {
    name: "repeat-without-customization-and-amount",
    says: "what is sent again leaves the amount out",
    invariants: ["I2"],
    within: 1_000,
    patches: [
      {
        file: REQUESTS,
        replace: "...(attempt.amount !== null && { amount: attempt.amount }),",
        by: "...(attempt.amount !== null && attempt.sends.length < 2 && { amount: attempt.amount }),",
      },
    ],
  },
  {
    name: "random-order-id",
    says: "the upstream order id depends on the time",
    invariants: ["I2"],
    within: WITHIN,
    patches: [
      {
        file: "server/redemption/upstream-order-id.ts",
        replace: "if (plain.length <= maxLength && !DIGEST_SHAPE.test(orderId)) return plain;",
        by: "if (plain.length <= maxLength) return plain.slice(0, -1) + performance.now();",
      },
    ],
  },
  {
    name: "fence-left-out",
    says: "the next attempt does not wait for what may still take effect",
    invariants: ["I4"],
    within: 3_000,
    passing: 900,
    patches: [
      {
        file: SENDS,
        replace:
          'const open = attempt.sends.filter((send) => send.operation !== "book" && !isSettled(send));\n  return Math.max(0, ...open.map((send) => send.at + LATE_EFFECT));',
        by: "return attempt.n * 0 * LATE_EFFECT;",
      },
    ],
  },
  {
    name: "denied-is-the-end",
    says: "what a person has to decide about opens the next attempt by itself",
    invariants: ["I4"],
    within: WITHIN,
    patches: [
      {
        file: ABSORB_REDEMPTION,
        replace:
          'case "canceled":\n    case "refunded":\n      return absorbEnded(order, attempt, redemption, now);\n    case "denied":\n    case "blocked":\n    case "expired":\n      return stop(order, attempt, redemption.state, redemption.state);\n    default:\n      return stop(order, attempt, "unknown_state", redemption.state);\n  }\n}\n\n/** What was confirmed ended',
        by: 'case "canceled":\n    case "refunded":\n      return absorbEnded(order, attempt, redemption, now);\n    default:\n      return end(order, attempt.n, "void");\n  }\n}\n\n/** What was confirmed ended',
      },
    ],
  },
  {
    name: "mismatch-confirmed",
    says: "a confirmation of something else than what is booked is taken",
    invariants: ["I5"],
    within: WITHIN,
    patches: [{ file: DECIDE, replace: "if (!same) return mismatch(current);", by: "" }],
  },
  {
    name: "any-attempt-confirmed",
    says: "a confirmation of an earlier attempt is taken for the one in hand",
    invariants: ["I5"],
    within: 600,
    patches: [
      {
        file: DECIDE,
        replace: "const same = current.n === confirmation.attempt && equals(current, confirmation);",
        by: "const same = equals(current, confirmation);",
      },
    ],
  },
  {
    name: "hold-by-the-wall-clock",
    says: "the end of a hold is reckoned by the machine's wall clock",
    invariants: ["I12"],
    within: 1_000,
    patches: [
      {
        file: "server/fulfillment/service-clock.ts",
        replace:
          "return this.#offset === undefined ? this.#clock.now() : this.#clock.monotonic() + this.#offset;",
        by: "return this.#clock.now();",
      },
    ],
  },
  {
    name: "claim-ignored",
    says: "a call that another instance announced is sent again at once",
    invariants: ["alone"],
    within: WITHIN,
    patches: [
      {
        file: SENDS,
        replace:
          'return last?.answer === "none" && last.at + CLAIM > now && !isAhead(last, now) ? last : undefined;',
        by: "return CLAIM > now ? last : undefined;",
      },
    ],
  },
  {
    name: "three-live-holds",
    says: "holds are not counted",
    invariants: ["I12"],
    within: WITHIN,
    patches: [
      { file: TIMING, replace: "export const LIVE_HOLDS_MAX = 2;", by: "export const LIVE_HOLDS_MAX = 20;" },
    ],
  },
  {
    name: "attempts-without-end",
    says: "attempts of a day are not counted",
    invariants: ["I12"],
    within: 1_000,
    patches: [
      { file: TIMING, replace: "export const ATTEMPTS_MAX = 5;", by: "export const ATTEMPTS_MAX = 500;" },
    ],
  },
  {
    name: "budget-ignored",
    says: "changing calls are repeated as often as it takes",
    invariants: ["I15"],
    within: 600,
    patches: [{ file: TIMING, replace: "export const SENDS_MAX = 6;", by: "export const SENDS_MAX = 600;" }],
  },
  {
    name: "retry-inside-a-retry",
    says: "the client repeats an unclear call by itself",
    invariants: ["I15"],
    within: 600,
    patches: [
      {
        file: "server/fulfillment/calls.ts",
        replace: "const sent = await this.#send(call, authorization, deadline);",
        by: 'let sent = await this.#send(call, authorization, deadline);\n        for (let tries = 0; tries < 3 && sent.kind === "unclear"; tries++) sent = await this.#send(call, authorization, deadline);',
      },
    ],
  },
  {
    name: "guard-left-out",
    says: "nobody looks for what a lost or older ledger does not know",
    invariants: ["I16"],
    within: 30_000,
    isRare: true,
    patches: [
      {
        file: "server/redemption/confirmation-guard.ts",
        replace: "const look = lookBehind(order, this.#options).catch(() => undefined);",
        by: "const look = lookBehind(order, this.#options).then(() => [], () => []);",
      },
      {
        file: RUNNER,
        replace: "const found = await lookBehind(order, this.#options);",
        by: "const found = (await lookBehind(order, this.#options)).slice(0, 0);",
      },
    ],
  },
];
