/**
 * Whatever bodies the service sends, nothing breaks, nobody sees another user's code, and the order ends properly once
 * the answers are right again. `HOSTILE_ANSWERS=<count>` runs more cases, `HOSTILE_ANSWERS_SEED=<number>` repeats the
 * same ones.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isProblemCode, PROBLEMS } from "../../shared/problems.ts";
import { MINUTE, SKU } from "../support/rewards.ts";
import { useWorld, world } from "../support/use-world.ts";
import type { Answer, Browser } from "../support/world.ts";
import { type Mutation, mutation, TARGETS } from "./hostile-answers.ts";

const COUNT = Number(process.env.HOSTILE_ANSWERS ?? 120);
const SEED = Number(process.env.HOSTILE_ANSWERS_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Longer than a hold, so that every doubt has ended. */
const AFTER = 45 * MINUTE;
/** The problem codes that an error of the service may become. */
const UPSTREAM = ["upstream_invalid", "upstream_unavailable", "upstream_forbidden", "codes_unreadable"];

interface Case {
  readonly target: keyof typeof TARGETS;
  readonly mutation: Mutation;
  /** How many answers are changed. */
  readonly times: number;
}

const cases = fc.sample(
  fc.record({
    target: fc.constantFrom(...(Object.keys(TARGETS) as (keyof typeof TARGETS)[])),
    mutation,
    times: fc.constantFrom(1, 2, 5, 1_000),
  }),
  { numRuns: COUNT, seed: SEED },
);

const rejections: unknown[] = [];
const note = (error: unknown): void => {
  rejections.push(error);
};
beforeAll(() => {
  process.on("unhandledRejection", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
});

useWorld({ LIMIT_SESSION_PER_MINUTE: "100000" });

/** Whether the order has ended: its codes were shown, or no more can come. */
const hasEnded = (last: string | undefined): boolean =>
  last !== undefined && ["shown", "order_finished", "attempts_exhausted"].includes(last);

/** The values that a browser received. */
const valuesIn = ({ data }: Answer): string[] => {
  const { codes } = (data ?? {}) as { codes?: { items?: { value: string }[] } };
  return (codes?.items ?? []).map((item) => item.value);
};

describe(`${COUNT} hostile answers (HOSTILE_ANSWERS_SEED=${SEED})`, () => {
  it.each(
    cases.map(
      (each, index) => [`${index}: ${each.mutation.name}, ${each.target} × ${each.times}`, each] as const,
    ),
  )("%s", async (_, { target, mutation: { of }, times }: Case) => {
    const shown: string[] = [];
    const see = (answer: Answer): Answer => {
      const { status, problem } = answer;
      if (status >= 400) {
        expect(isProblemCode(problem.code), answer.text).toBe(true);
        expect(PROBLEMS[problem.code].status).toBe(status);
      }
      if (status >= 500) expect(UPSTREAM).toContain(problem.code);
      shown.push(...valuesIn(answer));
      return answer;
    };
    let left = times;
    world.tamper = (path, body) => {
      if (!TARGETS[target].test(path) || left === 0) return body;
      left--;
      return of(body);
    };
    let session: Browser | undefined;
    const open = async (): Promise<Browser | undefined> => {
      const answer = see(await world.mint({ order_id: "hostile", ttl_seconds: 3600 }));
      return answer.status === 201 ? world.browser({ order_id: "hostile", ttl_seconds: 3600 }) : undefined;
    };
    const play = async (): Promise<string | undefined> => {
      session ??= await open();
      if (!session) return undefined;
      see(await session.get("/v1/catalog"));
      const booked = see(await session.post("/v1/order/book", { sku: SKU }));
      const attempt = Number(booked.data?.attempt ?? 1);
      see(await session.post("/v1/order/redeem", { attempt, sku: SKU }));
      see(await session.get("/v1/order"));
      return booked.problem.code ?? see(await session.post("/v1/order/codes")).problem.code ?? "shown";
    };
    await play();
    await world.pass(5_000);
    await play();
    world.tamper = undefined;
    session = undefined;
    let last = await play();
    for (let waited = 0; waited < AFTER && !hasEnded(last); waited += 5 * MINUTE) {
      await world.pass(5 * MINUTE);
      session = undefined;
      last = await play();
    }

    const billed = world.control.codes().filter(({ order_id }) => order_id.startsWith("shop.hostile."));
    expect(billed.length).toBeLessThanOrEqual(1);
    const own = billed.flatMap((each) => each.codes.map((code) => code.value));
    for (const value of shown) expect(own).toContain(value);
    const row = await world.ledger.readOrder({ site: "shop", order_id: "hostile" });
    const isListed = row?.order.attention !== null;
    // A service that reported each hold as ended has used them up. Then nothing was billed, and the user may come back.
    const isUsedUp = last === "attempts_exhausted" && billed.length === 0;
    const isShown = billed.length === 1 && shown.length > 0;
    expect(isListed || isUsedUp || isShown, JSON.stringify(row)).toBe(true);
    expect(rejections).toEqual([]);
    expect(world.logs.filter((line) => /unexpected error|order loop failed|round failed/.test(line))).toEqual(
      [],
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
