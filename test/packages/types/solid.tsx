/** Solid. */
import type {} from "reward-redemption/solid";

export const right = (
  <reward-redemption
    session="token"
    theme="dark"
    attr:history=""
    class="reward"
    prop:getSession={async () => "token"}
    on:reward-redeem={({ detail }) => detail.sku?.length}
  />
);

export const wrong = (
  <>
    {/* @ts-expect-error no such theme */}
    <reward-redemption theme="blue" />
    {/* @ts-expect-error a promise is expected */}
    <reward-redemption prop:getSession={() => "token"} />
    {/* @ts-expect-error Solid would set `getsession` */}
    <reward-redemption getSession={async () => "token"} />
    {/* @ts-expect-error an event carries no codes */}
    <reward-redemption on:reward-redeem={({ detail }) => detail.codes} />
  </>
);
