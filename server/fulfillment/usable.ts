/** Decides which promotions and rewards are usable for delivery. Source: docs/proof/interface.md, "Promotions and rewards". */
import type { Promotion, PromotionReward } from "./schemas.ts";

const USABLE_STATES = ["ready", "no_allocation"];

/** Why a reward is unusable; undefined for a usable one. */
export function unusableBecause({
  status,
  state,
}: Pick<PromotionReward, "status" | "state">): "status" | "state" | undefined {
  if (status !== "enabled") return "status";
  return USABLE_STATES.includes(state) ? undefined : "state";
}

/** Why all rewards of a promotion are unavailable. */
export type Closed = "status" | "state" | "not_started" | "ended";

/** @param now epoch ms */
export function closedBecause(promotion: Promotion, now: number): Closed | undefined {
  if (promotion.status !== undefined && promotion.status !== "enabled") return "status";
  if (promotion.state !== undefined && promotion.state !== "ready") return "state";
  const start = readTime(promotion.start_datetime);
  const end = readTime(promotion.end_datetime);
  if (start !== undefined && now < start) return "not_started";
  return end !== undefined && now >= end ? "ended" : undefined;
}

/** ISO 8601; without a zone it is UTC, not this machine's zone (a date alone is UTC by ECMA-262). Undefined when it cannot be read. */
export function readTime(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) || !value.includes(":");
  const time = Date.parse(isZoned ? value : `${value}Z`);
  return Number.isNaN(time) ? undefined : time;
}
