/**
 * The element in Solid's templates: `import type {} from "reward-redemption/solid"`. Solid writes the names of an
 * element's properties in small letters unless they begin with `prop:`.
 */
import type { JSX } from "solid-js";
import type { RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardListeners, RewardProperties } from "./members.ts";

type Properties = { [Name in keyof RewardProperties as `prop:${Name}`]: RewardProperties[Name] };

export type RewardRedemptionInSolid = Omit<JSX.HTMLAttributes<RewardRedemption>, keyof RewardAttributes> &
  RewardAttributes &
  Properties &
  RewardListeners<"on:"> & { "attr:history"?: "" };

// The declaration has to import Solid, or nothing is added to it: so the type above is not written in place.
declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "reward-redemption": RewardRedemptionInSolid;
      "reward-wallet": RewardRedemptionInSolid;
    }
  }
}
