/** Every answer of a process is what openapi.json says of its route, down to each member. */
import { undescribed } from "../../support/described.ts";
import type { Invariant } from "../judge.ts";

export const asDescribed: Invariant = {
  id: "described",
  says: "every answer is what its route's description says",
  watch: () => ({
    answered: ({ method, path }, { status, headers, text }) =>
      undescribed({ method, path, status, headers, text }),
  }),
};
