/** The chunk that puts a code into the phone's own wallet: loaded where the server makes passes for this device. */
import { chunk } from "../chunk.ts";
import type { Phone } from "../phone.ts";
import type { State } from "../state/state.ts";
import * as kit from "../views/kit.ts";
import { walletOf } from "./phone-wallets.ts";

let loaded: Phone | undefined;

/** The chunk, once it is here. */
export const phoneHere = (): Phone | undefined => loaded;

export async function fetchPhone(): Promise<void> {
  loaded ??= (await chunk("phone", () => import("../phone.ts"))).phoneOf(kit);
}

export function needsPhone({ order }: State): boolean {
  const wallet = order?.wallets && walletOf(navigator);
  return wallet !== undefined && order?.wallets?.includes(wallet) === true;
}
