/** The chunk with what only the sessions of grants, of members and of staff need. */
import { chunk } from "../chunk.ts";
import type { State } from "../state/state.ts";
import * as kit from "../views/kit.ts";
import type { Wallet } from "../wallet.ts";

let loaded: Wallet | undefined;

/** The chunk, once it is here. */
export const walletHere = (): Wallet | undefined => loaded;

export async function fetchWallet(): Promise<Wallet> {
  loaded ??= (await chunk("wallet", () => import("../wallet.ts"))).walletOf(kit);
  return loaded;
}

export const needsWallet = ({ screen, order, opened }: State): boolean =>
  screen.name === "rewards" || !!opened || (order?.grant ?? order?.audience) !== undefined;
