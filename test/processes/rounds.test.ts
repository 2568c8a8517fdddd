/**
 * Thirty confirmations of one order at the same moment, over two processes on one ledger: one effect, and answers that agree.
 * `ROUNDS=<count>` plays more rounds.
 */
import { describe, expect, it } from "vitest";
import type { Cluster, Instance } from "./cluster.ts";
import { eachLedger } from "./ledgers.ts";
import { type Answer, ask, openSession, SKU } from "./player.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 30);
const PARALLEL = 30;
/** Rounds, each of another order, that are played beside each other. */
const AT_ONCE = 10;
const MINUTE = 60_000;
/** Every third round the answer to a redeem, of one of those played beside each other, is lost though it had its effect. */
const FAULTY = 3;

const valuesOf = ({ data }: Answer): string => JSON.stringify(data?.codes?.items.map(({ value }) => value));

async function round(cluster: Cluster, instances: readonly [Instance, Instance], n: number): Promise<void> {
  const order = `round-${n}`;
  const at = (turn: number) => () => instances[turn % 2] as Instance;
  const token = await openSession(at(n), order, "redeem", Date.now() + MINUTE);
  const booked = await ask(at(n + 1), "/v1/order/book", token, { sku: SKU });
  expect(booked.status, order).toBe(201);
  const isFaulty = n % FAULTY === 0;
  if (isFaulty) {
    const body = JSON.stringify({ operation: "redeem", kind: "timeout_after" });
    await cluster.control("/faults", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
  }
  const confirm = (turn: number): Promise<Answer> =>
    ask(at(turn), "/v1/order/redeem", token, { attempt: 1, sku: SKU });
  const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, turn) => confirm(turn)));
  expect(
    answers.map(({ status, data }) => `${status} ${data?.state}`),
    order,
  ).toEqual(answers.map(() => "200 redeemed"));
  expect(new Set(answers.map(valuesOf)).size, order).toBe(1);
  const own = (await cluster.calls()).filter(({ order_id }) => order_id === `shop.${order}.1`);
  const redeems = own.filter(({ operation }) => operation === "redeem");
  const told = own.map(({ seq, at, operation, status, fault, effect }) =>
    [seq, at, operation, status, fault, effect].join(" "),
  );
  const note = [order, ...told].join("\n");
  expect(
    redeems.filter(({ effect }) => effect),
    note,
  ).toHaveLength(1);
  // One whose answer was lost may be sent again, and then does nothing (docs/proof/rules.md, rule 8): a reading may come late, too.
  const lost = redeems.filter(({ fault }) => fault).length;
  expect(redeems.length, note).toBeLessThanOrEqual(1 + lost);
}

describe.each(eachLedger())("thirty confirmations at once over two instances on %s", (_, open) => {
  it("have one effect and one answer", { timeout: 30 * MINUTE }, async () => {
    const cluster = await open("rounds");
    const instances = [await cluster.start(), await cluster.start()] as const;
    const rounds = Math.ceil(ROUNDS / 2);
    for (let n = 0; n < rounds; n += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, rounds - n) }, (_, index) => n + index);
      await Promise.all(some.map((each) => round(cluster, instances, each)));
    }
    expect(await cluster.codes()).toHaveLength(rounds);
  });
});
