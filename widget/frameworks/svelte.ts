/** The element in Svelte's templates: `import type {} from "reward-redemption/svelte"`; `on:…` is the form before Svelte 5. */
import type { HTMLAttributes } from "svelte/elements";
import type { RewardRedemption } from "../define.ts";
import type {
  RewardAttributes,
  RewardDirectives,
  RewardHistory,
  RewardListeners,
  RewardProperties,
} from "./members.ts";

type InTemplates = Omit<HTMLAttributes<RewardRedemption>, keyof RewardAttributes> &
  RewardAttributes &
  RewardProperties &
  RewardListeners &
  RewardDirectives &
  RewardHistory<true | "">;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "reward-redemption": InTemplates;
    "reward-wallet": InTemplates;
  }
}
