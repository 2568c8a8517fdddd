/**
 * The element in Solid's templates: `import type {} from "reward-redemption/solid"`. Solid writes the names of an
 * element's properties in small letters unless they begin with `prop:`.
 */
import type { JSX } from "solid-js";
import type { RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardDirectives, RewardProperties } from "./members.ts";

interface Properties {
  /**
   * Asked for a new session when one ends, and for the first one of an element without a `session`; null: there is nothing
   * for this visitor, and the element's own content is shown.
   */
  "prop:getSession"?: RewardProperties["getSession"];
  /** Asked when the user presses `confirm`, before anything is sent; false stays. */
  "prop:beforeConfirm"?: RewardProperties["beforeConfirm"];
  /** Texts that replace the built-in ones. */
  "prop:messages"?: RewardProperties["messages"];
}

export type RewardRedemptionInSolid = Omit<JSX.HTMLAttributes<RewardRedemption>, keyof RewardAttributes> &
  RewardAttributes &
  Properties &
  RewardDirectives & {
    /** Present: each screen before a confirmation is a step of the page's history. */
    "attr:history"?: "";
  };

// The declaration has to import Solid, or nothing is added to it: so the type above is not written in place.
declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "reward-redemption": RewardRedemptionInSolid;
      "reward-wallet": RewardRedemptionInSolid;
    }
  }
}
