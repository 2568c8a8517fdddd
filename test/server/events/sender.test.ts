/** How events reach a site's webhook: on virtual time, against receivers that answer as they like. */
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, it } from "vitest";
import type { Site } from "../../../server/env.ts";
import { WebhookSender } from "../../../server/events/sender.ts";
import type { TransportRequest, TransportResponse } from "../../../server/fulfillment/transport.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { createLedger } from "../../../server/ledger/sql-ledger.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { createLog } from "../../../server/log.ts";
import { DELIVERIES_AT_ONCE } from "../../../server/timing.ts";
import { order } from "../ledger/rows.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);
const site = (id: string): Site => ({
  id,
  keys: ["k"],
  origins: [],
  webhook: { url: `https://${id}.example/hooks`, secrets: SECRETS },
});

let clock: VirtualClock;
let ledger: Ledger;
/** What came to each host, and what it answers. */
let came: TransportRequest[];
let answer: (request: TransportRequest) => number | Promise<TransportResponse>;
let stop: AbortController;
let sender: WebhookSender;

beforeEach(() => {
  clock = new VirtualClock();
  ledger = createLedger(openMemory(), () => clock.now());
  came = [];
  answer = () => 204;
  stop = new AbortController();
  sender = new WebhookSender({
    ledger,
    sites: [site("shop"), site("club")],
    transport: async (request) => {
      came.push(request);
      const said = answer(request);
      return typeof said === "number" ? { status: said, headers: {}, body: new Uint8Array() } : said;
    },
    clock,
    log: createLog("error", clock, () => {}),
    random: () => 0,
    measure: () => {},
  });
});
