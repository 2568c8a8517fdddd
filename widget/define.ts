/** Registers the element; harmless if the script is on the page twice, and where there is no page (server rendering). */
import { RewardRedemption } from "./reward-redemption.ts";

export * from "./index.ts";

export const TAG_NAME = "reward-redemption";

// Not by `customElements`: some server renderings have one.
if (typeof document === "object" && !customElements.get(TAG_NAME))
  customElements.define(TAG_NAME, RewardRedemption);

declare global {
  interface HTMLElementTagNameMap {
    "reward-redemption": RewardRedemption;
  }
}
