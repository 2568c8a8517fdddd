import type { AuthorizeRequest } from "reward-redemption/backend";

/** What `authorize` asks about. */
type Question = AuthorizeRequest["data"];

/** What each attempt reserves. A real site keeps it in the table of docs/points/authorize.md, which two instances share. */
const reserved = new Map<string, number>();
const [EARNED, POINTS_PER_UNIT] = [10_000, 100];

/** Reserves the points of an attempt, once however often it is asked; false where they are too few. */
export async function reserve({ order_id, attempt, value, amount }: Question): Promise<boolean> {
  const key = `${order_id} ${attempt}`;
  const points = Math.ceil((value?.amount ?? Number(amount)) * POINTS_PER_UNIT);
  const others = [...reserved].filter(([each]) => each !== key).reduce((sum, [, each]) => sum + each, 0);
  // Without a price nothing is allowed.
  if (!(points > 0) || others + points > EARNED) return false;
  // Of two rewards that were asked about for one attempt, either may be had.
  reserved.set(key, Math.max(points, reserved.get(key) ?? 0));
  return true;
}
