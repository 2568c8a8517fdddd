/** More users than codes, all at the same reward at once. */
import type { Cluster } from "../../processes/cluster.ts";
import type { Client } from "./client.ts";
import { inWords, sleep, tally } from "./numbers.ts";
import { newUser, poll, take, type User } from "./users.ts";

const STOCK = 50;
/** Stock-managed, and nobody else's in this bench. */
const SKU = "FERNHALLOW-20";
const POLL_AFTER = 2_000;
const FINISH_WITHIN = 60_000;

export interface FloodResult {
  readonly users: readonly User[];
  readonly stock: number;
  readonly billed: number;
  /** Users who were shown a code. */
  readonly served: number;
  /** What the others were told, and how often. */
  readonly told: string;
  readonly isExact: boolean;
}

export async function flood(
  cluster: Cluster,
  quiet: Client,
  loud: Client,
  count: number,
): Promise<FloodResult> {
  await cluster.control(`/rewards/${SKU}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ stock_quantity: STOCK, drop_reservations: true }),
  });
  const users = Array.from({ length: count }, (_, n) => newUser(`flood-${n}`, "redeem", SKU));
  for (let n = 0; n < count; n += 50)
    await Promise.all(users.slice(n, n + 50).map((user) => take(quiet, user)));
  const end = performance.now() + FINISH_WITHIN;
  /** Books and, where it has a hold, confirms. Whoever is told that there is none is done. */
  const go = async (user: User): Promise<void> => {
    if (user.step !== "order") return;
    user.step = "book";
    for (const step of ["book", "confirm"] as const) {
      while (user.step === step && performance.now() < end) {
        await (user.isWaiting ? poll : take)(loud, user);
        if (user.problem === "out_of_stock") return;
        if (user.isWaiting || user.problem) await sleep(POLL_AFTER);
      }
    }
  };
  await Promise.all(users.map(go));
  const billed = (await cluster.codes()).filter((each) => each.sku === SKU).length;
  const served = users.filter(({ shown }) => shown.length > 0).length;
  const others = users.filter(({ shown }) => shown.length === 0);
  const told = tally(others.map(({ problem, state }) => problem ?? `state ${state}`));
  const isExact =
    billed === Math.min(STOCK, count) &&
    served === billed &&
    Object.keys(told).every((code) => code === "out_of_stock");
  return { users, stock: STOCK, billed, served, told: inWords(told), isExact };
}
