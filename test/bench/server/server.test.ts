/** The pieces of the server's bench: that each process tells what it computed, and what is said of calls. It measures nothing here. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "../load/client.ts";
import { brokenCalls, CALLS_MAX, type Counted, countCalls } from "./calls.ts";
import { type Costs, medians, playRound, timesOf } from "./costs.ts";
import { startSides } from "./sides.ts";

const WITHIN = 120_000;

it("a small round tells what each request cost, and counts the calls of each order", {
  timeout: WITHIN,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "server-bench-"));
  const sides = await startSides(folder);
  const client = createClient([sides.ours.url], () => {});
  try {
    const costs = await playRound(sides, client, { name: "one", orders: 40, users: 8 });
    expect(Object.values(costs).filter((each) => !(each > 0))).toEqual([]);
    const counted = await countCalls(sides, client, {
      name: "few",
      orders: 8,
      users: 8,
      email: "one@example.com",
    });
    expect(counted).toMatchObject({ whose: "one user", orders: 8, confirmed: 8 });
    expect(counted.operations).toMatch(/\bbook: 8\b/);
    expect(counted.operations).toMatch(/\bredeem: 8\b/);
    expect(counted.calls).toBeLessThanOrEqual(CALLS_MAX);
  } finally {
    await client.close();
    await sides.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ["serve one request after the other", true],
  ["serve one request each", false],
])("connections %s", async (_, keepsConnections) => {
  const requests = 8;
  let opened = 0;
  const server = createServer((_, response) => response.end("{}"));
  server.on("connection", () => opened++);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient([url], () => {}, { keepsConnections });
  for (let n = 0; n < requests; n++) await client.send({ route: "hello", path: "/" });
  await client.close();
  server.close();
  expect(opened < requests).toBe(keepsConnections);
});

const GOOD: Counted = { whose: "one user", orders: 100, confirmed: 100, calls: 2.05, operations: "" };

it.each<[string, Partial<Counted>, string[]]>([
  ["as it should be", {}, []],
  [
    "with too many calls",
    { calls: 2.06 },
    ["of one user: a confirmed order cost 2.060 calls at the service"],
  ],
  ["with orders left", { confirmed: 99 }, ["of one user: 1 of 100 orders were not confirmed"]],
])("a count %s", (_, change, broken) => {
  expect(brokenCalls([{ ...GOOD, ...change }])).toEqual(broken);
});

it("a multiple is the median of the rounds' multiples", () => {
  const round = (session: number, hello: number) => ({ session, hello }) as Costs;
  const rounds = [round(20, 10), round(90, 30), round(40, 10)];
  expect(timesOf(rounds)[0]).toEqual({ what: "session", of: "hello", times: 3, most: 4 });
  expect(medians(rounds)).toEqual({ session: 40, hello: 10 });
});
