/** Many sessions ask for a catalog that no server has read yet, all at once: what that costs at the service. */
import type { Call } from "../../../demo/fulfillment/calls.ts";
import type { Cluster } from "../../processes/cluster.ts";
import { type Client, createClient, type Sample } from "./client.ts";
import { tally } from "./numbers.ts";
import { newUser, take } from "./users.ts";

export interface StampedeResult {
  readonly sessions: number;
  readonly servers: number;
  readonly promotionReads: number;
  /** Reads of each page of List rewards. */
  readonly pages: readonly number[];
  readonly samples: readonly Sample[];
  /** Whether no server read anything twice, and everybody had a catalog. */
  readonly isWithin: boolean;
}

/** Sessions work on every server; fresh servers have read nothing yet. */
export async function stampede(
  cluster: Cluster,
  client: Client,
  count: number,
  servers: number,
): Promise<StampedeResult> {
  const users = Array.from({ length: count }, (_, n) => newUser(`stampede-${n}`, "redeem"));
  for (let n = 0; n < count; n += 50)
    await Promise.all(users.slice(n, n + 50).map((user) => take(client, user)));
  const fresh = await Promise.all(Array.from({ length: servers }, () => cluster.start()));
  const samples: Sample[] = [];
  const cold = createClient(
    fresh.map(({ url }) => url),
    (sample) => samples.push(sample),
  );
  const before = (await cluster.calls()).length;
  await Promise.all(
    users.map(({ token }) => cold.send({ route: "GET catalog (cold)", path: "/v1/catalog", token })),
  );
  const calls = (await cluster.calls()).slice(before) as unknown as Call[];
  await cold.close();
  for (const { kill } of fresh) kill("SIGTERM");
  await Promise.all(fresh.map(({ ended }) => ended));
  const promotionReads = calls.filter(({ operation }) => operation === "get_promotion").length;
  const listed = calls.filter(({ operation }) => operation === "list_rewards");
  const pages = Object.values(tally(listed.map(({ query }) => String(query.page ?? "1"))));
  const isWithin =
    promotionReads <= servers &&
    pages.every((reads) => reads <= servers) &&
    samples.every(({ status }) => status === 200);
  return { sessions: count, servers, promotionReads, pages, samples, isWithin };
}
