/** What every stored change notes of itself: when it was made, and since when a person is called. Pure. */
import type { Order } from "./model.ts";

/** @param now wall clock, epoch ms: people read it, and no rule rests on it */
export function stamped(before: Order, after: Order, now: number): Order {
  const { attention_since: _, ...changed } = after;
  if (changed.attention === null) return { ...changed, updated_at: now };
  const isNew = changed.attention !== before.attention;
  const attention_since = isNew ? now : (before.attention_since ?? before.updated_at);
  return { ...changed, updated_at: now, attention_since };
}
