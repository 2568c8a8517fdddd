import { expect } from "@open-wc/testing";
import { alarmOf } from "../../widget/alarms.ts";
import { INITIAL } from "../../widget/state.ts";

describe("alarmOf", () => {
  it("ticks while something is held", () => {
    const alarm = alarmOf({ ...INITIAL, screen: { name: "booked", endsAt: 0, left: 9 } });
    expect(alarm?.event(7)).to.deep.equal({ type: "ticked", now: 7 });
  });

  it("puts a secret away a minute after it was shown, and only then", () => {
    const codes = (revealed: ["security"] | []) =>
      alarmOf({ ...INITIAL, screen: { name: "redeemed", revealed } });
    expect(codes([])).to.equal(undefined);
    expect([codes(["security"])?.afterMs, codes(["security"])?.event(0).type]).to.deep.equal([
      60_000,
      "masked",
    ]);
  });

  it("leaves every other screen alone", () => expect(alarmOf(INITIAL)).to.equal(undefined));
});
