/**
 * A brand of the demo: what its page shows and its backend orders. The whole of it fits into an address, so that a link
 * shows a customer their own.
 */
import { z } from "zod";
import { DELIVERIES } from "../../shared/wire.ts";
import { type PromotionPlan, promotionPlan } from "../fulfillment/app.ts";

const { sender, language, currency, brands } = promotionPlan.shape;

export const brandSpec = z.strictObject({
  name: sender.shape.name,
  color: sender.shape.color,
  mark: sender.shape.mark,
  language,
  currency,
  /** How all of its rewards reach the user. */
  delivery: z.enum(DELIVERIES),
  brands,
});
/** Without its logo, which only its page shows. */
export type BrandSpec = z.output<typeof brandSpec>;

/** The promotion that a client would have the service set up for the brand. */
export function planOf({ name, color, mark, delivery, ...same }: BrandSpec): PromotionPlan {
  const { language, currency, brands } = same;
  return {
    sender: { name, color, ...(mark && { mark }) },
    language,
    currency,
    notifies: delivery === "notify",
    brands,
  };
}

/** The highest of the brand's values, where one of them is a range; without a range nothing is limited. */
export function maxAmountOf({ brands, delivery }: BrandSpec): string | undefined {
  const values = brands.flatMap((brand) => brand.values);
  if (values.every((value) => typeof value === "number")) return undefined;
  // A mail without a booking cannot be held to a limit, so beside one the fixed values are not offered: here the ranges give way.
  if (delivery === "notify" && values.some((value) => typeof value === "number")) return undefined;
  return String(Math.max(...values.map((value) => (typeof value === "number" ? value : value.max))));
}
