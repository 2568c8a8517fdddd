/** React 18 and 19. */

import { createRef } from "react";
import type { RewardRedemption as Element } from "reward-redemption";
import { RewardRedemption, RewardWallet } from "reward-redemption/react";

const ref = createRef<Element>();

export const right = [
  <RewardRedemption
    key="all"
    ref={ref}
    session="token"
    server="https://rewards.example"
    locale="de"
    theme="dark"
    history
    className="reward"
    style={{ margin: 0 }}
    getSession={async () => "token"}
    beforeConfirm={({ sku }) => sku !== undefined}
    messages={{ pick_title: "Choose" }}
    onRewardRedeem={({ detail }) => detail.sku?.length}
    onRewardSessionExpired={({ type }) => type === "reward-session-expired"}
  >
    Your reward
  </RewardRedemption>,
  <RewardRedemption key="none" />,
  <RewardWallet key="wallet" session="token" onRewardReveal={({ detail }) => detail.usage} />,
  <reward-wallet key="bare wallet" />,
  <reward-redemption key="bare" server="https://rewards.example" theme="light" history="" />,
];

export const wrong = [
  // @ts-expect-error no such theme
  <RewardRedemption key="theme" theme="blue" />,
  // @ts-expect-error a promise is expected
  <RewardRedemption key="ask" getSession={() => "token"} />,
  // @ts-expect-error no such event
  <RewardRedemption key="event" onRewardOpened={() => {}} />,
  // @ts-expect-error an event carries no codes
  <RewardRedemption key="detail" onRewardRedeem={({ detail }) => detail.codes} />,
  // @ts-expect-error no such text
  <RewardRedemption key="text" messages={{ pick_titel: "Choose" }} />,
  // @ts-expect-error another element
  <RewardRedemption key="ref" ref={createRef<HTMLInputElement>()} />,
  // @ts-expect-error no such attribute
  <reward-redemption key="bare" sever="https://rewards.example" />,
  // @ts-expect-error no such theme
  <reward-redemption key="bare theme" theme="blue" />,
];
