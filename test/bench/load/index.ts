/**
 * `npm run bench:load`: what connections that read nothing, and sessions with limits of their own, cost a server in memory and
 * computing; and what a webhook whose receiver hangs costs everybody else. `-- --only unread,limits,flood --unread 120 --json`. Ends with 1 where a limit is passed; milliseconds fail nothing.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "../../processes/cluster.ts";
import { runBench } from "../run.ts";
import { brokenFlood, floodReceiver } from "./flood.ts";
import { brokenLimits, viewLimited } from "./limits.ts";
import { watchMemory } from "./memory.ts";
import { brokenUnread, leaveUnread } from "./unread.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "unread,limits,flood" },
    /** For how long connections that read nothing are opened. Seconds. */
    unread: { type: "string", default: "120" },
    json: { type: "boolean", default: false },
  },
});
const phases = values.only.split(",");

await runBench("load", async ({ folder, atEnd }) => {
  const cluster = await startCluster(`file:${join(folder, "ledger.db")}`, {
    PUBLIC_URL: "https://rewards.example",
  });
  atEnd(() => cluster.close());
  const results: Record<string, unknown> = {};
  const broken: string[] = [];
  if (phases.includes("unread")) {
    console.error(`connections that read nothing, for ${values.unread} s`);
    const server = await cluster.start();
    const held = watchMemory([server.pid]);
    const left = await leaveUnread(server.url, Number(values.unread));
    const unread = { ...left, memory: held.end() };
    results.unread = unread;
    broken.push(...brokenUnread(unread));
    server.kill("SIGTERM");
    await server.ended;
  }
  if (phases.includes("limits")) {
    console.error("sessions with limits of their own look at a large catalog");
    const server = await cluster.start();
    const limits = await viewLimited(server);
    results.limits = limits;
    broken.push(...brokenLimits(limits));
    server.kill("SIGTERM");
    await server.ended;
  }
  if (phases.includes("flood")) {
    console.error("many events for a receiver that hangs");
    const flood = await floodReceiver(folder);
    results.flood = flood;
    broken.push(...brokenFlood(flood));
  }
  console.log(JSON.stringify({ ...results, broken }, null, values.json ? 0 : 2));
  return broken;
});
