/** Judged by the request that caused a call. */
import { CHANGES } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

export const readsChangeNothing: Invariant = {
  id: "I14",
  says: "GET, HEAD and OPTIONS never cause a changing call",
  watch: () => ({
    departed({ operation, orderId, cause }) {
      if (!cause || !CHANGES.has(operation) || cause.method === "POST") return undefined;
      return `${cause.method} ${cause.path} caused ${operation} for ${orderId}`;
    },
  }),
};
