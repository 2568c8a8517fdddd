/** The results as tables for people. */
import type { Added } from "./added.ts";
import type { Sample } from "./client.ts";
import type { FloodResult } from "./flood.ts";
import type { HungResult } from "./hung.ts";
import type { Verdict } from "./judge.ts";
import type { LimitsResult } from "./limits.ts";
import type { Held } from "./memory.ts";
import { groupBy, inWords, type Spread, spread, table, tally } from "./numbers.ts";
import type { SlowResult } from "./slow.ts";
import type { StampedeResult } from "./stampede.ts";
import type { UnreadResult } from "./unread.ts";

export interface RouteRow extends Spread {
  readonly route: string;
  readonly statuses: Readonly<Record<string, number>>;
}

export interface Results {
  /** A small durable write on the disk that an SQLite ledger is on, ms. */
  readonly disk: Spread;
  readonly mixed?: {
    readonly routes: readonly RouteRow[];
    readonly added: readonly Added[];
    /** Of the service's calls in those seconds. */
    readonly calls: number;
    readonly faulted: number;
    /** What the servers computed for one request, the calls behind it included. Milliseconds. */
    readonly computedMs: number;
    /** PostgreSQL's transactions for one request, each one statement; 0 with SQLite. */
    readonly statements: number;
    /** How late the driver itself was. */
    readonly late: Spread;
  };
  readonly hung?: Pick<HungResult, "finishedAfter" | "unfinished"> & { readonly routes: readonly RouteRow[] };
  readonly slow?: SlowResult & { readonly routes: readonly RouteRow[]; readonly memory: readonly Held[] };
  readonly unread?: UnreadResult & { readonly memory: readonly Held[] };
  readonly limited?: LimitsResult;
  readonly stampede?: Omit<StampedeResult, "samples"> & { readonly routes: readonly RouteRow[] };
  readonly flood?: Omit<FloodResult, "users"> & { readonly routes: readonly RouteRow[] };
  readonly memory: readonly Held[];
  readonly verdict: Verdict;
  readonly broken: readonly string[];
}

export function routesOf(samples: readonly Sample[]): RouteRow[] {
  return [...groupBy(samples, ({ route }) => route)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([route, own]) => ({
      route,
      statuses: tally(own.map(({ status, code }) => (code ? `${status} ${code}` : `${status}`))),
      ...spread(own.map(({ ms }) => ms)),
    }));
}

const SPREAD_HEAD = ["p50", "p95", "p99", "max"] as const;
const cells = ({ p50, p95, p99, max }: Spread): number[] => [p50, p95, p99, max];

const routeTable = (title: string, routes: readonly RouteRow[]): string =>
  table(
    `${title} (ms)`,
    ["route", "count", ...SPREAD_HEAD, "answers"],
    routes.map((row) => [row.route, row.count, ...cells(row), inWords(row.statuses)]),
  );

const memoryTable = (title: string, memory: readonly Held[]): string =>
  table(
    `${title} (MiB resident)`,
    ["server", "before", "peak", "after", "growth"],
    memory.map(({ before, peak, after }, n) => [`${n + 1}`, before, peak, after, after - before]),
  );

const minus = (a: number, b: number): string => (a - b).toFixed(1);

export function render({
  disk,
  mixed,
  hung,
  slow,
  unread,
  limited,
  stampede,
  flood,
  memory,
  verdict,
  broken,
}: Results): string {
  const parts = [`A small durable write takes ${disk.p50} ms at p50, ${disk.p95} at p95.`];
  if (mixed) {
    const { calls, faulted, late, computedMs, statements } = mixed;
    parts.push(
      routeTable("Mixed traffic, from the moment each request was due", mixed.routes),
      `  ${faulted} of ${calls} calls at the service met a fault (${((100 * faulted) / Math.max(1, calls)).toFixed(1)} %); the driver was late by ${late.p50} at p50, ${late.p99} at p99`,
      `  the servers computed ${computedMs.toFixed(2)} ms a request${statements > 0 ? `, and sent ${statements.toFixed(2)} statements` : ""}`,
      table(
        "Added by us, fault-free, against the bare proxy in the same seconds (ms)",
        ["", "ours", "p50", "p95", "bare", "p50", "p95", "added p50", "added p95", "calls upstream"],
        mixed.added.map(({ what, ours, bare, calls }) => [
          what,
          ours.count,
          ours.p50,
          ours.p95,
          bare.count,
          bare.p50,
          bare.p95,
          minus(ours.p50, bare.p50),
          minus(ours.p95, bare.p95),
          calls.toFixed(2),
        ]),
      ),
    );
  }
  if (hung) {
    parts.push(
      routeTable("The service hangs for 15 s", hung.routes),
      `  the last order came to its end ${(hung.finishedAfter / 1_000).toFixed(1)} s afterwards; unfinished after a minute: ${hung.unfinished}`,
    );
  }
  if (slow) {
    parts.push(
      routeTable(`Beside ${slow.opened} slow connections`, slow.routes),
      table(
        "Cut off after (s)",
        ["a byte a second", "count", "p50", "max"],
        [
          ["headers", slow.headers.count, slow.headers.p50, slow.headers.max],
          ["bodies", slow.bodies.count, slow.bodies.p50, slow.bodies.max],
        ],
      ),
      `  refused: ${slow.refused}; still open at the end: ${slow.left}`,
      memoryTable("Memory beside them", slow.memory),
    );
  }
  if (unread) {
    parts.push(
      memoryTable(`Memory beside ${unread.opened} connections that read nothing`, unread.memory),
      `  still open at the end: ${unread.left}; of ${unread.others} requests of others not served: ${unread.unserved}`,
    );
  }
  if (limited) {
    const { sessions, sharedMs, views } = limited;
    parts.push(
      table(
        `${sessions} sessions with limits of their own, 2,000 rewards; a shared view took ${sharedMs.toFixed(2)} ms of computing`,
        ["each its own", "ms", "times", "catalogs", "MiB before", "after", "growth"],
        views.map(({ kind, ms, catalogs, before, after }) => [
          kind,
          ms.toFixed(2),
          (ms / sharedMs).toFixed(1),
          catalogs,
          before,
          after,
          after - before,
        ]),
      ),
    );
  }
  if (stampede) {
    parts.push(
      routeTable(`${stampede.sessions} sessions, ${stampede.servers} cold servers`, stampede.routes),
      `  Get promotion: ${stampede.promotionReads}; List rewards: ${stampede.pages.length} pages, read ${stampede.pages.join(", ")} times`,
    );
  }
  if (flood) {
    parts.push(
      routeTable(`A stock of ${flood.stock}`, flood.routes),
      `  billed ${flood.billed}, shown a code ${flood.served}; the others: ${flood.told}`,
    );
  }
  parts.push(
    memoryTable("Memory of the whole run", memory),
    table(
      "At the end",
      ["what", "count"],
      Object.entries(verdict)
        .filter(([, value]) => typeof value === "number")
        .map(([name, value]) => [name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`), String(value)]),
    ),
    broken.length === 0 ? "Everything holds." : `BROKEN: ${broken.join("; ")}.`,
  );
  return parts.join("\n\n");
}
