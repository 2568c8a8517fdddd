/** A grant's balance, the list of what a user has, and the words for staff: one lazy chunk, with words and styles. */
import { walletStyles } from "./styles/wallet.ts";
import { enStaff } from "./texts/en-staff.ts";
import { enWallet } from "./texts/en-wallet.ts";
import { grantViews } from "./views/grant.ts";
import type * as Kit from "./views/kit.ts";
import { rewardViews } from "./views/rewards.ts";

export type Wallet = ReturnType<typeof walletOf>;

export function walletOf(kit: typeof Kit) {
  const grant = grantViews(kit);
  return { ...grant, ...rewardViews(kit, grant), enStaff, enWallet, styles: walletStyles(kit.css) };
}
