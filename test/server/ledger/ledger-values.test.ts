/** The other data of every ledger: values of rewards, sessions, settings, versions of the widget. */
import { beforeEach, expect, it } from "vitest";
import { claimLedger, type Ledger, LedgerBelongsElsewhere } from "../../../server/ledger/ledger.ts";
import { eachLedger } from "./each-ledger.ts";

eachLedger((opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
  });

  it("keeps the last value of each reward", async () => {
    const odd = { sku: 'A"\u0000\ud83d\ude00', amount: 12.5 };
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 30, currency: "USD" });
    await ledger.storeRewardValue(odd);
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 35, currency: "EUR" });
    const known = await ledger.rewardValues();
    expect(known.toSorted((a, b) => b.amount - a.amount)).toEqual([
      { sku: "GIFT-30", amount: 35, currency: "EUR" },
      odd,
    ]);
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 35 });
    expect(await ledger.rewardValues()).toContainEqual({ sku: "GIFT-30", amount: 35 });
  });

  it("keeps sessions until they are deleted", async () => {
    const said = {
      grant_id: null,
      member: null,
      actor: null,
      audience: null,
      parent: null,
      locale: null,
      currency: "EUR",
      support_url: "https://shop.example/help",
      points_per_unit: 100,
      message: "From Linden Club, for three years with us",
      groups: "[]",
    };
    const session = { hash: "h", site: "shop", order_id: "o-1", ...said, expires_at: 1000 };
    await ledger.createSession(session);
    await ledger.deleteSessionsBefore(1000);
    expect(await ledger.readSession("h")).toEqual(session);
    await ledger.deleteSessionsBefore(1001);
    expect(await ledger.readSession("h")).toBeUndefined();
  });

  it("belongs to one service address", async () => {
    await claimLedger(ledger, "https://one.example");
    await claimLedger(ledger, "https://one.example");
    await expect(claimLedger(other, "https://two.example")).rejects.toBeInstanceOf(LedgerBelongsElsewhere);
  });

  it("belongs to one of two that claim it at once", async () => {
    const claims = await Promise.allSettled([
      claimLedger(ledger, "https://one.example"),
      claimLedger(other, "https://two.example"),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("a value is swapped only where it still is the one that was seen", async () => {
    expect(await ledger.get("name")).toBeUndefined();
    expect(await ledger.swapValue("name", "something", "one")).toBe(false);
    expect(await ledger.swapValue("name", undefined, "one")).toBe(true);
    expect(await other.swapValue("name", undefined, "two")).toBe(false);
    const tries = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? ledger : other).swapValue("name", "one", `new-${at}`),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await other.get("name")).toMatch(/^new-/);
  });

  it("keeps a version of the widget as it was stored first, until it was in use for the last time long ago", async () => {
    const files = JSON.stringify({ "é.js": "x".repeat(300_000) });
    expect(await ledger.noteWidget("1.0.0-a", 5)).toBe(false);
    await Promise.all([
      ledger.addWidget("1.0.0-a", 10, files),
      other.addWidget("1.1.0-b", 20, "{}"),
      other.addWidget("1.0.0-c", 20.7, "{}"),
    ]);
    await other.addWidget("1.0.0-a", 11, "something else");
    expect(await other.readWidget("1.0.0-a")).toBe(files);
    expect(await other.readWidget("9.0.0-z")).toBeUndefined();
    expect(await ledger.readWidget("1.1.0-b")).toBe("{}");
    expect(await other.noteWidget("1.0.0-a", 30.2)).toBe(true);
    // An instance whose clock is late takes nothing back.
    expect(await ledger.noteWidget("1.0.0-a", 15)).toBe(true);
    await ledger.removeWidgetsBefore(25.5);
    expect(await other.readWidget("1.0.0-a")).toBe(files);
    expect(await other.readWidget("1.1.0-b")).toBeUndefined();
    expect(await other.readWidget("1.0.0-c")).toBeUndefined();
  });
});
