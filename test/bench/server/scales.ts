/**
 * The scales by which a request's multiple is told. What a bare hello costs depends on how it is asked: a connection of its own costs
 * more than everything that hello does on one that stands. So there is a strict scale, and the one that issue 15's figures were
 * measured by, as far as that can be found out: docs/proof.md says how.
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
