/** Gives memory back that only the start of the process needed. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * One full collection, at once, of the calling thread. V8 collects by itself when more is allocated: a server that waits for its first
 * requests would keep what reading its modules left behind. Source: Node.js, `global.gc` and `v8.setFlagsFromString`.
 */
export function collectGarbage(): void {
  // Only contexts that are made after this have the function: no other code of the process gets it.
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect();
}
