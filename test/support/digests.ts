/**
 * Waits for running digests and signatures: scrypt and signing take real time in a thread of its own, which virtual time ignores.
 * Before virtual time passes, a test waits for them as it does for a database.
 */
import { createHook, type HookCallbacks } from "node:async_hooks";

const WORK = new Set(["SCRYPTREQUEST", "SIGNREQUEST"]);
const underWay = new Map<number, PromiseWithResolvers<void>>();

const callbacks: HookCallbacks & { readonly trackPromises: false } = {
  // Tracking every promise would slow everything down, and a digest is not a promise.
  trackPromises: false,
  init(id, type) {
    if (WORK.has(type)) underWay.set(id, Promise.withResolvers());
  },
  before(id) {
    underWay.get(id)?.resolve();
    underWay.delete(id);
  },
};
createHook(callbacks).enable();

/** Resolves when no digest and no signature is under way. */
export async function digestsMade(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.all([...underWay.values()].map(({ promise }) => promise));
    // Code that waited for a digest may start another one.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
