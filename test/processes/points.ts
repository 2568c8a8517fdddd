/**
 * Where a process may be made to die, or to stand still. Loaded before the server (`node --import`), it puts wrappers
 * around its ledger, its network and its answers; the server's own code knows nothing of it. `STOP_AT` says where:
 * `{"order":"k-1","point":"call redeem","when":"before","nth":1,"signal":"SIGKILL"}`.
 */
import { registerHooks } from "node:module";

export interface StopAt {
  /** The site's order id: whatever else the process does goes on undisturbed. */
  readonly order: string;
  /** `create`, `write` (a durable change of the order), `succeed` (the next one of its grant), `call <operation>`, `answer <path>`. */
  readonly point: string;
  readonly when: "before" | "after";
  /** Which one of them, from 1. */
  readonly nth: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** What the server imports, and what it gets in its place. */
const REPLACED: Readonly<Record<string, string>> = {
  "server/index.ts ./ledger/open.ts": "./stopping-ledger.ts",
  "server/network.ts ./fulfillment/undici.ts": "./stopping-transport.ts",
  "server/http/connections.ts @hono/node-server": "./stopping-answers.ts",
};

registerHooks({
  resolve(specifier, context, next) {
    const parent = /server\/(?:index|network|http\/connections)\.ts$/.exec(context.parentURL ?? "")?.[0];
    const replaced = REPLACED[`${parent} ${specifier}`];
    return replaced ? next(new URL(replaced, import.meta.url).href, context) : next(specifier, context);
  },
});
