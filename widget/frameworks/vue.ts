/** The element in Vue's templates: `import type {} from "reward-redemption/vue"`. */
import type { EmitFn, HTMLAttributes } from "vue";
import type { RewardEventMap, RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardProperties } from "./members.ts";

/** Vue's own form for elements that it did not make; `$props` and `$emit` are for the checker of templates alone. */
type InTemplates = new () => RewardRedemption & {
  /** @deprecated not a member of the element */
  $props: Omit<HTMLAttributes, keyof RewardAttributes> &
    RewardAttributes &
    RewardProperties & { history?: true | "" };
  /** @deprecated not a member of the element */
  $emit: EmitFn<{ [Name in keyof RewardEventMap]: (event: RewardEventMap[Name]) => void }>;
};

declare module "vue" {
  interface GlobalComponents {
    "reward-redemption": InTemplates;
  }
}
