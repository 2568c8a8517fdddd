/**
 * `npm run bench:server`: what a request costs the server's processor, beside a bare hello and a bare proxy in the same run, and how many
 * calls at the service a confirmed order costs. Faults are off. Requests are told by two scales (scales.ts). `-- --orders 1000 --users 32 --rounds 5 --confirmed 2000
 * --json`. It takes some three minutes. It ends with 1 where an order costs more calls than it should; what a request costs is printed,
 * and fails nothing.
 */
import { parseArgs } from "node:util";
import { createClient } from "../load/client.ts";
import { table } from "../load/numbers.ts";
import { runBench } from "../run.ts";
import { brokenCalls, CALLS_MAX, countCalls } from "./calls.ts";
import { type Costs, medians, playRound, timesOf } from "./costs.ts";
import { scalesOf } from "./scales.ts";
import { startSides } from "./sides.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000" },
    users: { type: "string", default: "32" },
    rounds: { type: "string", default: "5" },
    confirmed: { type: "string", default: "2000" },
    json: { type: "boolean", default: false },
  },
});
const [orders, users, rounds, confirmed] = [values.orders, values.users, values.rounds, values.confirmed].map(
  Number,
) as [number, number, number, number];

await runBench("server-bench", async ({ folder, atEnd }) => {
  const sides = await startSides(folder);
  atEnd(sides.close);
  const scales = scalesOf({ orders, users }).map(({ keepsConnections, ...scale }) => {
    const client = createClient([sides.ours.url], () => {}, { keepsConnections });
    atEnd(() => client.close());
    return { ...scale, client, played: [] as Costs[] };
  });
  const client = createClient([sides.ours.url], () => {});
  atEnd(() => client.close());
  // These are the warm-up as well: what is compiled and connected once is not what a request costs.
  console.error(`${confirmed} orders of ${confirmed} users, and ${confirmed} of one user`);
  const counted = [
    await countCalls(sides, client, { name: "each", orders: confirmed, users }),
    await countCalls(sides, client, { name: "one", orders: confirmed, users, email: "one@example.com" }),
  ];
  for (const { name, client, round } of scales)
    await playRound(sides, client, { ...round, name: `warm-${name}` });
  for (let n = 0; n < rounds; n++) {
    console.error(`round ${n + 1} of ${rounds}`);
    for (const { name, client, round, played } of scales)
      played.push(await playRound(sides, client, { ...round, name: `round-${n}-${name}` }));
  }
  const told = scales.map(({ name, title, round, played }) => ({
    name,
    title,
    orders: round.orders,
    costs: medians(played),
    times: timesOf(played),
    played,
  }));
  const broken = brokenCalls(counted);
  console.log(
    values.json
      ? JSON.stringify({ counted, scales: told, broken }, null, 2)
      : [
          ...told.map(({ title, orders, costs, times }) =>
            table(
              `Computing for a request, ${title}, medians of ${rounds} rounds of ${orders} orders; microseconds`,
              ["request", "ours", "beside", "bare", "times", "wanted"],
              times.map(({ what, of, times, most }) => [
                what,
                costs[what].toFixed(1),
                of,
                costs[of].toFixed(1),
                times.toFixed(2),
                `${most}${times > most ? ", above" : ""}`,
              ]),
            ),
          ),
          table(
            `Calls at the service for a confirmed order, at most ${CALLS_MAX}`,
            ["orders of", "confirmed", "calls", "operations"],
            counted.map((each) => [each.whose, each.confirmed, each.calls.toFixed(3), each.operations]),
          ),
          ...broken.map((each) => `BROKEN: ${each}`),
        ].join("\n"),
  );
  return broken;
});
