/** What a check is, what it needs, and the lives of orders that checks look at. */
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
 * A life of one or more orders, lived once a run; several checks look at what was answered on its way.
 * @template T the answers, by the step that got them
 */
export interface Life<T = unknown> {
  readonly name: string;
  readonly needs: readonly Need[];
  /** On a service that keeps the interface: exactly this. */
  readonly makes: Cost;
  /** On one that does not: at most this much more. */
  readonly risks: Cost;
  live(ctx: Ctx): Promise<T>;
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
  /** What happened in a life; lived at the first call. */
  lived<T>(life: Life<T>): Promise<T>;
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
  readonly lives?: readonly Life[];
  /** What a service that differs may make of the check's own requests, which all should be refused. */
  readonly risks?: Cost;
  /**
   * Returns when the rule holds.
   * @throws Differs, NotSupported
   */
  run(ctx: Ctx): Promise<void>;
}

/** Everything a check needs, its lives included, in the order in which it is said to be missing. */
export function needsOf({ needs = [], lives = [] }: Check): Need[] {
  return [...new Set([...lives.flatMap((life) => life.needs), ...needs])];
}

export type Rule = Pick<Check, "id" | "section" | "title" | "rule">;

/** A check that only looks at one life. */
export function looksAt<T>(
  life: Life<T>,
  rule: Rule,
  judge: (lived: T, ctx: Ctx) => void | Promise<void>,
): Check {
  return { ...rule, lives: [life], run: async (ctx) => judge(await ctx.lived(life), ctx) };
}

/** A check of the call that a life begins with: where that makes nothing, this is the check that differs. */
export function beginningOf<T>(
  life: Life<T>,
  rule: Rule,
  judge: (lived: T, ctx: Ctx) => void | Promise<void>,
): Check {
  return {
    ...rule,
    lives: [life],
    async run(ctx) {
      try {
        await judge(await ctx.lived(life), ctx);
      } catch (error) {
        if (error instanceof NothingMade)
          throw new Differs(`${error.answer.operation} makes a redemption`, told(error.answer));
        throw error;
      }
    },
  };
}
