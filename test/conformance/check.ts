/** What a check is, what it needs, and the scenarios of orders that checks look at. */
import type { Api, Order } from "./api.ts";
import type { Credentials, Proof } from "./credentials.ts";
import type { Answer } from "./exchange.ts";
import { Differs, NothingMade, told } from "./judge.ts";
import type { Target } from "./target.ts";

/** What must be there before a check can be tried. */
export type Need =
  | "oauth"
  | "promotion"
  | "client"
  | "foreign_promotion"
  | "refused_foreign_promotion"
  | "create"
  | "bill"
  | "fixed_reward"
  | "free_value_reward"
  | "other_fixed_reward"
  | "unallocated_reward"
  | "unusable_reward"
  | "foreign_sku"
  | "foreign_redemption"
  | "refused_foreign_redemption"
  | "reward"
  | "hold_wait"
  | "month_wait";

/** What something makes: redemptions, and among them those with a code, which is billed. */
export interface Cost {
  readonly redemptions: number;
  readonly codes: number;
}

export const NOTHING: Cost = { redemptions: 0, codes: 0 };

/**
 * A scenario of one or more orders, played once a run; several checks look at what was answered on its way.
 * @template T the answers, by the step that got them
 */
export interface Scenario<T = unknown> {
  readonly name: string;
  readonly needs: readonly Need[];
  /** On a service that keeps the interface: exactly this. */
  readonly makes: Cost;
  /** On one that does not: at most this much more. */
  readonly risks: Cost;
  play(ctx: Ctx): Promise<T>;
}

export interface Ctx {
  readonly api: Api;
  /** The same operations, by a caller with another proof. */
  as(proof: Proof): Api;
  readonly credentials: Credentials;
  readonly target: Target;
  readonly email: string;
  /** Every answer of the run so far. */
  readonly answers: readonly Answer[];
  /** An order that nobody had before, for the promotion's fixed reward unless said otherwise. */
  newOrder(own?: Partial<Order>): Order;
  /** What happened in a scenario; played at the first call. */
  played<T>(scenario: Scenario<T>): Promise<T>;
  pause(ms: number): Promise<void>;
}

export interface Check {
  /** `group.rule`; what a report and `--only` name. */
  readonly id: string;
  /** Where the interface says it. */
  readonly section: string;
  readonly title: string;
  /** What must hold, in one sentence. */
  readonly rule: string;
  readonly needs?: readonly Need[];
  readonly scenarios?: readonly Scenario[];
  /** What a service that differs may make of the check's own requests, which all should be refused. */
  readonly risks?: Cost;
  /**
   * Returns when the rule holds.
   * @throws Differs, NotSupported
   */
  run(ctx: Ctx): Promise<void>;
}

/** Everything a check needs, its scenarios included, in the order in which it is said to be missing. */
export function needsOf({ needs = [], scenarios = [] }: Check): Need[] {
  return [...new Set([...scenarios.flatMap((scenario) => scenario.needs), ...needs])];
}

export type Rule = Pick<Check, "id" | "section" | "title" | "rule">;

/** A check that only looks at one scenario. */
export function looksAt<T>(
  scenario: Scenario<T>,
  rule: Rule,
  judge: (played: T, ctx: Ctx) => void | Promise<void>,
): Check {
  return { ...rule, scenarios: [scenario], run: async (ctx) => judge(await ctx.played(scenario), ctx) };
}

/** A check of the call that a scenario begins with: where that makes nothing, this is the check that differs. */
export function beginningOf<T>(
  scenario: Scenario<T>,
  rule: Rule,
  judge: (played: T, ctx: Ctx) => void | Promise<void>,
): Check {
  return {
    ...rule,
    scenarios: [scenario],
    async run(ctx) {
      try {
        await judge(await ctx.played(scenario), ctx);
      } catch (error) {
        if (error instanceof NothingMade)
          throw new Differs(`${error.answer.operation} makes a redemption`, told(error.answer));
        throw error;
      }
    },
  };
}
