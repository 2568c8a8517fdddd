/** Registers the elements; harmless if the script is on the page twice, and where there is no page (server rendering). */
import { RewardRedemption } from "./reward-redemption.ts";
import { RewardWallet } from "./reward-wallet.ts";

export * from "./index.ts";

export const TAG_NAME = "reward-redemption";

// Not by `customElements`: some server renderings have one.
if (typeof document === "object" && !customElements.get(TAG_NAME)) {
  customElements.define(TAG_NAME, RewardRedemption);
  customElements.define("reward-wallet", RewardWallet);
}

declare global {
  interface HTMLElementTagNameMap {
    "reward-redemption": RewardRedemption;
    "reward-wallet": RewardWallet;
  }
}
