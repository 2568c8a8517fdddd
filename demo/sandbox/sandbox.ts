/**
 * The whole product in one module, without a network: the token server with a ledger in memory, the simulated fulfillment service
 * behind it, and a site with a backend. For pages, tests and documents that need no server. Source: docs/start/testing.md.
 */
import { openSandbox } from "./open.ts";
import type { Sandbox, SandboxOptions } from "./types.ts";

export { SandboxRefusal } from "./refusal.ts";
export type * from "./types.ts";

/** Starts a sandbox. Several stand beside each other and share nothing. @throws Error if `promotion` or `rewards` cannot be */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return (await openSandbox(options)).sandbox;
}
