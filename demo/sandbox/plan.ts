/** The promotion that the options of a sandbox describe. */
import { type PromotionPlan, promotionPlan } from "../fulfillment/app.ts";
import type { SandboxOptions, SandboxReward } from "./types.ts";

/** In place of rewards that are not given: one of each kind. */
const REWARDS: readonly SandboxReward[] = [
  { name: "Café Linden", color: "#7a4a21", about: "Coffee and cake", shows: "barcode", values: [10, 25] },
  { name: "Bookmark", color: "#274b8f", about: "Books of every kind", shows: "code", values: [15, 30] },
  {
    name: "Fernweh",
    color: "#0f6b62",
    about: "Trains and hotels",
    shows: "pin",
    values: [{ min: 10, max: 200 }],
  },
  { name: "Kino Royal", color: "#8a1f3d", about: "Two seats and popcorn", shows: "qr", values: [20] },
];

/** @returns undefined where a ready-made promotion is meant @throws Error with what is wrong */
export function planOf({ promotion, rewards }: SandboxOptions): PromotionPlan | undefined {
  if (typeof promotion === "string" && rewards !== undefined)
    throw new Error("createSandbox: `rewards` belong to a promotion of your own: leave out its id");
  if (typeof promotion === "string" || (promotion === undefined && rewards === undefined)) return undefined;
  const {
    name = "Linden Rewards Club",
    color = "#1d5c3f",
    language = "en",
    currency = "USD",
    notifies = false,
  } = promotion ?? {};
  const plan = { sender: { name, color }, language, currency, notifies, brands: rewards ?? REWARDS };
  const parsed = promotionPlan.safeParse(plan);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`createSandbox: ${issue?.path.join(".")}: ${issue?.message}`);
}
