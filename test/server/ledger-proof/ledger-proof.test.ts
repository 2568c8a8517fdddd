/** The ledger proves itself once for each process and promotion; while it is proven, a confirmation costs its own call. */
import { beforeEach, describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { PROOF_RETRY } from "../../../server/timing.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { asOperator, metricLine, OPERATOR_KEY } from "../routes/operator.ts";

const PROMOTION = "4001";
/** Longer than a list lags. */
const SETTLED = 3 * MINUTE;
const SETTINGS = { OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" };

useWorld(SETTINGS);

/** The calls of an order that is booked and redeemed, by their operations. */
async function callsOf(order_id: string): Promise<string[]> {
  const browser = await world.browser({ order_id });
  await browser.get("/v1/catalog");
  await browser.post("/v1/order/book", { sku: SKU });
  await world.pass(1_000);
  const before = world.control.calls.length;
  const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  expect(redeemed.data.state).toBe("redeemed");
  return world.control.calls.slice(before).map(({ operation }) => operation);
}
const details = () => world.request("/readyz?details", { headers: asOperator });
const accept = () => world.request(`/v1/ledger/${PROMOTION}/accept`, { method: "POST", headers: asOperator });
const isProven = async (): Promise<unknown> => {
  const { data } = await details();
  return (data as unknown as { ledger: { promotion_id: string; reason: string | null }[] }).ledger.find(
    ({ promotion_id }) => promotion_id === PROMOTION,
  )?.reason;
};
/** A new process on another ledger, before the same service. */
async function onLedger(ledger = openSqliteLedger(":memory:", () => world.clock.now())): Promise<void> {
  await anotherWorld(SETTINGS, { ledger, service: world.service });
}
const logged = (message: string): number => world.logs.filter((line) => line.includes(message)).length;

describe("a ledger that is proven", () => {
  it("costs a confirmation no call but its own", async () => {
    await world.pass(SETTLED);
    await callsOf("first");
    expect(await callsOf("second")).toEqual(["redeem"]);
    expect(await isProven()).toBeNull();
  });

  it("is proven once, however many orders are confirmed", async () => {
    await world.pass(SETTLED);
    for (const id of ["a", "b", "c", "d"]) await callsOf(id);
    const lists = world.control.calls.filter(({ operation }) => operation === "list_redemptions");
    await callsOf("e");
    expect(world.control.calls.filter(({ operation }) => operation === "list_redemptions")).toEqual(lists);
    expect(logged("the ledger is current")).toBe(1);
  });

  it("is proven again by the next process, which goes back no further than it must", async () => {
    await callsOf("before");
    await world.pass(SETTLED);
    await world.restart();
    await world.pass(SETTLED);
    await callsOf("after");
    expect(await callsOf("then")).toEqual(["redeem"]);
  });

  it("is doubted where the connection to the database was lost, until no list can lag any more", async () => {
    let lose = (): void => {};
    const sqlite = openSqliteLedger(":memory:", () => world.clock.now());
    const ledger = new Proxy(sqlite, {
      get: (target, name) =>
        name === "onConnectionLost"
          ? (listener: () => void) => {
              lose = listener;
            }
          : Reflect.get(target, name),
    });
    await onLedger(ledger);
    await world.pass(SETTLED);
    await callsOf("before");
    expect(await callsOf("proven")).toEqual(["redeem"]);
    lose();
    expect(await callsOf("lost")).toContain("list_redemptions");
    await world.pass(SETTLED);
    await callsOf("again");
    expect(await callsOf("proven-again")).toEqual(["redeem"]);
  });
});

describe("a process that is younger than a list may lag", () => {
  it("looks every order up before it is confirmed", async () => {
    expect(await callsOf("young")).toContain("list_redemptions");
  });
});

describe("a ledger that lacks what the service has", () => {
  beforeEach(async () => {
    await callsOf("lost");
    await world.pass(MINUTE);
    await onLedger();
    await world.pass(SETTLED);
    await callsOf("next");
  });

  it("is not proven: every order is looked up, and the operator is told", async () => {
    expect(await callsOf("other")).toContain("list_redemptions");
    expect(await isProven()).toBe("missing");
    expect(logged("the ledger lacks redemptions of its own")).toBe(1);
    expect(await metricLine(world, `reward_redemption_ledger_proven{promotion_id="${PROMOTION}"`)).toMatch(
      / 0$/,
    );
    expect((await details()).data.warnings).toContainEqual(
      expect.objectContaining({ code: "ledger_incomplete" }),
    );
  });

  it("is not taken for a proven one because of what it stored itself meanwhile", async () => {
    await world.pass(10 * MINUTE);
    await onLedger();
    // Rows change before the proof begins, and the process has been up for long enough to note that it is alive.
    for (const id of ["early", "later"]) {
      await callsOf(id);
      await world.pass(MINUTE);
    }
    await world.pass(SETTLED);
    await callsOf("asks");
    await world.pass(MINUTE);
    expect(await isProven()).toBe("missing");
  });

  it("is told so by the next process as well", async () => {
    await world.restart();
    await world.pass(SETTLED);
    await callsOf("restarted");
    expect(await isProven()).toBe("missing");
  });

  it("is proven once an operator accepts it as it is", async () => {
    const accepted = await accept();
    expect(accepted.data).toEqual({ promotion_id: PROMOTION, proven: true, reason: null });
    expect(await callsOf("accepted")).toEqual(["redeem"]);
    expect(logged("accepted the ledger")).toBe(1);
  });

  it("lacks again what is made elsewhere under its ids after that", async () => {
    await accept();
    await callsOf("elsewhere");
    await world.pass(MINUTE);
    await onLedger();
    await world.pass(SETTLED);
    await callsOf("here");
    expect(await isProven()).toBe("missing");
  });
});

describe("an older copy", () => {
  it("that knows a redemption, and not that it was confirmed, is not proven", async () => {
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: SKU });
    const copy = await world.ledger.readOrder({ site: "shop", order_id: "copied" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(MINUTE);
    const ledger = openSqliteLedger(":memory:", () => world.clock.now());
    await onLedger(ledger);
    if (copy) await ledger.createOrder(copy);
    await world.pass(SETTLED);
    await callsOf("next");
    expect(await isProven()).toBe("missing");
  });
});

describe("a list that cannot be relied on", () => {
  it("because it does not answer leaves the ledger unproven, and is asked for again later", async () => {
    await callsOf("known");
    await world.restart();
    await world.pass(SETTLED);
    const away = world.control.fault({
      operation: "list_redemptions",
      kind: "server_error",
      times: "always",
    });
    const browser = await world.browser({ order_id: "unreadable" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await isProven()).toBe("unreadable");
    world.control.clearFaults(away);
    await world.pass(PROOF_RETRY);
    await callsOf("asks");
    await world.pass(MINUTE);
    expect(await isProven()).toBeNull();
  });
});
