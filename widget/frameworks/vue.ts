/** The element in Vue's templates: `import type {} from "reward-redemption/vue"`. */
import type { HTMLAttributes } from "vue";
import type { RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardHandlers, RewardHistory, RewardProperties } from "./members.ts";

/** Vue's own form for elements that it did not make; `$props` is for the checker of templates alone. */
type InTemplates = new () => RewardRedemption & {
  /** @deprecated not a member of the element */
  $props: Omit<HTMLAttributes, keyof RewardAttributes> &
    RewardAttributes &
    RewardProperties &
    RewardHandlers &
    RewardHistory<true | "">;
};

declare module "vue" {
  interface GlobalComponents {
    "reward-redemption": InTemplates;
    "reward-wallet": InTemplates;
  }
}
