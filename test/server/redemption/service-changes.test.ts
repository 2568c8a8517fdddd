/**
 * What happens to a redemption at the service alone becomes an event, and costs no more than the rule says. docs/proof/rules.md,
 * rule 17.
 */
import { describe, expect, it } from "vitest";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { createLog } from "../../../server/observing/log.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { findServiceChanges, isDue } from "../../../server/redemption/service-changes.ts";
import { watchedUntil } from "../../../server/redemption/watched.ts";
import type { Row } from "../../../server/rows/order.ts";
import { CHANGES_EVERY, CHANGES_QUIET_EVERY } from "../../../server/timing.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { attempt, NOW, orderOf, rowOf } from "./rows.ts";

useWorld();

const HOUR = 60 * MINUTE;
const ORDER = "o-1";

const redeemed = async (delivery = "redeem", more: Record<string, unknown> = {}) => {
  const browser = await world.browser({ order_id: ORDER, delivery, ...more });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post(`/v1/order/${delivery}`, { attempt: 1, sku: SKU });
  return browser;
};
const reference = (): string => world.control.redemptions()[0]?.id ?? "";
const types = async (): Promise<string[]> =>
  ((await world.ledger.events("shop", {}, 100)) ?? []).map(({ body }) => JSON.parse(body).type);
/** Calls at the service, by operation, since the last question. */
let counted = 0;
const calls = (operation: string): number => {
  const all = world.control.calls.slice(counted).filter((call) => call.operation === operation);
  return all.length;
};
const fromNow = (): void => {
  counted = world.control.calls.length;
};

