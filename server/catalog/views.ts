/** The form in which a catalog's rewards are sent, and one store of bytes, for every route that sends them. */
import type { Reward } from "../../shared/wire.ts";
import { type Images, imageAddresses } from "../images/images.ts";
import { viewReward } from "../offer.ts";
import { CATALOG_BODIES_BYTES } from "../timing.ts";
import { CatalogBodies } from "./bodies.ts";
import type { CatalogReward } from "./entry.ts";

export interface CatalogViews {
  readonly bodies: CatalogBodies;
  reward(reward: CatalogReward): Reward;
}

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function catalogViews(images: Images, publicUrl: string): CatalogViews {
  const imageUrl = imageAddresses(images, publicUrl);
  const view = (reward: CatalogReward): Reward => viewReward(reward, imageUrl);
  const write = (reward: CatalogReward): string => JSON.stringify(view(reward));
  return { bodies: new CatalogBodies({ write, maxBytes: CATALOG_BODIES_BYTES }), reward: view };
}
