/**
 * The element in Solid's templates: `import type {} from "reward-redemption/solid"`. Solid writes the names of an
 * element's properties in small letters unless they begin with `prop:`.
 */
import type { JSX } from "solid-js";
import type { RewardRedemption } from "../define.ts";
import type { RewardAttributes, RewardListeners, RewardProperties } from "./members.ts";

type Properties = { [Name in keyof RewardProperties as `prop:${Name}`]: RewardProperties[Name] };

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "reward-redemption": Omit<JSX.HTMLAttributes<RewardRedemption>, keyof RewardAttributes> &
        RewardAttributes &
        Properties &
        RewardListeners<"on:"> & { "attr:history"?: "" };
    }
  }
}
