/** The parts of a check, its needs, and the order scenarios that checks judge. */
import type { Api, Order } from "./api.ts";
import type { Credentials, Proof } from "./credentials.ts";
import type { Answer } from "./exchange.ts";
import { Differs, NothingMade, told } from "./judge.ts";
import type { Target } from "./target.ts";

/** A condition without which a check cannot be tried. */
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

/** The number of redemptions made, and of those with a code, which is billed. */
export interface Cost {
  readonly redemptions: number;
  readonly codes: number;
}

export const NOTHING: Cost = { redemptions: 0, codes: 0 };

/**
 * A scenario of one or more orders, played once a run; several checks judge its answers.
 * @template T the answers, by step
 */
export interface Scenario<T = unknown> {
  readonly name: string;
  readonly needs: readonly Need[];
  /** What a correct service makes: exactly this. */
  readonly makes: Cost;
  /** What an incorrect service may make in addition: at most this. */
  readonly risks: Cost;
  play(ctx: Ctx): Promise<T>;
}

export interface Ctx {
  readonly api: Api;
  /** The same operations with other credentials. */
  as(proof: Proof): Api;
  readonly credentials: Credentials;
  readonly target: Target;
  readonly email: string;
  /** Every answer of the run so far. */
  readonly answers: readonly Answer[];
  /** A new order, for the promotion's fixed reward by default. */
  newOrder(own?: Partial<Order>): Order;
  /** The answers of a scenario, which is played at the first call. */
  played<T>(scenario: Scenario<T>): Promise<T>;
  pause(ms: number): Promise<void>;
}

export interface Check {
  /** `group.rule`; named by reports and by `--only`. */
  readonly id: string;
  /** The section of the interface with the rule. */
  readonly section: string;
  /** What must hold, in one sentence. */
  readonly rule: string;
  readonly needs?: readonly Need[];
  readonly scenarios?: readonly Scenario[];
  /** What an incorrect service may make of the check's own requests, all of which should be refused. */
  readonly risks?: Cost;
  /**
   * Returns if the rule holds.
   * @throws Differs, NotSupported
   */
  run(ctx: Ctx): Promise<void>;
}

/** Everything a check needs, including its scenarios, in the order in which missing needs are reported. */
export function needsOf({ needs = [], scenarios = [] }: Check): Need[] {
  return [...new Set([...scenarios.flatMap((scenario) => scenario.needs), ...needs])];
}

export type Rule = Pick<Check, "id" | "section" | "rule">;

/** A check that only judges one scenario. */
export function looksAt<T>(
  scenario: Scenario<T>,
  rule: Rule,
  judge: (played: T, ctx: Ctx) => void | Promise<void>,
): Check {
  return { ...rule, scenarios: [scenario], run: async (ctx) => judge(await ctx.played(scenario), ctx) };
}

/** A check of a scenario's first call: if that call makes nothing, this check is the one that differs. */
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
