/** What a site's cancel or refund that is under way means for what is seen of an order. */
import { expect, it } from "vitest";
import { absorb } from "../../../server/redemption/absorb.ts";
import { answered, sent } from "./observations.ts";
import { attempt, MINUTE, NOW, order } from "./orders.ts";

it("a hold that lapses while its refund is asked for waits for the answer", () => {
  const asked = order([attempt({ closing: "refund", closing_at: NOW })]);
  expect(absorb(asked, 1, { kind: "lapsed" }, NOW + 31 * MINUTE)).toEqual(asked);
});

it("a cancel leaves another attempt's paid hold on the operator's list", () => {
  const row = order(
    [
      attempt({ phase: "given_up", billed: true }),
      attempt({
        n: 2,
        phase: "activated",
        redemption_id: "AAAAA-00002",
        closing: "cancel",
        closing_at: NOW,
        sends: [{ operation: "cancel", at: NOW, by: "me", answer: "none" }],
      }),
    ],
    { attention: "debited_hold" },
  );
  const canceled = absorb(
    row,
    2,
    sent("cancel", answered({ id: "AAAAA-00002", order_id: "shop.o-1.2", state: "canceled" })),
    NOW,
  );
  expect(canceled).toMatchObject({ canceled: true, attention: "debited_hold" });
});
