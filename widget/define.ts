/** Registers the element; harmless if the script is on the page twice. */
import { RewardRedemption } from "./reward-redemption.ts";

export { handOver } from "./calls/hand-over.ts";
export * from "./index.ts";

export const TAG_NAME = "reward-redemption";

if (!customElements.get(TAG_NAME)) customElements.define(TAG_NAME, RewardRedemption);

declare global {
  interface HTMLElementTagNameMap {
    "reward-redemption": RewardRedemption;
  }
}
