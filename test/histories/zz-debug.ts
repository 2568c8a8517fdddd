import { bed } from "./cluster.ts";
import { History } from "./history.ts";
import { Judge } from "./judge.ts";

const seed = Number(process.argv[2]);
const order = process.argv[3];
let last = "";
const history = new History({
  seed,
  judge: (e) => new Judge(e),
  report: (line) => {
    for (const row of bed.rows())
      if (!order || row.order_id === order) {
        const t = JSON.stringify({
          w: row.wanted,
          k: {
            ...row.known,
            attempts: row.known.attempts.map(
              ({ n, phase, state, sent, reason, refusal, in_doubt, failures, debited, redemption_id }) => ({
                n,
                phase,
                state,
                sent: sent.length,
                reason,
                refusal,
                in_doubt,
                failures,
                debited,
                redemption_id,
              }),
            ),
          },
          due: row.due_at && (row.due_at - Date.UTC(2026, 10, 20, 12)) / 1000,
          look: (row.known.look_at - Date.UTC(2026, 10, 20, 12)) / 1000,
          att: row.attention,
        });
        if (t !== last) console.log("        " + t);
        last = t;
      }
    console.log(line);
  },
});
console.log((await history.play()).broken);
process.exit(0);
