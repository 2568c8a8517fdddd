/** Faults injected at the service: in a tenth of the calls, drawn from a seed, for as long as traffic flows. */
import type { Fault } from "../../../demo/fulfillment/faults.ts";
import type { Cluster } from "../../processes/cluster.ts";
import { seededRandom } from "../../support/random.ts";

const SHARE = 0.1;
/** Faults are injected for so many calls ahead, and topped up this often (ms). */
const AHEAD = 60;
const TOP_UP_EVERY = 150;
/** Longer than a quick service takes, shorter than any deadline. Milliseconds. */
const SLOW = [300, 3_000] as const;
/**
 * A good token that is refused is replaced twice in half a minute and then not for a while, because the token endpoint is
 * strictly limited: a service that refused it more often would stop everything, which is another experiment.
 */
const UNAUTHORIZED_EVERY = 15_000;

type Kind = Omit<Fault, "operation">;

export interface InjectedFaults {
  /** No more faults are injected, and those that met no call yet are taken back. */
  end(): Promise<void>;
}

const post = (cluster: Cluster, path: string, body: unknown): Promise<unknown> =>
  cluster.control(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export function injectFaults(cluster: Cluster, seed: number): InjectedFaults {
  const random = seededRandom(seed);
  let unauthorizedFrom = 0;
  let drawn = 0;
  let calls: number | undefined;
  let ended = false;

  function draw(): Kind {
    const fresh: Kind[] = [
      { kind: "timeout_before" },
      { kind: "timeout_after" },
      { kind: "reset_before" },
      { kind: "reset_after" },
      { kind: "server_error", status: random.one([500, 502, 503] as const), after: random.below(2) === 0 },
      { kind: "slow", delay_ms: random.between(...SLOW), effect: random.one(["first", "last"] as const) },
      { kind: "garbled", variant: random.one(["truncated", "html", "empty", "wrong_shape"] as const) },
      { kind: "unauthorized" },
      { kind: "forbidden" },
    ] as Kind[];
    const kind = random.one(fresh);
    if (kind.kind !== "unauthorized") return kind;
    const now = performance.now();
    if (now < unauthorizedFrom) return { kind: "forbidden" } as Kind;
    unauthorizedFrom = now + UNAUTHORIZED_EVERY;
    return kind;
  }

  async function topUp(): Promise<void> {
    const { counts } = (await cluster.control("")) as { counts: { calls: number } };
    calls ??= counts.calls;
    const wanted = (counts.calls - calls + AHEAD) * SHARE;
    while (!ended && drawn < wanted) {
      drawn++;
      await post(cluster, "/faults", { ...draw(), operation: "*", skip: random.below(AHEAD) });
    }
  }

  const work = (async () => {
    while (!ended) {
      await topUp();
      await new Promise((done) => setTimeout(done, TOP_UP_EVERY));
    }
  })();
  return {
    async end() {
      ended = true;
      await work;
      await cluster.control("/faults", { method: "DELETE" });
    },
  };
}
