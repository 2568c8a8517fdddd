/** Vue: what the checker of templates takes from `GlobalComponents`. */
import type { RewardEventMap } from "reward-redemption";
import type {} from "reward-redemption/vue";
import type { GlobalComponents } from "vue";

type InTemplate = InstanceType<GlobalComponents["reward-redemption"]>;
type Props = InTemplate["$props"];
declare const emit: InTemplate["$emit"];

export const right: Props = {
  session: "token",
  theme: "dark",
  history: "",
  class: "reward",
  getSession: async () => "token",
};
export const heard = (event: RewardEventMap["reward-redeem"]) => emit("reward-redeem", event);

export const wrong: Props[] = [
  // @ts-expect-error no such theme
  { theme: "blue" },
  // @ts-expect-error a promise is expected
  { getSession: () => "token" },
  // @ts-expect-error no such attribute
  { sever: "https://rewards.example" },
];
// @ts-expect-error no such event
export const unheard = (event: RewardEventMap["reward-redeem"]) => emit("reward-opened", event);
// @ts-expect-error another event
export const misheard = (event: RewardEventMap["reward-copy"]) => emit("reward-redeem", event);
