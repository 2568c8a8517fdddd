/**
 * Every request is answered in bounded time: 12 s (docs/proof/course.md, "One worker an order"), and the reads that an answer may
 * also need (10 s each). Time during which the scheduler held the instance up is deducted.
 */
import type { Invariant } from "../judge.ts";

const BOUND = 12_000 + 3_000 + 2 * 10_000;

export const answersInTime: Invariant = {
  id: "in time",
  says: "every request is answered within its time",
  watch: ({ asks, boots }) => ({
    answered({ at, path, method }, answer) {
      const took = answer.at - at - answer.stalled;
      return took > BOUND ? `${method} ${path} was answered after ${Math.round(took / 1000)} s` : undefined;
    },
    ended() {
      const alive = new Set(boots.map(({ instance }) => instance));
      const open = asks.find(({ answer, lost, instance }) => !answer && !lost && alive.has(instance));
      return open && `${open.method} ${open.path} was never answered`;
    },
  }),
};
