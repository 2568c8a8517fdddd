/** A ledger that went back, as operators see it: on the list, in the metrics and the warnings, for a day. */
import { expect, it } from "vitest";
import { DAY } from "../../../server/timing.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { asOperator, goBack, OPERATOR_KEY } from "./operator.ts";

useWorld({ OPERATOR_KEY });

const ask = async (path: string): Promise<string> =>
  (await world.request(path, { headers: asOperator })).text;

it("is told where nobody had said so, and with what it means", async () => {
  expect(JSON.parse(await ask("/v1/attention")).ledger).toEqual([]);
  await goBack(world);
  const since = new Date(Math.floor(world.clock.now())).toISOString();
  expect(JSON.parse(await ask("/v1/attention")).ledger).toEqual([
    { reason: "ledger_recovered", since, remedy: expect.stringContaining("looked up at the service") },
  ]);
  expect(await ask("/metrics")).toMatch(/ledger_recovered_timestamp_seconds\{noticed="true"\} 1\d+/);
  expect(await ask("/readyz?details")).toContain('"ledger_recovered"');
  world.clock.jumpWall(DAY + 1);
  expect(JSON.parse(await ask("/v1/attention")).ledger).toEqual([]);
});

it("is no news where an operator said so: the metrics alone have it", async () => {
  await world.ledger.noteRecovery(world.clock.now());
  expect(JSON.parse(await ask("/v1/attention")).ledger).toEqual([]);
  expect(await ask("/metrics")).toMatch(/ledger_recovered_timestamp_seconds\{noticed="false"\} 1\d+/);
});
