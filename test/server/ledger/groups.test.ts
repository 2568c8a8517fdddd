/** When asks leave together, and what becomes of those that are not answered. On virtual time. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Groups, type GroupsOptions } from "../../../server/ledger/groups.ts";
import { LedgerUnavailable } from "../../../server/ledger/ledger.ts";

const APART = 8;
const ENOUGH = 4;
const PATIENCE = 1_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "performance"],
  });
});
afterEach(() => void vi.useRealTimers());

/** Asks are numbers, and each answer is ten times its ask. A group is answered when the test says so. */
function make(options: Partial<GroupsOptions<number, number>> = {}) {
  const left: number[][] = [];
  const answers: ((error?: Error) => void)[] = [];
  const groups = new Groups<number, number>({
    apart: APART,
    enough: ENOUGH,
    patience: PATIENCE,
    send(group) {
      left.push([...group]);
      return new Promise((resolve, reject) => {
        answers.push((error) => (error ? reject(error) : resolve(group.map((ask) => ask * 10))));
      });
    },
    ...options,
  });
  const outcomes: unknown[] = [];
  const add = (...asks: number[]): void => {
    for (const ask of asks)
      groups.add(ask).then(
        (answer) => outcomes.push(answer),
        (error) => outcomes.push(error instanceof LedgerUnavailable ? error.reason : error.message),
      );
  };
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const answer = async (error?: Error): Promise<void> => {
    answers.shift()?.(error);
    await pass(0);
  };
  return { groups, left, outcomes, add, pass, answer };
}

describe("asks", () => {
  it("leave at once, with all of the same turn", async () => {
    const { left, add, pass } = make();
    add(1, 2);
    expect(left).toEqual([]);
    await pass(0);
    expect(left).toEqual([[1, 2]]);
  });

  it("that come while a group is under way leave together after it, and no group leaves beside another one", async () => {
    const { left, outcomes, add, pass, answer } = make();
    add(1);
    await pass(0);
    add(2);
    await pass(100);
    add(3);
    await pass(100);
    expect(left).toEqual([[1]]);
    await answer();
    expect(left).toEqual([[1], [2, 3]]);
    await answer();
    expect(outcomes).toEqual([10, 20, 30]);
  });

  it("wait for more where a group left a moment ago, and no longer", async () => {
    const { left, add, pass, answer } = make();
    add(1);
    await pass(0);
    await answer();
    add(2);
    await pass(APART - 2);
    add(3);
    expect(left).toHaveLength(1);
    await pass(2);
    expect(left).toEqual([[1], [2, 3]]);
  });

  it("do not wait for more where the group before left long ago", async () => {
    const { left, add, pass, answer } = make();
    add(1);
    await pass(0);
    await answer();
    await pass(APART);
    add(2);
    await pass(0);
    expect(left).toEqual([[1], [2]]);
  });

  it("do not wait for more once they are enough", async () => {
    const { left, add, pass, answer } = make();
    add(1);
    await pass(0);
    await answer();
    add(2, 3, 4);
    await pass(1);
    expect(left).toHaveLength(1);
    add(5);
    await pass(0);
    expect(left).toEqual([[1], [2, 3, 4, 5]]);
  });
});

describe("without an answer", () => {
  it("an ask is given up in time; what has not left by then never leaves", async () => {
    const { left, outcomes, add, pass, answer } = make();
    add(1);
    await pass(0);
    add(2);
    await pass(PATIENCE - 1);
    add(3);
    expect(outcomes).toEqual([]);
    await pass(1);
    expect(outcomes).toEqual(["silent", "silent"]);
    await answer();
    await pass(APART);
    expect(left).toEqual([[1], [3]]);
    await answer();
    expect(outcomes).toEqual(["silent", "silent", 30]);
  });

  it("a group that fails fails its own asks, and the next one leaves", async () => {
    const { left, outcomes, add, pass, answer } = make();
    add(1, 2);
    await pass(0);
    add(3);
    await answer(new Error("broken"));
    await pass(APART);
    expect(outcomes).toEqual(["broken", "broken"]);
    expect(left).toEqual([[1, 2], [3]]);
  });

  it("what waits is refused together, and later asks leave as ever", async () => {
    const { groups, left, outcomes, add, pass, answer } = make();
    add(1);
    await pass(0);
    add(2, 3);
    groups.refuse(new LedgerUnavailable("locked"));
    await pass(0);
    expect(outcomes).toEqual(["locked", "locked"]);
    await answer();
    add(4);
    await pass(APART);
    expect(left).toEqual([[1], [4]]);
    await pass(2 * PATIENCE);
    expect(outcomes).toEqual(["locked", "locked", 10, "silent"]);
  });
});
