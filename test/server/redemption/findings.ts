/** Findings of a recovery lookup, and their orders. */

import type { Attempt, Order } from "../../../server/redemption/model.ts";
import type { Sighting } from "../../../server/redemption/ownership.ts";
import type { Found } from "../../../server/redemption/recovery-lookup.ts";
import { redemption } from "./observations.ts";
import { attempt, order } from "./orders.ts";

/** A finding with attempt number `n`: redeemed, unless the change says otherwise. */
export const found = (n: number, change: Partial<Sighting> = {}, asOf = 0): Found => ({
  n,
  asOf,
  redemption: redemption({
    id: `AAAAA-0000${n}`,
    order_id: `shop.o-1.${n}`,
    state: "redeemed",
    has_codes: change.state === undefined,
    was_redeemed: change.state === undefined,
    ...change,
  }),
});
/** An order whose only attempt is confirmed. */
export const confirmed = () => order([attempt({ phase: "confirmed" })]);
/** An order whose user is given links. */
export const linking = (attempts: readonly Attempt[] = []): Order =>
  order(attempts, { pins: { ...order().pins, delivery: "activate" } });
