/** Sessions of one large promotion that each have limits of their own: what their catalogs cost beside one that is shared. */
import { LARGE_COUNT, LARGE_ROWS } from "../../../demo/fulfillment/catalog/large.ts";
import { PROMOTIONS } from "../../../demo/fulfillment/catalog/promotions.ts";
import { ORIGIN, SITE_KEY } from "../../processes/cluster.ts";
import { seededRandom } from "../../support/random.ts";
import { computedMs, residentMiB } from "./memory.ts";

const SESSIONS = 300;
/** Rewards of each set of SKUs: as many as a session may name. */
const SKUS = 500;
/** Above every amount of the large promotion, so that rewards of a free value are shown too. */
const CAP_OF_ALL = 1_000;
/** Memory that the limits of all sessions of a kind may cost. */
export const GROWTH_MAX_MIB = 30;
/** What a view with limits of its own may cost, as a multiple of a shared one. */
export const COST_MAX = 3;

/** What sessions with one kind of limit cost. */
export interface LimitedViews {
  readonly kind: string;
  /** What the server computed for a view, milliseconds. */
  readonly ms: number;
  /** Resident memory, MiB, before the first view and after the last. */
  readonly before: number;
  readonly after: number;
  /** Different catalogs among those that were shown. */
  readonly catalogs: number;
  /** Whether each view had as many rewards as its limits leave. */
  readonly isWhole: boolean;
}

export interface LimitsResult {
  readonly sessions: number;
  /** What the server computed for a view of one session again and again, milliseconds. */
  readonly sharedMs: number;
  readonly views: readonly LimitedViews[];
}

/** What is broken, in sentences. */
export function brokenLimits({ sharedMs, views }: LimitsResult): string[] {
  return views.flatMap(({ kind, ms, before, after, isWhole }) => [
    ...(isWhole ? [] : [`a ${kind} of each session hid what it should not`]),
    ...(after - before < GROWTH_MAX_MIB ? [] : [`a ${kind} of each session cost ${after - before} MiB`]),
    ...(ms <= COST_MAX * sharedMs
      ? []
      : [
          `a ${kind} of each session cost ${(ms / sharedMs).toFixed(1)} times the computing of a shared view`,
        ]),
  ]);
}

/** What one session is limited to, and how many rewards that leaves. */
interface Limit {
  readonly limit: object;
  readonly rewards: number;
}

/** The lowest amounts of the rewards of a free value; no other value is known of a fresh server. */
const LOWEST = LARGE_ROWS.flatMap(([, worth]) => (typeof worth === "number" ? [] : [worth.min]));

function caps(): Limit[] {
  return Array.from({ length: SESSIONS }, (_, n) => {
    const cap = n + 1;
    return {
      limit: { max_amount: String(cap) },
      rewards: LARGE_COUNT - LOWEST.filter((lowest) => lowest > cap).length,
    };
  });
}

function sets(): Limit[] {
  const random = seededRandom(1);
  return Array.from({ length: SESSIONS }, () => {
    const skus = new Set<string>();
    while (skus.size < SKUS) skus.add(random.one(LARGE_ROWS)[4]?.sku ?? "");
    return { limit: { skus: [...skus], max_amount: String(CAP_OF_ALL) }, rewards: SKUS };
  });
}

const KINDS: readonly { readonly kind: string; readonly limits: readonly Limit[] }[] = [
  { kind: "max_amount", limits: caps() },
  { kind: "set of 500 skus", limits: sets() },
];

/** @param server one that answers nobody else, and its process */
export async function viewLimited(server: {
  readonly url: string;
  readonly pid: number;
}): Promise<LimitsResult> {
  const session = async (order_id: string, limit: object): Promise<string> => {
    const answer = await fetch(`${server.url}/v1/sessions`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        order_id,
        promotion_id: String(PROMOTIONS.large),
        user: { email: "user@example.com" },
        ...limit,
      }),
    });
    return ((await answer.json()) as { data: { session_token: string } }).data.session_token;
  };
  /** The catalog's tag, and how many rewards it has. */
  const view = async (token: string): Promise<readonly [etag: string | null, rewards: number]> => {
    const headers = { Authorization: `Bearer ${token}`, Origin: ORIGIN, "Accept-Encoding": "gzip" };
    const answer = await fetch(`${server.url}/v1/catalog`, { headers });
    return [answer.headers.get("ETag"), ((await answer.json()) as { data: unknown[] }).data.length];
  };
  /** Sees the catalog of each session in turn; milliseconds that the server computed for a view. */
  const cost = async (all: readonly string[]) => {
    const start = computedMs([server.pid]);
    const seen: Awaited<ReturnType<typeof view>>[] = [];
    for (const token of all) seen.push(await view(token));
    return { ms: (computedMs([server.pid]) - start) / all.length, seen };
  };

  const shared = Array<string>(SESSIONS).fill(await session("shared", {}));
  // Read at the service, and compiled, before anything is measured.
  await cost(shared);
  const { ms: sharedMs } = await cost(shared);
  const views: LimitedViews[] = [];
  for (const { kind, limits } of KINDS) {
    const tokens: string[] = [];
    for (const [n, { limit }] of limits.entries()) tokens.push(await session(`${kind[0]}-${n}`, limit));
    const before = residentMiB(server.pid) ?? 0;
    const { ms, seen } = await cost(tokens);
    const after = residentMiB(server.pid) ?? 0;
    views.push({
      kind,
      ms,
      before,
      after,
      catalogs: new Set(seen.map(([etag]) => etag)).size,
      isWhole: seen.every(([, rewards], n) => rewards === limits[n]?.rewards),
    });
  }
  return { sessions: SESSIONS, sharedMs, views };
}
