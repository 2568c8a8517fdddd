/**
 * When a webhook is tried again. Pure. Source: docs/webhooks.md, "When it fails"; Standard Webhooks, "Deliverability and
 * reliability".
 */
import { DELIVERY_JITTER, DELIVERY_WAITS } from "../timing.ts";

/**
 * @param tries how often it was tried
 * @param random from 0 to 1
 * @param retryAfter what the receiver asked for, ms
 * @returns the wait, ms; undefined after the last try
 */
export function waitForNextTry(tries: number, random: number, retryAfter = 0): number | undefined {
  const wait = DELIVERY_WAITS[tries - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + DELIVERY_JITTER * random), retryAfter);
}
