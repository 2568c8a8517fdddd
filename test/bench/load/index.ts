/**
 * `npm run bench:load`: the servers as processes under load and under trouble, and what it costs beside a bare proxy.
 * `-- --rate 300 --seconds 30 --ledger postgres|sqlite --seed 1 --users 500 --slow 1000 --only mixed,hung --json`.
 * Ends with 1 where something that is counted is broken: memory and the multiple of computing that limits cost are counted,
 * milliseconds are not.
 */
import { join } from "node:path";
import type { Call } from "../../../demo/fulfillment/calls.ts";
import { type Instance, startCluster } from "../../processes/cluster.ts";
import { startPostgres } from "../../support/postgres.ts";
import { type Bench, runBench } from "../run.ts";
import { addedLatency } from "./added.ts";
import { createClient, type Sample } from "./client.ts";
import { injectFaults } from "./faults.ts";
import { flood } from "./flood.ts";
import { hang } from "./hung.ts";
import { attentionOf, judge } from "./judge.ts";
import { brokenLimits, viewLimited } from "./limits.ts";
import { computedMs, durableWrites, watchMemory } from "./memory.ts";
import { sleep, spread } from "./numbers.ts";
import { type Options, type Phase, readOptions } from "./options.ts";
import { sendThrough, startProxy } from "./paired.ts";
import { type Results, render, routesOf } from "./report.ts";
import { crawl } from "./slow.ts";
import { stampede } from "./stampede.ts";
import { startTraffic } from "./traffic.ts";
import { brokenUnread, leaveUnread } from "./unread.ts";
import { newUser, take, type User } from "./users.ts";

/** Unmeasured requests first: what is compiled and connected once is not what a request costs. */
const WARM_UP = { rate: 50, seconds: 2 };
const SLOW_SECONDS = 20;
/** Before memory is looked at for the last time; less after a short run. Milliseconds. */
const REST = 10_000;