/** Another system on the account redeems a reward of the promotion. */
async function hadElsewhere(sku: string): Promise<void> {
  const send = async (path: string, body: unknown, token?: string) => {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const request = new Request(`http://localhost:9${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await (await world.service.upstream.fetch(request)).json()) as { access_token?: string };
  };
  const credentials = { client_id: "key", client_secret: "the-secret-of-the-service" };
  const { access_token } = await send("/auth/oauth/token", {
    ...credentials,
    grant_type: "client_credentials",
  });
  const path = `/api/fulfillment/v2/promotions/4001/rewards/${sku}/redemptions/redeem`;
  await send(path, { data: { order_id: "elsewhere", user: { email: "other@example.com" } } }, access_token);
}

describe("at the service alone", () => {
  it("a link that its user opens is an event within minutes, though nobody asks for the order", async () => {
    await redeemed("activate");
    await world.pass(2 * MINUTE);
    world.control.openLink(reference());
    await world.pass(8 * MINUTE);
    expect(await types()).toEqual(["order.booked", "order.activated", "order.redeemed"]);
  });

  it.each(["denied", "blocked", "expired"] as const)(
    "a link that becomes %s goes to a person",
    async (state) => {
      await redeemed("activate");
      await world.pass(2 * MINUTE);
      world.control.forceState(reference(), state);
      await world.pass(8 * MINUTE);
      expect(await types()).toEqual(["order.booked", "order.activated", "order.attention"]);
    },
  );

  it("a refund by the service's support is told as one", async () => {
    await redeemed();
    await world.pass(2 * MINUTE);
    world.control.forceState(reference(), "refunded");
    await world.pass(8 * MINUTE);
    expect((await types()).at(-1)).toBe("order.refunded");
  });

  it("a change that could not be read is told once the service answers again", async () => {
    await redeemed("activate");
    await world.pass(2 * MINUTE);
    world.control.openLink(reference());
    world.control.fault({ operation: "get_redemption", kind: "timeout_before", times: "always" });
    await world.pass(20 * MINUTE);
    expect(await types()).not.toContain("order.redeemed");
    world.control.clearFaults();
    await world.pass(8 * MINUTE);
    expect((await types()).at(-1)).toBe("order.redeemed");
  });

  it("after a recovery, a change of an order that nobody has looked at is told as well", async () => {
    await redeemed("activate");
    await world.pass(MINUTE);
    await world.ledger.noteRecovery(world.clock.now());
    await world.pass(3 * MINUTE);
    world.control.openLink(reference());
    await world.pass(10 * MINUTE);
    expect((await types()).at(-1)).toBe("order.redeemed");
  });

  it("a change while no server ran is found by the next one", async () => {
    await redeemed("activate");
    await world.pass(2 * MINUTE);
    await world.until(world.server.stop());
    world.control.openLink(reference());
    world.clock.jumpWall(3 * HOUR);
    await world.restart();
    await world.pass(2 * MINUTE);
    expect((await types()).at(-1)).toBe("order.redeemed");
  });
});

/** The reading alone, of promotions A and B, with an order for each listed redemption. */
function readingOf({
  list,
  read,
}: {
  list: (promotion: string, minute: number) => object[];
  read: (id: string) => object;
}) {
  const clock = new VirtualClock();
  const start = clock.now();
  const minute = (): number => (clock.now() - start) / MINUTE;
  const values = new Map<string, string>();
  const lists: string[] = [];
  const noted: [id: string, minute: number][] = [];
  const learned: unknown[] = [];
  const stop = new AbortController();
  void findServiceChanges(
    {
      ledger: {
        watchedPromotions: async () => ["A", "B"],
        claimsOf: async (ids) =>
          ids.map((id) => ({ site: "s", order_id: id, redemption_id: id, attempt: 1 })),
        get: async (key) => values.get(key),
        swapValue: async (key, seen, value) => values.get(key) === seen && !!values.set(key, value),
      },
      fulfillment: {
        async *listRedemptions(promotion) {
          lists.push(promotion);
          yield* list(promotion, minute()) as Redemption[];
        },
      },
      worker: {
        read: async ({ order_id }) => read(order_id) as Row,
        readLookedUp: async ({ order_id }) => read(order_id) as Row,
      },
      products: {
        async read(row) {
          noted.push([row.order.order_id, minute()]);
          return { row: { ...row }, redemption: {} as Redemption };
        },
      },
      prepare: async () => {},
      learnValue: (_, { value }) => void learned.push(value?.amount),
      clock,
      log: createLog("error", clock, () => {}),
    },
    stop.signal,
  );
  const pass = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes; n++) await clock.advance(MINUTE);
  };
  return { start, pass, lists, noted, learned };
}
const seenAs = (state: string, lease: Row["lease"] = null): Row =>
  rowOf({ ...orderOf([attempt("made", { state })]), order_id: "A-1" }, { lease });

describe("a reading of the lists", () => {
  it("goes on to the next promotion where a row is damaged, and reads the list of the first no more often for it", async () => {
    const { pass, lists } = readingOf({
      list: (promotion) => [{ id: `${promotion}-1`, state: "redeemed", changed_at: NOW }],
      read: (id) => {
        if (id === "A-1") throw new LedgerUnavailable("damaged");
        return seenAs("redeemed");
      },
    });
    await pass(30);
    expect([
      lists.filter((each) => each === "B").length > 3,
      lists.filter((each) => each === "A").length < 7,
    ]).toEqual([true, true]);
  });

  it("that met an order at work comes again a minute later, also where nothing else changed", async () => {
    let isBusy = true;
    const { start, pass, noted } = readingOf({
      list: (promotion, minute) =>
        promotion === "A" && minute > 8
          ? [{ id: "A-1", state: "redeemed", changed_at: start + 8 * MINUTE }]
          : [],
      read: () => {
        const row = seenAs("pending", isBusy ? { name: "another", until: Number.MAX_SAFE_INTEGER } : null);
        isBusy = false;
        return row;
      },
    });
    await pass(20);
    expect(noted[0]?.[1]).toBeLessThan(17);
  });

  it("is not blinded by a change that is dated ahead", async () => {
    const { start, pass, noted } = readingOf({
      list: (promotion, minute) => {
        if (promotion === "B") return [];
        const odd = { id: "A-2", state: "pending", changed_at: start + 30 * 24 * HOUR };
        return minute > 8 ? [odd, { id: "A-1", state: "redeemed", changed_at: start + 8 * MINUTE }] : [odd];
      },
      read: () => seenAs("pending"),
    });
    await pass(20);
    expect(noted).not.toEqual([]);
  });

  it("learns the latest value of a reward", async () => {
    const { start, pass, learned } = readingOf({
      list: (promotion) =>
        promotion === "A"
          ? [100, 25].map((amount, n) => ({
              id: `A-${n}`,
              sku: "X",
              state: "redeemed",
              value: { amount },
              changed_at: start - n,
            }))
          : [],
      read: () => seenAs("redeemed"),
    });
    await pass(1);
    expect(learned[0]).toBe(100);
    expect(learned).not.toContain(25);
  });
});

describe("the cost", () => {
  it("is nothing while nobody has an order that can change", async () => {
    await world.browser({ order_id: "open" });
    fromNow();
    await world.pass(30 * MINUTE);
    expect(calls("list_redemptions")).toBe(0);
  });

  it("is a list call in seven minutes while nothing changes, and no reading of an order", async () => {
    await redeemed();
    await world.pass(10 * MINUTE);
    fromNow();
    await world.pass(28 * MINUTE);
    expect(calls("list_redemptions")).toBeLessThanOrEqual(4);
    expect(calls("get_redemption")).toBe(0);
  });

  it("is at most a list call a minute for each promotion, also with two instances", async () => {
    const other = await world.instance();
    other.start();
    await redeemed();
    fromNow();
    for (let n = 0; n < 10; n++) {
      const browser = await world.browser({ order_id: `more-${n}` });
      await browser.post("/v1/order/book", { sku: SKU });
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      await world.pass(MINUTE);
    }
    expect(calls("list_redemptions")).toBeLessThanOrEqual(11);
    await world.until(other.stop());
  });

  it("is nothing any more once the order is refunded", async () => {
    await redeemed();
    await world.end(ORDER, "refund");
    await world.pass(MINUTE);
    fromNow();
    await world.pass(30 * MINUTE);
    expect(calls("list_redemptions")).toBe(0);
  });
});

describe("values", () => {
  it("are learned by a server that nobody has asked for a catalog yet", async () => {
    await hadElsewhere("KESTROW-100");
    await redeemed();
    await world.restart();
    await world.pass(3 * MINUTE);
    const { data } = await (await world.browser({ order_id: "small", max_amount: "25" })).get("/v1/catalog");
    expect(JSON.stringify(data)).not.toContain('"KESTROW-100"');
  });

  it("of rewards that others had are learned with it, and keep what is above a limit out of the catalog", async () => {
    await redeemed();
    await hadElsewhere("KESTROW-100");
    await world.pass(2 * MINUTE);
    const { data } = await (await world.browser({ order_id: "small", max_amount: "25" })).get("/v1/catalog");
    expect(JSON.stringify(data)).toContain('"MUDDLEBEE-15"');
    expect(JSON.stringify(data)).not.toContain('"KESTROW-100"');
  });
});

describe("a reading", () => {
  it.each([
    ["a minute after one that found something", { at: NOW, isQuiet: false }, CHANGES_EVERY, true],
    ["sooner", { at: NOW, isQuiet: false }, CHANGES_EVERY - 1, false],
    ["minutes after one that found nothing", { at: NOW, isQuiet: true }, CHANGES_QUIET_EVERY, true],
    ["sooner than that", { at: NOW, isQuiet: true }, CHANGES_QUIET_EVERY - 1, false],
    ["after the clock was set back", { at: NOW, isQuiet: true }, -HOUR, true],
  ])("%s is due or not", (_, reading, later, is) =>
    expect(isDue({ ...reading, seen: null }, NOW + later)).toBe(is),
  );
});

describe("an order that the service may change", () => {
  it.each([
    ["made", { state: "redeemed" }, true],
    ["made", { state: "pending" }, true],
    ["made", { state: "refunded" }, false],
    ["stuck", { state: "denied" }, true],
    ["over", { state: "canceled" }, false],
    ["over", { state: "canceled", debited: true }, true],
    ["held", { state: "booked" }, false],
    ["confirmed", {}, false],
  ] as const)("%s, %j: %s", (phase, more, is) =>
    expect(watchedUntil(orderOf([attempt(phase, more)])) !== null).toBe(is),
  );
});
