/** Preact. */
import type {} from "reward-redemption/preact";

export const right = (
  <reward-redemption
    session="token"
    theme="dark"
    history
    class="reward"
    getSession={async () => "token"}
    onreward-redeem={({ detail }) => detail.sku?.length}
  />
);

export const wrong = (
  <>
    {/* @ts-expect-error no such theme */}
    <reward-redemption theme="blue" />
    {/* @ts-expect-error a promise is expected */}
    <reward-redemption getSession={() => "token"} />
    {/* @ts-expect-error an event carries no codes */}
    <reward-redemption onreward-redeem={({ detail }) => detail.codes} />
    {/* @ts-expect-error no such attribute */}
    <reward-redemption sever="https://rewards.example" />
  </>
);
