/** Several instances whose token endpoint or ledger fails ask for tokens as seldom as one would. */
import { describe, expect, it } from "vitest";
import {
  RETRY_AFTER_MAX,
  TOKEN_LEASE,
  TOKEN_RENEW_BEFORE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../../../server/timing.ts";
import { settle } from "../virtual-clock.ts";
import { type Harness, type MemoryStore, raw } from "./support.ts";
import { authorizeAll, call, callAll, together, usedBy, within } from "./token-instances.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe("a token endpoint that fails", () => {
  it("is asked by all instances together as often as by one", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(503, "");
    for (let round = 0; round < 430; round++) {
      // Each is the first one in turn.
      await within(clock, 700, callAll([...all.slice(round % 4), ...all.slice(0, round % 4)]));
    }
    const gaps = service.asked.slice(1).map((at, index) => at - (service.asked[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(Math.min(TOKEN_RETRY_FIRST * 2 ** index, TOKEN_RETRY_MAX));
    }
    expect(service.asked.length).toBeGreaterThan(8);
    expect(all.flatMap(({ calls }) => calls)).toEqual([]);
  });

  it("is used by all within the minute once it works, however long it did not", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(503, "");
    for (let second = 0; second < 60 * 60; second++) await within(clock, SECOND, callAll(all));
    service.instead = undefined;
    const before = service.asked.length;
    let waited = 0;
    for (let working = false; !working; waited += SECOND) {
      const results = await within(clock, SECOND, callAll(all));
      working = results.every(({ status }) => status === "fulfilled");
    }
    expect(waited).toBeLessThanOrEqual(TOKEN_RETRY_MAX + 2 * SECOND);
    expect(TOKEN_RETRY_MAX).toBeLessThan(MINUTE);
    expect(service.asked).toHaveLength(before + 1);
  });

  it("has its Retry-After obeyed by all, up to a minute", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(429, "", { "retry-after": "3600" });
    for (let second = 0; second < RETRY_AFTER_MAX / SECOND; second++)
      await within(clock, SECOND, callAll(all));
    expect(service.asked).toHaveLength(1);
    await within(clock, SECOND, callAll(all));
    expect(service.asked).toHaveLength(2);
  });
});

describe("a ledger that fails", () => {
  const broken = (store: MemoryStore, what: readonly ("getTimed" | "swapValue")[]): (() => void) => {
    const fails = () => Promise.reject(new Error("disk"));
    for (const name of what) Object.assign(store, { [name]: fails });
    return () => {
      for (const name of what) delete (store as Partial<MemoryStore>)[name];
    };
  };

  it.each([
    ["reads nothing", ["getTimed"] as const],
    ["writes nothing", ["swapValue"] as const],
    ["does neither", ["getTimed", "swapValue"] as const],
  ])("and %s stops no instance from asking by itself", async (_, what) => {
    const { clock, store, service, all } = together(3);
    const mend = broken(store, what);
    const results = await callAll(all);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    await Promise.all(all.map(call));
    expect(service.asked).toHaveLength(3);
    mend();
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await callAll(all);
    await clock.advance(MINUTE);
    await Promise.all(all.map(call));
    expect(service.asked).toHaveLength(4);
  });

  it("when the token is to be stored leaves it to the instance that has it", async () => {
    const { clock, store, service, all } = together(2);
    const [first, second] = all as [Harness, Harness];
    let answer = (): void => {};
    service.answers = new Promise((resolve) => {
      answer = resolve;
    });
    const asking = call(first);
    await settle();
    broken(store, ["swapValue"]);
    answer();
    await asking;
    expect(usedBy(first)).toEqual(["Bearer token-1"]);
    expect(first.log.join()).toContain("cannot be shared");
    expect((await within(clock, TOKEN_LEASE + SECOND, authorizeAll([second])))[0]?.status).toBe("fulfilled");
  });
});
