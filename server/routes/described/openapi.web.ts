/** In place of openapi.ts in a browser: whoever has the sandbox has openapi.json beside it, and what makes it is as large as all routes. */
import { ProblemError } from "../../problems/problem.ts";
import type * as node from "./openapi.ts";

export const openapiDocument: typeof node.openapiDocument = () => {
  throw new ProblemError("not_found");
};
