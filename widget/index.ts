export {
  type BeforeConfirm,
  RewardEvent,
  type RewardEventDetail,
  type RewardEventMap,
  type RewardEventName,
} from "./events.ts";
export { RewardRedemption } from "./reward-redemption.ts";
export { RewardWallet } from "./reward-wallet.ts";
export type { Messages } from "./texts/texts.ts";
