/** Sessions of one large promotion that each have a limit of their own: what their catalogs cost beside one that is shared. */
import { LARGE_COUNT } from "../../../demo/fulfillment/catalog/large.ts";
import { PROMOTIONS } from "../../../demo/fulfillment/catalog/promotions.ts";
import { ORIGIN, SITE_KEY } from "../../processes/cluster.ts";
import { computedMs, residentMiB } from "./memory.ts";

const LIMITS = 300;
/** Memory that 300 limits may cost. */
const GROWTH_MAX_MIB = 30;

export interface LimitsResult {
  readonly limits: number;
  /** What the server computed for a view, milliseconds: of one session again and again, and of each session once. */
  readonly sharedMs: number;
  readonly limitedMs: number;
  /** Resident memory, MiB, when the shared catalog was viewed, and after the limited ones. */
  readonly before: number;
  readonly after: number;
  /** Different catalogs among the limited ones. */
  readonly catalogs: number;
  readonly isWithin: boolean;
}

/** @param server one that answers nobody else, and its process */
export async function viewLimited(server: {
  readonly url: string;
  readonly pid: number;
}): Promise<LimitsResult> {
  const session = async (n: number, limit: object): Promise<string> => {
    const answer = await fetch(`${server.url}/v1/sessions`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        order_id: `limit-${n}`,
        promotion_id: String(PROMOTIONS.large),
        user: { email: "user@example.com" },
        ...limit,
      }),
    });
    return ((await answer.json()) as { data: { session_token: string } }).data.session_token;
  };
  const etags = new Set<string | null>();
  const view = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, Origin: ORIGIN, "Accept-Encoding": "gzip" };
    const answer = await fetch(`${server.url}/v1/catalog`, { headers });
    etags.add(answer.headers.get("ETag"));
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  const tokens: string[] = [];
  for (let n = 1; n <= LIMITS; n++) tokens.push(await session(n, { max_amount: String(n) }));
  const shared = await session(0, {});
  /** Sees the catalog of each session in turn; milliseconds that the server computed for a view. */
  const cost = async (all: readonly string[]): Promise<number> => {
    const start = computedMs([server.pid]);
    for (const token of all) await view(token);
    return (computedMs([server.pid]) - start) / all.length;
  };
  const sharedTokens = tokens.map(() => shared);
  // Read at the service, and compiled, before anything is measured.
  await cost(sharedTokens);
  const sharedMs = await cost(sharedTokens);
  const before = residentMiB(server.pid) ?? 0;
  etags.clear();
  const limitedMs = await cost(tokens);
  const after = residentMiB(server.pid) ?? 0;
  const isWhole = (await view(tokens.at(-1) as string)) === LARGE_COUNT;
  const isWithin = isWhole && after - before < GROWTH_MAX_MIB;
  return { limits: LIMITS, sharedMs, limitedMs, before, after, catalogs: etags.size, isWithin };
}
