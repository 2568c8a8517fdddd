/** The element in Preact's templates: `import type {} from "reward-redemption/preact"`. */
import type { HTMLAttributes } from "preact";
import type { RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardHistory, RewardListeners, RewardProperties } from "./members.ts";

type InTemplates = Omit<HTMLAttributes<RewardRedemption>, keyof RewardAttributes> &
  RewardAttributes &
  RewardProperties &
  RewardListeners &
  RewardHistory<boolean>;

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "reward-redemption": InTemplates;
      "reward-wallet": InTemplates;
    }
  }
}
