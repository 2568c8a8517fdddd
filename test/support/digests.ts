/**
 * Digests under way: scrypt takes real time in a thread of its own, which virtual time does not see. Whoever lets virtual
 * time pass waits for them first, as for a database.
 */
import { createHook, type HookCallbacks } from "node:async_hooks";

const SCRYPT = "SCRYPTREQUEST";
const underWay = new Map<number, PromiseWithResolvers<void>>();

const callbacks: HookCallbacks & { readonly trackPromises: false } = {
  // Following every promise would slow everything down, and a digest is none of them.
  trackPromises: false,
  init(id, type) {
    if (type === SCRYPT) underWay.set(id, Promise.withResolvers());
  },
  before(id) {
    underWay.get(id)?.resolve();
    underWay.delete(id);
  },
};
createHook(callbacks).enable();

/** Resolves when no digest is under way. */
export async function digestsMade(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.all([...underWay.values()].map(({ promise }) => promise));
    // What waited for it may go on and make another one.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
