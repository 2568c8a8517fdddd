import { openMemoryLedger } from "../../server/ledger/memory.ts";
import { createServer } from "../../server/server.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { createFulfillment } from "../fulfillment/app.ts";

export { createFulfillment, createServer, openMemoryLedger, parseSettings };
