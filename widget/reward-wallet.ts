import { RewardRedemption } from "./reward-redemption.ts";

/**
 * A member's rewards: what can still be chosen, and what was had, each opened in place. It is the element of one order with a
 * session of `rewards_of`, under a name that says so.
 *
 * @element reward-wallet
 */
export class RewardWallet extends RewardRedemption {}
