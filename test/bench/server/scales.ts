/**
 * The scales by which a request's multiple is told. What a bare hello costs depends on how it is asked: opening a connection costs more
 * than everything else that a hello does. So there is a strict scale, and the one that comes closest to the figures of issue 15,
 * whose hello is not described; docs/proof/index.md says how it was found.
 */
import type { RoundOptions } from "./costs.ts";

export interface Scale {
  /** Begins the ids of its orders. */
  readonly name: string;
  readonly title: string;
  readonly keepsConnections: boolean;
  readonly round: Omit<RoundOptions, "name">;
}

/** One request at a time takes that much longer: so many times fewer orders a round. */
const FEWER_ALONE = 4;

/** @returns the strict one first */
export const scalesOf = ({ orders, users }: Omit<RoundOptions, "name">): readonly Scale[] => [
  {
    name: "kept",
    title: `connections kept, ${users} users at once`,
    keepsConnections: true,
    round: { orders, users },
  },
  {
    name: "alone",
    title: "a connection for each request, one at a time",
    keepsConnections: false,
    round: { orders: Math.ceil(orders / FEWER_ALONE), users: 1 },
  },
];
