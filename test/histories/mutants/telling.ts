/** Mistakes in what is believed, shown, finished and told: I1, I6 to I11, I13 and I14. */
import { type Mutant, WITHIN } from "./mutant.ts";

const ABSORB = "server/redemption/absorb.ts";
const CALLS = "server/fulfillment/calls.ts";
const TOKENS = "server/fulfillment/token-source.ts";
const RUNNER = "server/redemption/runner.ts";
const DOUBT = "return withAttempt(noted, attempt.n, later(order, attempt, now, atLeast));";

export const TELLING_MUTANTS: readonly Mutant[] = [
  {
    name: "status-believed",
    says: "a 2xx answer to a redeem is success, whatever its state",
    invariants: ["I6"],
    within: 2_000,
    patches: [
      {
        file: ABSORB,
        replace: "return absorbRedemption(noted, attempt, redemption, word);",
        by: 'if (operation === "redeem") return reach(noted, attempt, "redeemed");\n      return absorbRedemption(noted, attempt, redemption, word);',
      },
      {
        file: ABSORB,
        replace: "import { attend, end, giveUp, isBilled, isHarmless, later, since } from",
        by: "import { attend, end, giveUp, isBilled, isHarmless, later, reach, since } from",
      },
    ],
  },
  {
    name: "redeemed-shown-on-504",
    says: "a redeem whose answer was lost is taken for done",
    invariants: ["I6"],
    within: 600,
    passing: 340,
    patches: [
      {
        file: ABSORB,
        replace: DOUBT,
        by: `if (operation === "redeem") return reach(noted, attempt, "redeemed");\n      ${DOUBT}`,
      },
      {
        file: ABSORB,
        replace: "import { attend, end, giveUp, isBilled, isHarmless, later, since } from",
        by: "import { attend, end, giveUp, isBilled, isHarmless, later, reach, since } from",
      },
    ],
  },
  {
    name: "first-of-an-unfiltered-list",
    says: "what a list names first is taken for what was asked for, whoever's it is",
    invariants: ["I8"],
    within: 3_000,
    passing: 1_240,
    patches: [
      {
        file: "server/fulfillment/reads.ts",
        replace: "for await (const item of items) if (item.order_id === orderId) found.push(item);",
        by: "for await (const item of items) found.push(item);",
      },
      {
        file: "server/redemption/listed.ts",
        replace: "return nobodys.length > 0 ? undefined : own",
        by: "return nobodys.length < 0 ? undefined : own",
      },
    ],
  },
  {
    name: "reconciler-off",
    says: "nobody takes up what a dead process left",
    invariants: ["I7"],
    within: WITHIN,
    patches: [
      {
        file: "server/redemption/loops.ts",
        replace: "if (!this.#broken.has(name) && !this.#running.has(name)) this.wake(key);",
        by: "",
      },
    ],
  },
  {
    name: "claim-for-ever",
    says: "a dead process keeps its claim",
    // Or nobody ever rests: what nobody may send is read again and again.
    invariants: ["I7", "loop"],
    within: WITHIN,
    patches: [
      { file: "server/redemption/sends.ts", replace: "last.at + CLAIM > now", by: "last.at + CLAIM > 0" },
      {
        file: "server/redemption/absorb.ts",
        replace: "now - since > OUTCOME_UNKNOWN_AFTER",
        by: "now - since > 1000 * OUTCOME_UNKNOWN_AFTER",
      },
    ],
  },
  {
    name: "given-up-hold-not-read",
    says: "a hold that was given up is never looked at again",
    invariants: ["I7"],
    within: 600,
    patches: [
      {
        file: "server/redemption/next.ts",
        replace: "if (!isUnchecked(attempt)) continue;",
        by: "if (!isUnchecked(attempt) || attempt.n > 0) continue;",
      },
    ],
  },
  {
    name: "one-session-for-all",
    says: "a session is looked up once for everybody",
    invariants: ["I8"],
    within: WITHIN,
    patches: [
      {
        file: "server/sessions.ts",
        replace:
          "const session = TOKEN_PATTERN.test(token) ? await ledger.readSession(hashOf(token)) : undefined;",
        by: "const session = kept.get(0) ?? (TOKEN_PATTERN.test(token) ? await ledger.readSession(hashOf(token)) : undefined);\n      if (session) kept.set(0, session);",
      },
      {
        file: "server/sessions.ts",
        replace: "export interface SessionsOptions {",
        by: "const kept = new Map<number, SessionRow>();\n\nexport interface SessionsOptions {",
      },
    ],
  },
  {
    name: "other-order-shared-read",
    says: "one read of codes serves whoever asks meanwhile, of whatever order",
    invariants: ["I6", "I8"],
    within: 2_000,
    patches: [
      {
        file: "server/redemption/products.ts",
        replace: "const shared = this.#reads.get(id);\n    if (shared) return shared;",
        by: "const [shared] = this.#reads.values();\n    if (shared) return shared;",
      },
    ],
  },
  {
    name: "catalog-age-ignored",
    says: "a catalog of half an hour is good enough to book on",
    invariants: ["I9"],
    within: WITHIN,
    patches: [
      {
        file: "server/timing.ts",
        replace: "export const CATALOG_MAX_AGE = 60 * SECOND;",
        by: "export const CATALOG_MAX_AGE = 30 * MINUTE;",
      },
    ],
  },
  {
    name: "repeat-unchecked",
    says: "a book or create is repeated without a look at the promotion",
    invariants: ["I9"],
    within: 600,
    patches: [
      {
        file: RUNNER,
        replace: "const bookable = await this.#options.isBookable(order, attempt);",
        by: 'const bookable = "yes" as string;',
      },
    ],
  },
  {
    name: "paused-is-usable",
    says: "the status of a reward is not looked at",
    invariants: ["I9"],
    within: 600,
    patches: [
      {
        file: "server/fulfillment/usable.ts",
        replace: 'if (status !== "enabled") return "status";',
        by: 'if (status === "") return "status";',
      },
    ],
  },
  {
    name: "forbidden-refreshes",
    says: "a 401 `forbidden` costs the token",
    invariants: ["I10"],
    within: WITHIN,
    patches: [
      {
        file: CALLS,
        replace: 'answer.status === 401 && answer.error !== "forbidden"',
        by: "answer.status === 401",
      },
      {
        file: CALLS,
        replace: 'answer.error === "unauthorized" ? "unauthorized" : "unreadable"',
        by: '"unauthorized"',
      },
    ],
  },
  {
    name: "every-waiting-call-asks",
    says: "each call that waits for a token asks for one",
    invariants: ["I10"],
    within: WITHIN,
    patches: [{ file: TOKENS, replace: "if (this.#refresh) return this.#refresh;", by: "" }],
  },
  {
    name: "restart-asks-again",
    says: "a start asks for a token whatever the ledger keeps",
    invariants: ["I10"],
    within: WITHIN,
    patches: [
      {
        file: "server/fulfillment/token-turn.ts",
        replace: "if (token === undefined || token === refused || token === current) return undefined;",
        by: "if (token === undefined || from > 0 || token === refused || token === current) return undefined;",
      },
    ],
  },
  {
    name: "token-in-a-log-line",
    says: "the log names the credentials of a call",
    invariants: ["I11"],
    within: WITHIN,
    patches: [
      {
        file: CALLS,
        replace: "...made,\n      duration_ms",
        by: "...made,\n      code: authorization.headers.authorization,\n      duration_ms",
      },
    ],
  },
  {
    name: "email-in-a-log-line",
    says: "the log names the user of a changing call",
    invariants: ["I11"],
    within: WITHIN,
    patches: [
      {
        file: RUNNER,
        replace: "outcome: outcome.kind,",
        by: "outcome: outcome.kind,\n      code: order.pins.email,",
      },
    ],
  },
  {
    name: "code-in-the-order",
    says: "the ledger's view of a redemption shows its codes to the site",
    invariants: ["I11"],
    within: WITHIN,
    patches: [
      {
        file: "server/redemption/products.ts",
        replace: "return { redemption, order: await this.note(order, asked, redemption) };",
        by: "const noted = await this.note(order, asked, redemption);\n    return { redemption, order: { ...noted, promotion: { ...noted.promotion, name: JSON.stringify(redemption.codes) } } };",
      },
    ],
  },
  {
    name: "call-never-taken-back",
    says: "who was called for a paid hold is called for what was refunded since",
    invariants: ["called"],
    within: 10_000,
    isRare: true,
    patches: [
      {
        file: "server/redemption/moves.ts",
        replace:
          'return order.attention === "codes_unreadable" && !isGone ? order.attention : remaining(order);',
        by: 'return (order.attention === "codes_unreadable" && !isGone) || order.attention === "debited_hold" ? order.attention : remaining(order);',
      },
    ],
  },
  {
    name: "redeemed-goes-back",
    says: "what was redeemed and refunded is open again",
    invariants: ["I13"],
    within: 1_000,
    patches: [
      {
        file: "server/redemption/absorb-redemption.ts",
        replace:
          'if (redemption.state === "refunded") return reach(known, attempt, "refunded");\n      return attempt.codeless_since',
        by: 'if (redemption.state === "refunded") return { ...withAttempt(known, attempt.n, { phase: "void" }), current: null };\n      return attempt.codeless_since',
      },
    ],
  },
  {
    name: "swap-without-compare",
    says: "a row is replaced whatever its version is",
    invariants: ["alike", "I5", "I6", "I7", "I13", "I15"],
    within: 600,
    patches: [
      {
        file: "server/ledger/sqlite.ts",
        replace: 'WHERE site = ? AND order_id = ? AND version = ?",',
        by: 'WHERE site = ? AND order_id = ? AND version < 1000 + ?",',
      },
    ],
  },
  {
    name: "get-that-confirms",
    says: "looking at a booked order redeems it",
    invariants: ["I14"],
    within: WITHIN,
    patches: [
      {
        file: "server/redemption/orders.ts",
        replace: 'const isOpen = attempt?.phase === "linked";',
        by: 'if (attempt?.phase === "booked" && order.pins.delivery === "redeem")\n      await this.redeem(key, { attempt: attempt.n, sku: attempt.sku, ...(attempt.amount !== null && { amount: attempt.amount }) }, locale);\n    const isOpen = attempt?.phase === "linked";',
      },
    ],
  },
];
