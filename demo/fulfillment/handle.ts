/** What performs an operation, apart from the steps that are the same for every call. */
import type { Answer } from "./answers.ts";
import type { Divert } from "./redemptions.ts";

/** A handler's input: the call with its parameters, at the time of its effect. */
export interface Input {
  /** As called: the path tells the two forms apart. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly now: number;
  readonly divert: Divert | undefined;
  /** List redemptions hides redemptions that are newer. */
  readonly lagMs: number;
  /** Get a redemption shows the redemption as it was so long before. */
  readonly staleMs: number;
  readonly unfiltered: boolean;
}

/** Performs an operation at once, or throws a `ServiceError`. Never asynchronous, so that no other call interferes. */
export type Handle = (input: Input) => Answer;
