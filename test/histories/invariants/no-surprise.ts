/** No unexpected event: no error outside of the list of shared/problems.ts, no failed loop. */
import { PROBLEMS } from "../../../shared/problems.ts";
import type { Invariant } from "../judge.ts";

const UNFORESEEN = ["unexpected error", "work on an order failed", "reconciler round failed"];

export const noSurprise: Invariant = {
  id: "no surprise",
  says: "no error that the list of codes does not name, none that was not foreseen",
  watch: ({ ledgerFaults }) => ({
    logged({ line }) {
      // While the database is away, nothing can be stored.
      if (ledgerFaults.length > 0 && line.includes('"error_name":"LedgerUnavailable"')) return undefined;
      const found = UNFORESEEN.find((msg) => line.includes(`"msg":"${msg}"`));
      return found && `the log says: ${line.trim()}`;
    },
    answered({ method, path }, { status, code, text }) {
      if (status < 400) return undefined;
      const known =
        code !== undefined && Object.hasOwn(PROBLEMS, code)
          ? PROBLEMS[code as keyof typeof PROBLEMS]
          : undefined;
      if (known?.status === status || method === "HEAD") return undefined;
      return `${method} ${path} is answered ${status} ${text.slice(0, 100)}`;
    },
  }),
};