async function run(
  options: Options,
  { folder, atEnd }: Bench,
  say: (text: string) => void,
): Promise<Results> {
  const { rate, seconds, ledger, seed, phases } = options;
  const has = (phase: Phase): boolean => phases.includes(phase);
  const disk = spread(durableWrites(folder));
  let statements = async (): Promise<number> => 0;
  let databaseUrl = `file:${join(folder, "ledger.db")}`;
  if (ledger === "postgres") {
    const postgres = await startPostgres();
    atEnd(() => postgres.close());
    databaseUrl = await postgres.database();
    const counted = "SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()";
    statements = async () => Number((await postgres.query(databaseUrl, counted))[0]?.count);
  }
  // One address for all, as behind a load balancer: catalogs name images by it, and are equal only where it is.
  const cluster = await startCluster(databaseUrl, { PUBLIC_URL: "https://rewards.example" });
  atEnd(() => cluster.close());
  const servers: Instance[] = [await cluster.start()];
  if (ledger === "postgres") servers.push(await cluster.start());
  const urls = servers.map(({ url }) => url);
  const pids = servers.map(({ pid }) => pid);

  let samples: Sample[] = [];
  const users: User[] = [];
  const loud = createClient(urls, (sample) => void samples.push(sample));
  const quiet = createClient(urls, () => {});
  atEnd(() => Promise.all([loud.close(), quiet.close()]));
  /** The answers since the last time. */
  const taken = (): Sample[] => {
    const own = samples;
    samples = [];
    return own;
  };
  const callsAfter = async (seq: number): Promise<Call[]> =>
    (await cluster.control(`/calls?after=${seq}`)) as Call[];

  const warm = startTraffic({ client: quiet, ...WARM_UP, name: "warm" });
  await warm.done;
  users.push(...warm.users);
  const memory = watchMemory(pids);

  let mixed: Results["mixed"];
  if (has("mixed")) {
    say(`mixed traffic: ${rate} requests a second for ${seconds} s, faults from seed ${seed}`);
    const proxy = await startProxy(cluster.service);
    atEnd(() => proxy.close());
    const bare: Sample[] = [];
    const before = (await cluster.calls()).length;
    const computed = computedMs(pids);
    const committed = await statements();
    const faults = injectFaults(cluster, seed);
    const traffic = startTraffic({ client: loud, rate, seconds, name: "mixed" });
    const through = sendThrough(proxy, seconds, (sample) => void bare.push(sample));
    await traffic.sent;
    await faults.end();
    await Promise.all([traffic.done, through]);
    users.push(...traffic.users);
    const calls = await callsAfter(before);
    const own = taken();
    mixed = {
      statements: ((await statements()) - committed) / own.length,
      computedMs: (computedMs(pids) - computed) / own.length,
      routes: routesOf(own),
      added: addedLatency(calls, own, bare),
      calls: calls.length,
      faulted: calls.filter(({ fault }) => fault !== undefined).length,
      late: spread(own.map(({ lateMs }) => lateMs)),
    };
  }

  let hung: Results["hung"];
  if (has("hung")) {
    say("the service hangs for 15 s");
    const result = await hang(quiet, loud, cluster.service.pid);
    users.push(...result.users);
    const { finishedAfter, unfinished } = result;
    hung = { finishedAfter, unfinished, routes: routesOf(taken()) };
  }

  let slow: Results["slow"];
  if (has("slow")) {
    say(`${options.slow} slow connections for ${SLOW_SECONDS} s`);
    const held = watchMemory(pids);
    const owner = newUser("slow-0", "redeem");
    await take(quiet, owner);
    const token = owner.token ?? "";
    const traffic = startTraffic({ client: loud, rate, seconds: SLOW_SECONDS, name: "beside" });
    const result = await crawl(urls, token, options.slow, SLOW_SECONDS);
    await traffic.done;
    users.push(...traffic.users);
    slow = { ...result, routes: routesOf(taken()), memory: held.end() };
  }

  let unread: Results["unread"];
  if (has("unread")) {
    say(`connections that read nothing, for ${options.unread} s`);
    const fresh = await cluster.start();
    const held = watchMemory([fresh.pid]);
    const result = await leaveUnread(fresh.url, options.unread);
    unread = { ...result, memory: held.end() };
    fresh.kill("SIGTERM");
    await fresh.ended;
  }

  let limited: Results["limited"];
  if (has("limits")) {
    say("sessions with limits of their own look at a large catalog");
    const fresh = await cluster.start();
    limited = await viewLimited(fresh);
    fresh.kill("SIGTERM");
    await fresh.ended;
  }

  let stampeded: Results["stampede"];
  if (has("stampede")) {
    say(`${options.users} sessions ask for a cold catalog`);
    const { samples: own, ...result } = await stampede(cluster, quiet, options.users, servers.length);
    stampeded = { ...result, routes: routesOf(own) };
  }

  let flooded: Results["flood"];
  if (has("flood")) {
    say(`${options.users} users want one of few codes`);
    const { users: own, ...result } = await flood(cluster, quiet, loud, options.users);
    users.push(...own);
    flooded = { ...result, routes: routesOf(taken()) };
  }

  say("a rest, and the verdict");
  await sleep(Math.min(REST, seconds * 1_000));
  const held = memory.end();
  const verdict = await judge(cluster, quiet, await attentionOf(urls[0] as string), users);
  const broken = [...verdict.broken];
  if (hung && hung.unfinished > 0)
    broken.push(`${hung.unfinished} orders were not finished a minute after the hang`);
  if (unread) broken.push(...brokenUnread(unread));
  if (limited) broken.push(...brokenLimits(limited));
  if (stampeded && !stampeded.isWithin) broken.push("the stampede cost more than one read of the catalog");
  if (flooded && !flooded.isExact) broken.push("the flood did not end with exactly the codes there are");
  return {
    disk,
    mixed,
    hung,
    slow,
    unread,
    limited,
    stampede: stampeded,
    flood: flooded,
    memory: held,
    verdict,
    broken,
  };
}

const options = readOptions(process.argv.slice(2));
await runBench("load", async (bench) => {
  const results = await run(options, bench, (text) => console.error(text));
  console.log(options.json ? JSON.stringify({ options, ...results }, null, 2) : render(results));
  return results.broken;
});
