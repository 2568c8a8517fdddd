/**
 * `node test/bench/idle/index.ts [--orders 1000000]`, part of `npm run bench:server`: what a server holds while nothing is asked of it, run
 * as the image runs it, with a new ledger on SQLite and with one of many orders. It takes some three minutes. Prints how long a start
 * takes as well, and ends with 1 where more memory is held than wanted.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "../../processes/cluster.ts";
import { fillSqlite } from "../filling.ts";
import { table } from "../load/numbers.ts";
import { runBench } from "../run.ts";
import { imageRun } from "./image.ts";
import { type Idle, measureIdle, startReady } from "./measure.ts";
import { packServer } from "./packed.ts";

const { values } = parseArgs({ options: { orders: { type: "string", default: "1000000" } } });
const ORDERS = Number(values.orders);
/** MiB held at most, after the start and after a few requests: a small machine of 256 MiB has room for the system beside it. */
const NEW_MOST = 125;
/** A full ledger's pages and the look through its orders after a start come on top. */
const FULL_MOST = 160;

await runBench("idle", async ({ folder, atEnd }) => {
  const { root, remove } = packServer();
  atEnd(remove);
  const ledger = join(folder, "ledger.db");
  const cluster = await startCluster(`file:${ledger}`, { PUBLIC_URL: "https://rewards.example" });
  atEnd(() => cluster.close());
  const deployment = { root, ...imageRun() };
  const empty = await measureIdle(cluster, deployment, "new");
  console.error(`filling the ledger: ${ORDERS} orders`);
  fillSqlite(ledger, 0, ORDERS, { pattern: "new-0", site: "'shop'", user: "'user-' || (n % 10000)" });
  // The first reader after such a load waits for the disk.
  await (await startReady(cluster, deployment)).stop();
  const full = await measureIdle(cluster, deployment, "full");
  const measured: readonly (Idle & { readonly ledger: string; readonly most: number })[] = [
    { ledger: "new", most: NEW_MOST, ...empty },
    { ledger: `${ORDERS} orders`, most: FULL_MOST, ...full },
  ];
  const broken = measured.flatMap(({ ledger, started, used, most }) =>
    Math.max(started, used) > most
      ? [`an idle server holds ${Math.max(started, used)} MiB: ${ledger}, at most ${most}`]
      : [],
  );
  console.log(
    table(
      "An idle server as the image runs it; memory in MiB",
      ["ledger", "ready after, ms", "started", "after requests", "at most"],
      measured.map((each) => [each.ledger, each.readyMs.toFixed(0), each.started, each.used, each.most]),
    ),
  );
  for (const each of broken) console.error(`BROKEN: ${each}`);
  return broken;
});
