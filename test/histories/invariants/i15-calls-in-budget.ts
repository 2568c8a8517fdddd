/**
 * Judged by the calls that reached the service and when they left, repeats after a refused token included, for each upstream order
 * id, when the answer to one of them was heard. Calls whose token was refused did nothing, and have a separate limit. Source:
 * docs/proof/rules.md, rule 9.
 */
import { CHANGES, type Departure, leapedSince } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

const WINDOW = 600_000;
const SENDS_MAX = 6;
const BOOKS_MAX = 20;
const TURNED_AWAY_MAX = 8;

export const callsInBudget: Invariant = {
  id: "I15",
  says: "changing calls stay inside rule 9",
  watch: (evidence) => {
    const arrived = new Map<string, Departure[]>();
    const check = (calls: readonly Departure[]): string | undefined => {
      const turnedAway = calls.filter(isTurnedAway);
      const counted = calls.filter((each) => !isTurnedAway(each) && each.operation !== "book");
      const books = calls.filter((each) => !isTurnedAway(each) && each.operation === "book");
      const orderId = calls[0]?.orderId;
      // The budget is counted by the clock of the machines.
      if (leapedSince(evidence, (calls[0]?.at ?? 0) - WINDOW)) return undefined;
      if (most(books) > BOOKS_MAX) return `${most(books)} books for ${orderId} in 10 minutes`;
      if (most(counted) > SENDS_MAX) return `${most(counted)} changing calls for ${orderId} in 10 minutes`;
      return most(turnedAway) > TURNED_AWAY_MAX
        ? `${most(turnedAway)} calls for ${orderId} were refused for their token in 10 minutes`
        : undefined;
    };
    return {
      // A call that never left did not reach the service; the time of leaving counts.
      arrived(departure) {
        const { operation, orderId, generation } = departure;
        if (!CHANGES.has(operation)) return undefined;
        const key = `${generation} ${orderId}`;
        arrived.set(key, [...(arrived.get(key) ?? []), departure]);
        return undefined;
      },
      heard: ({ generation, orderId }) => check(arrived.get(`${generation} ${orderId}`) ?? []),
      ended() {
        for (const calls of arrived.values()) {
          const broken = check(calls);
          if (broken) return broken;
        }
        return undefined;
      },
    };
  },
};

/** Whether the service itself refused the call's token. */
const isTurnedAway = ({ status, text }: Departure): boolean =>
  status === 401 && !(text ?? "").includes('"forbidden"');

/** The most calls in any window. */
function most(calls: readonly Departure[]): number {
  const times = calls.map(({ at }) => at);
  return Math.max(
    0,
    ...times.map((from) => times.filter((each) => each >= from && each < from + WINDOW).length),
  );
}
