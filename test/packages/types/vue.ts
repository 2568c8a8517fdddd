/** Vue: what the checker of templates takes from `GlobalComponents`. */
import type {} from "reward-redemption/vue";
import type { GlobalComponents } from "vue";

type Props = InstanceType<GlobalComponents["reward-redemption"]>["$props"];

export const right: Props = {
  session: "token",
  theme: "dark",
  history: "",
  class: "reward",
  getSession: async () => "token",
  onRewardRedeem: ({ detail }) => void detail.sku?.length,
};

export const wrong: Props[] = [
  // @ts-expect-error no such theme
  { theme: "blue" },
  // @ts-expect-error a promise is expected
  { getSession: () => "token" },
  // @ts-expect-error no such attribute
  { sever: "https://rewards.example" },
  // @ts-expect-error no such event
  { onRewardOpened: () => {} },
  // @ts-expect-error an event carries no codes
  { onRewardRedeem: ({ detail }) => void detail.codes },
];
