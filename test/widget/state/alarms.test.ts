import { describe, expect, it } from "vitest";
import { alarmOf, LOOKS_MOST } from "../../../widget/state/alarms.ts";
import { INITIAL, type State } from "../../../widget/state/state.ts";

describe("alarmOf", () => {
  it("ticks while something is held", () => {
    const alarm = alarmOf({ ...INITIAL, screen: { name: "booked", endsAt: 0, left: 9 } });
    expect(alarm?.event(7)).to.deep.equal({ type: "ticked", now: 7 });
  });

  it("keeps the confirmed screen for 300 ms, and says after 2 s that nobody needs to wait", () => {
    const task = { do: "notify", confirmation: { sku: "A" } } as const;
    const from = { name: "confirming", choice: { sku: "A" } } as const;
    const sent = { ...INITIAL, task };
    const kept = alarmOf({ ...sent, screen: { name: "processing", polls: 0, from } });
    const long = alarmOf({ ...sent, screen: { name: "processing", polls: 0 } });
    expect([kept?.afterMs, kept?.event(0)]).to.deep.equal([300, { type: "waited" }]);
    expect([long?.afterMs, long?.event(0)]).to.deep.equal([1_700, { type: "waited" }]);
    // The confirmation was refused, and the order is read again later.
    const reading = { ...INITIAL, task: { do: "order", after: 60_000 } } as const;
    expect(alarmOf({ ...reading, screen: { name: "processing", polls: 0, from } })).to.equal(kept);
    expect(alarmOf({ ...sent, screen: { name: "processing", polls: 0, isLong: true } })).to.equal(undefined);
    expect(alarmOf({ ...sent, screen: { name: "processing", polls: 1 } })).to.equal(undefined);
    expect(alarmOf({ ...INITIAL, screen: { name: "processing", polls: 0 } })).to.equal(undefined);
  });

  it("masks a secret a minute after it was shown, and only a secret", () => {
    const codes = (revealed: ["security"] | []) =>
      alarmOf({ ...INITIAL, screen: { name: "redeemed", revealed } });
    expect(codes([])).to.equal(undefined);
    expect([codes(["security"])?.afterMs, codes(["security"])?.event(0).type]).to.deep.equal([
      60_000,
      "masked",
    ]);
  });

  it("reads the order of a link and of a mail for ten minutes, but not of a link that is missing", () => {
    const watch = (screen: State["screen"], looks?: number) =>
      alarmOf({ ...INITIAL, screen, ...(looks !== undefined && { looks }) });
    const mail = watch({ name: "notified" });
    expect([mail?.afterMs, mail?.event(0)]).to.deep.equal([15_000, { type: "watched" }]);
    expect(watch({ name: "activated", url: "https://flow.example/r" })).to.equal(mail);
    expect(watch({ name: "activated" })).to.equal(undefined);
    expect(15_000 * LOOKS_MOST).to.equal(600_000);
    expect(watch({ name: "notified" }, LOOKS_MOST)).to.equal(undefined);
  });

  it("waits ten seconds for a session, but not for an answer", () => {
    expect([alarmOf(INITIAL)?.afterMs, alarmOf(INITIAL)?.event(0)]).to.deep.equal([
      10_000,
      { type: "unset" },
    ]);
    expect(alarmOf({ ...INITIAL, task: { do: "order" } })).to.equal(undefined);
  });

  it("does nothing on every other screen", () =>
    expect(alarmOf({ ...INITIAL, screen: { name: "open" } })).to.equal(undefined));
});
