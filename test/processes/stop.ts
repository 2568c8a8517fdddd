/** The point at which this process stops, counted down. */
import type { StopAt } from "./points.ts";

const { STOP_AT } = process.env;
let wanted = STOP_AT ? (JSON.parse(STOP_AT) as StopAt) : undefined;
let left = wanted?.nth ?? 0;

/** Stops the process when this is where it is to. The signal takes effect before the next statement. */
export function pass(order: string | undefined, point: string, when: StopAt["when"]): void {
  if (!wanted || order !== wanted.order || point !== wanted.point || when !== wanted.when || --left > 0)
    return;
  const { signal } = wanted;
  wanted = undefined;
  process.kill(process.pid, signal);
}

const orders = new Map<string, string>();

/** Remembers whose a redemption is, for calls that name nothing else. */
export function learn(redemptionId: string, order: string): void {
  orders.set(redemptionId, order);
}

export const ownerOf = (redemptionId: string): string | undefined => orders.get(redemptionId);
