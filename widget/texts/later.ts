/** The texts of the later screens. */
import { phoneHere } from "../page/phone-loader.ts";
import { walletHere } from "../page/wallet-loader.ts";
import type { State } from "../state/state.ts";
import { enFlow } from "./en-flow.ts";
import { enProblems } from "./en-problems.ts";
import type { TableOf, Texts } from "./texts.ts";

/**
 * The texts of these screens and of problems. Problem texts load before there is a problem, because a lost connection
 * could not load them. Those for staff come first: they replace others.
 * @returns null while the texts are loading
 */
export function laterTexts(tableOf: TableOf, { order }: State): Texts | null {
  const flow = tableOf("flow", enFlow);
  const problem = tableOf("problems", enProblems);
  const wallet = walletHere();
  const more = wallet ? tableOf("wallet", wallet.enWallet) : {};
  const staff = wallet && order?.audience ? tableOf("staff", wallet.enStaff) : {};
  const phone = phoneHere();
  // Comes after the codes, which do not wait for it.
  const pass = (phone && tableOf("phone", phone.enPhone)) ?? {};
  return staff && flow && problem && more && [staff, flow, { problem }, more, pass];
}
