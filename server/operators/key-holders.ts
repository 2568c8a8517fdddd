/**
 * Who may do what, and since when: the names of the settings' keys and of the people whom the proxy names, and when each was first seen.
 * Never a key. Source: docs/server/audit.md, "Roles".
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import type { Settings } from "../settings/env.ts";
import { SWAP_TRIES } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";

export const keyHolder = z.object({
  name: field(z.string(), "Of a key, of a person whom the proxy names, or of a site", "anna"),
  may: field(
    z.enum(["act", "read", "site"]),
    "`act` or `read`, as an operator; `site`: cancel and refund its own orders",
    "act",
  ),
  since: field(z.iso.datetime().optional(), "When it was first seen like this", "2026-11-22T12:00:00.000Z"),
});
export type KeyHolder = z.infer<typeof keyHolder>;
type Holder = Omit<KeyHolder, "since">;

export function holdersIn({
  sites,
  operators,
  operatorHeader,
}: Pick<Settings, "sites" | "operators" | "operatorHeader">): Holder[] {
  const people = [...(operatorHeader?.people ?? [])];
  return [
    ...operators.map(({ name, role }): Holder => ({ name, may: role })),
    ...people.map(([name, role]): Holder => ({ name, may: role })),
    ...sites.map(({ id }): Holder => ({ name: id, may: "site" })),
  ];
}

const KEY = "key_holders";
const keyOf = ({ name, may }: Holder): string => `${may} ${name}`;
/** By holder: epoch ms. */
const stored = z.record(z.string(), z.number());

export interface KeyHoldersOptions {
  readonly ledger: Pick<Ledger, "get" | "swapValue">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export class KeyHolders {
  readonly #options: KeyHoldersOptions;

  constructor(options: KeyHoldersOptions) {
    this.#options = options;
  }

  /** Who is new begins now; who has gone begins anew when they come back. Never rejects. */
  async note(holders: readonly Holder[]): Promise<void> {
    const { ledger, clock, log } = this.#options;
    try {
      for (let tries = 0; tries < SWAP_TRIES; tries++) {
        const text = await ledger.get(KEY);
        const before = parsed(text);
        const next = Object.fromEntries(
          holders.map((holder) => [keyOf(holder), before[keyOf(holder)] ?? clock.now()]),
        );
        if (await ledger.swapValue(KEY, text, JSON.stringify(next))) return;
      }
    } catch (error) {
      log.warn("who has a key could not be noted", errorFields(error));
    }
  }

  async since(holders: readonly Holder[]): Promise<KeyHolder[]> {
    const known = parsed(await this.#options.ledger.get(KEY));
    return holders.map((holder) => {
      const since = known[keyOf(holder)];
      return { ...holder, ...(since !== undefined && { since: new Date(since).toISOString() }) };
    });
  }
}

/** A later version may store something else. */
const parsed = (text: string | undefined): Readonly<Record<string, number>> =>
  stored.safeParse(JSON.parse(text ?? "{}")).data ?? {};
