/** The preconditions of a proof of the ledger: a sorted list, and one connection to the database. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { compareToLedger, isDescending } from "../../../server/ledger-proof/compare-to-ledger.ts";
import { LedgerProof } from "../../../server/ledger-proof/ledger-proof.ts";
import { createLog } from "../../../server/log.ts";
import {
  ALIVE_EVERY,
  CLOCK_SPREAD,
  LIST_LAG,
  PROOF_MAX,
  PROOF_PASSES,
  PROOF_SAMPLE,
} from "../../../server/timing.ts";
import { redemption } from "../redemption/observations.ts";
import { attempt, delivered, MINUTE, order } from "../redemption/orders.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

/** When every clock of these tests begins. */
const NOW = new VirtualClock().now();

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

describe("a `pending` redemption of an attempt that was never confirmed here", () => {
  const at = Date.parse("2026-11-21T12:00:00Z");
  const missed = (outcome: "clear" | "doubt") => {
    const sends = [{ operation: "book", at, by: "me", outcome }] as const;
    const row = delivered("activate", order([attempt({ phase: "given_up", hold_state: "pending", sends })]));
    const ledger = {
      orderOfRedemption: async () => undefined,
      readOrder: async () => row,
      dueOrders: async () => [],
    };
    const listed = redemption({ state: "pending", changed_at: at + 1 });
    return compareToLedger([listed], { ledger, sites: ["shop"], now: at + MINUTE });
  };

  it("is its hold where the book's answer called it so", async () => {
    expect(await missed("clear")).toBeUndefined();
  });

  it("may be a lost ledger's link if no answer showed what the Book made", async () => {
    expect(await missed("doubt")).toBe("shop.o-1.1");
  });
});

const PROMOTION = "4001";
const DAY = 24 * 60 * 60_000;

/** A proof on a ledger that keeps values, old enough to prove it, and what the service lists for it. */
async function proving(list: readonly Redemption[] | (() => AsyncIterable<Redemption>)) {
  const clock = new VirtualClock();
  const values = new Map<string, string>();
  const lists = { listed: 0 };
  const ledger: Partial<Ledger> = {
    get: async (key) => values.get(key),
    swapValue: async (key, _, value) => Boolean(values.set(key, value)),
    orderOfRedemption: async () => undefined,
    readOrder: async () => undefined,
    dueOrders: async () => [],
  };
  const fulfillment = {
    learnTime: async () => true,
    serviceNow: () => clock.now(),
    newestChange: () => clock.now(),
    async *listRedemptions() {
      for await (const each of typeof list === "function" ? list() : list) {
        lists.listed += 1;
        yield each;
      }
    },
  } as Partial<Fulfillment>;
  const create = () =>
    new LedgerProof({
      ledger: ledger as Ledger,
      fulfillment: fulfillment as Fulfillment,
      clock,
      log: createLog("error", clock, () => {}),
      sites: ["shop"],
    });
  const proof = create();
  await clock.advance(LIST_LAG + CLOCK_SPREAD);
  const reason = async () => {
    await proof.prove(PROMOTION);
    return proof.standing()[0]?.reason;
  };
  return { proof, create, clock, values, lists, reason };
}

describe("the list that a proof goes through", () => {
  /** `count` redemptions of another client of the account, a day old and more; each changed `step` after the previous one. */
  const old = (count: number, step: number): Redemption[] =>
    Array.from({ length: count }, (_, n) =>
      redemption({ id: `OLD-${n}`, order_id: `elsewhere.${n}`, changed_at: NOW - 40 * DAY + n * step }),
    );
  const ours = redemption({ order_id: "shop.unknown.1", changed_at: NOW + MINUTE, state: "redeemed" });
  const ALIVE = String(NOW);

  it("that rises proves nothing before its end, however old it begins", async () => {
    const { values, reason } = await proving([...old(300, MINUTE), ours]);
    values.set(`alive_until:${PROMOTION}`, ALIVE);
    expect(await reason()).toBe("missing");
  });

  it("of which many changed at one time proves nothing before it falls", async () => {
    const { values, reason } = await proving([...old(300, 0), ours]);
    values.set(`alive_until:${PROMOTION}`, ALIVE);
    expect(await reason()).toBe("missing");
  });

  it("that falls is left once it has shown its order", async () => {
    const { values, reason, lists } = await proving(old(1_500, -MINUTE));
    values.set(`alive_until:${PROMOTION}`, ALIVE);
    expect(await reason()).toBeNull();
    // On both passes: the second one shows that nothing changed on the first.
    expect(lists.listed).toBe(2 * PROOF_SAMPLE);
  });

  it.each([
    ["too_long", -MINUTE],
    ["unordered", MINUTE],
  ])("that has more than is gone through is %s (%d ms from one to the next)", async (why, step) => {
    const { reason } = await proving(old(PROOF_MAX + 1, step));
    expect(await reason()).toBe(why);
  });

  it.each<[string, number, string | null]>([
    ["one pass less than are made proves the ledger", PROOF_PASSES - 1, null],
    ["every pass is unsteady, and proves nothing", PROOF_PASSES, "unsteady"],
  ])("that shows a change on %s", async (_, changes, why) => {
    const begun = NOW + LIST_LAG + CLOCK_SPREAD;
    let passes = 0;
    const { reason } = await proving(async function* () {
      passes += 1;
      yield redemption({ order_id: "elsewhere.1", changed_at: begun + Math.min(passes, changes) });
    });
    expect(await reason()).toBe(why);
    expect(passes).toBe(PROOF_PASSES);
  });

  it("may have what changed before the ledger was last alive and is kept there no more", async () => {
    const { values, reason } = await proving([{ ...ours, changed_at: NOW - DAY }]);
    values.set(`alive_until:${PROMOTION}`, ALIVE);
    expect(await reason()).toBeNull();
  });
});

describe("a ledger that one instance has proven", () => {
  it("is proven no more soon after another one found that it lacks something", async () => {
    const { proof, values, clock, reason } = await proving([]);
    expect(await reason()).toBeNull();
    expect(proof.ensureProven(PROMOTION)).toBe(true);
    values.set(`ledger_misses:${PROMOTION}`, "shop.unknown.1");
    await clock.advance(ALIVE_EVERY);
    await proof.noteAlive();
    expect(proof.ensureProven(PROMOTION)).toBe(false);
    expect(proof.standing()).toEqual([{ promotion_id: PROMOTION, reason: "missing" }]);
  });

  it("is not noted to be alive where the connection to the database is lost on the way", async () => {
    const { proof, values, reason } = await proving([]);
    await reason();
    proof.changed(PROMOTION);
    const get = values.get.bind(values);
    values.get = (key) => {
      if (key === `alive_until:${PROMOTION}`) proof.doubt();
      return get(key);
    };
    await proof.noteAlive();
    expect([...values.keys()]).not.toContain(`alive_until:${PROMOTION}`);
  });
});

describe("a proof during which the connection to the database was lost", () => {
  it("proves nothing: another copy of the ledger may answer from then on", async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { proof, clock } = await proving(async function* () {
      await asked;
      yield* [];
    });
    const proved = proof.prove(PROMOTION);
    await settle();
    proof.doubt();
    answer();
    await proved;
    expect(proof.ensureProven(PROMOTION)).toBe(false);
    await clock.advance(LIST_LAG + CLOCK_SPREAD);
    await proof.prove(PROMOTION);
    expect(proof.ensureProven(PROMOTION)).toBe(true);
  });
});
