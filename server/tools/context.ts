/** A value that goes with a request through everything that it causes. In a browser context.web.ts takes the place of this file. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Context<T> {
  /** Runs `work`; until it ends, and in all that it starts, `getStore` is `value`. */
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

export const createContext = <T>(): Context<T> => new AsyncLocalStorage<T>();
