/**
 * `npm run bench:ledger`: 32 users at once on SQLite, the server of today beside the one of before it committed in groups, by turns
 * in one run. `-- --before <revision> --users 32 --orders 1000 --rounds 3 --slower-by 2 --json`: with
 * `slower-by` a sync takes so many milliseconds longer, as on a slower disk. It ends with 1 where durable writes do not
 * share syncs as they should. Milliseconds and rates are of the machine: they are printed, and fail nothing.
 */
import { parseArgs } from "node:util";
import { durableWrites } from "../load/memory.ts";
import { spread, table } from "../load/numbers.ts";
import { runBench } from "../run.ts";
import { play, type Round, WRITES_A_SYNC } from "./round.ts";
import { type Side, sourcesOf, startSide } from "./sides.ts";

/** The last commit whose server waited for the disk on the thread that answers, with a sync for each write. */
const BEFORE = "b07b13679d1b70a61c7a2327e3953244319c84da";
/** Orders before the first measured round: what is compiled and connected once is not what a book costs. */
const WARM_UP = 300;

const { values } = parseArgs({
  options: {
    before: { type: "string", default: BEFORE },
    users: { type: "string", default: "32" },
    orders: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    "slower-by": { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});
const { users, orders, rounds } = {
  users: Number(values.users),
  orders: Number(values.orders),
  rounds: Number(values.rounds),
};

await runBench("ledger-bench", async ({ folder, atEnd }) => {
  const disk = spread(durableWrites(folder));
  const sources = sourcesOf(values.before);
  atEnd(sources.remove);
  const sides: Side[] = [];
  for (const [name, root] of [
    ["before", sources.root],
    ["now", undefined],
  ] as const) {
    const side = await startSide(name, root, folder, Number(values["slower-by"]));
    atEnd(side.close);
    sides.push(side);
    await play(side, { name: "warm", orders: WARM_UP, users });
  }
  const played: Round[] = [];
  for (let round = 0; round < rounds; round++)
    for (const side of sides) {
      console.error(`round ${round + 1} of ${rounds}: ${side.name}`);
      played.push(await play(side, { name: `round-${round}`, orders, users }));
    }

  const median = (side: string, of: (round: Round) => number): number =>
    spread(played.filter((each) => each.side === side).map(of)).p50;
  const times =
    median("now", (each) => each.booksPerSecond) / median("before", (each) => each.booksPerSecond);
  const writesASync = (side: string): number => median(side, ({ writes, commits }) => writes / commits);
  const broken: string[] = [];
  if (writesASync("now") < WRITES_A_SYNC) broken.push(`one sync served ${writesASync("now")} durable writes`);
  for (const { side, booked } of played)
    if (booked < orders) broken.push(`${side}: ${orders - booked} of ${orders} orders were not booked`);
  const row = (each: Round) => [
    each.side,
    each.booksPerSecond.toFixed(0),
    each.sessionsPerSecond.toFixed(0),
    each.writes,
    each.commits,
    (each.writes / each.commits).toFixed(1),
    each.delayP99.toFixed(1),
    each.delayMax.toFixed(1),
    each.computed.toFixed(2),
  ];
  const head = [
    "side",
    "books/s",
    "sessions/s",
    "writes",
    "syncs",
    "writes a sync",
    "delay p99 ms",
    "max ms",
    "CPU ms",
  ];
  console.log(
    values.json
      ? JSON.stringify({ disk, played, times, broken }, null, 2)
      : [
          table(
            `${users} users at once, ${orders} orders a round, SQLite; a sync of this disk takes ${disk.p50} ms (p99 ${disk.p99}), here ${values["slower-by"]} ms more`,
            head,
            played.map(row),
          ),
          `books a second, medians: ${times.toFixed(1)} times those of ${values.before.slice(0, 12)}`,
          ...broken.map((each) => `BROKEN: ${each}`),
        ].join("\n"),
  );
  return broken;
});
