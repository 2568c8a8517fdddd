/** Which values a session's max_amount leaves, of rewards of a fixed and of a free value. */
import { expect, it } from "vitest";
import { problemBody } from "../../../server/problems/problem.ts";
import { refuseValue } from "../../../server/redemption/value-limit.ts";

const ABOVE = "more than the 30 that this order allows";
const UNSAID = "does not say so that it can be compared";
const OTHER = "cannot be compared with the 30 USD";
const usd = (amount: number) => ({ amount, currency: "USD" });

it.each<[unknown, string | null, string | null, string | undefined]>([
  [usd(30), null, null, undefined],
  [usd(30), null, "USD", undefined],
  [{ amount: 30 }, null, null, undefined],
  [usd(30.01), null, "USD", ABOVE],
  [usd(Number.POSITIVE_INFINITY), null, null, ABOVE],
  [null, null, null, UNSAID],
  [usd(0), null, null, UNSAID],
  [usd(-5), null, "USD", UNSAID],
  [{ amount: 5 }, null, "USD", UNSAID],
  [{ amount: 5, currency: "KWD" }, null, "USD", OTHER],
  [{ amount: 5, currency: "KWD" }, "5", "USD", OTHER],
  [usd(5), "5", "USD", undefined],
  [{ amount: 5 }, "5", "USD", undefined],
  [null, "5", "USD", undefined],
])("the value %j, of the amount %s, beside 30 of the currency %s: %s", (value, amount, currency, why) => {
  const attempt = { value: value as ReturnType<typeof usd> | null, amount, currency };
  const refused = refuseValue({ amount: null, max_amount: "30" }, attempt);
  const said = refused && problemBody(refused, "").detail;
  expect([refused?.code, said]).toEqual(
    why === undefined ? [undefined, undefined] : ["amount_out_of_range", expect.stringContaining(why)],
  );
  expect(refuseValue({ amount: null, max_amount: null }, attempt)).toBeUndefined();
});
