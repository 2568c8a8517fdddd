/**
 * A redemption of another client, which this account may not see: 401 `forbidden`. It is kept apart from the account's
 * own redemptions, so that it is in no list, count or bill. Source: docs/proof/interface.md, "Errors".
 */
import { PROMOTIONS } from "./catalog/promotions.ts";
import { FOREIGN_REWARD } from "./catalog/rewards.ts";
import type { RedemptionRecord } from "./store.ts";

export const FOREIGN_REDEMPTION = "OTHER-CLNT1";

/** Pending, activated and debited: its owner could redeem, activate, cancel and refund it. */
export const foreignRedemption = (now: number): RedemptionRecord => ({
  id: FOREIGN_REDEMPTION,
  sequence: 1,
  orderId: "order-of-another-client",
  promotionId: PROMOTIONS.foreign,
  reward: FOREIGN_REWARD,
  email: "somebody@else.example",
  userId: 49_999,
  amount: typeof FOREIGN_REWARD.worth === "number" ? FOREIGN_REWARD.worth : FOREIGN_REWARD.worth.min,
  customization: {},
  testing: true,
  createdAt: now,
  flowKey: "flow-of-another-client",
  documentKey: "document-of-another-client",
  state: "pending",
  activatedAt: now,
  updatedAt: now,
  redeemedAt: null,
  refundedAt: null,
  holdEndsAt: null,
  reserved: false,
  debited: true,
  activated: true,
  codes: undefined,
  codesHidden: false,
  past: [],
});
