/** What a proof of the ledger may rest on: a list in its order, and one connection to the database. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { isDescending } from "../../../server/ledger-proof/compare-to-ledger.ts";
import { LedgerProof } from "../../../server/ledger-proof/ledger-proof.ts";
import { createLog } from "../../../server/log.ts";
import { CLOCK_SPREAD, LIST_LAG } from "../../../server/timing.ts";
import { redemption } from "../redemption/observations.ts";
import { NOW } from "../redemption/orders.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

describe("a list, newest change first", () => {
  const changed = (...times: (number | undefined)[]) =>
    times.map((changed_at) => redemption(changed_at === undefined ? {} : { changed_at }));

  it.each<[string, boolean, (number | undefined)[]]>([
    ["of nothing", true, []],
    ["that falls", true, [NOW, NOW - 1, NOW - 1]],
    ["whose machines differ by a little", true, [NOW, NOW + CLOCK_SPREAD]],
    ["that rises", false, [NOW, NOW + CLOCK_SPREAD + 1]],
    ["that does not say when", false, [NOW, undefined]],
  ])("%s is in its order: %s", (_, isInOrder, times) => {
    expect(isDescending(changed(...times))).toBe(isInOrder);
  });
});

describe("a proof during which the connection to the database was lost", () => {
  it("proves nothing: another copy of the ledger may answer from then on", async () => {
    const clock = new VirtualClock();
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const ledger: Partial<Ledger> = { get: async () => undefined, swapValue: async () => true };
    const fulfillment: Partial<Fulfillment> = {
      learnTime: async () => true,
      serviceNow: () => clock.now(),
      async *listRedemptions() {
        await asked;
        yield* [];
      },
    };
    const proof = new LedgerProof({
      ledger: ledger as Ledger,
      fulfillment: fulfillment as Fulfillment,
      clock,
      log: createLog("error", clock, () => {}),
      sites: ["shop"],
    });
    await clock.advance(LIST_LAG + CLOCK_SPREAD);
    const proved = proof.prove("4001");
    await settle();
    proof.doubt();
    answer();
    await proved;
    expect(proof.ensureProven("4001")).toBe(false);
    await clock.advance(LIST_LAG + CLOCK_SPREAD);
    await proof.prove("4001");
    expect(proof.ensureProven("4001")).toBe(true);
  });
});
