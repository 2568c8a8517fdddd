/** Rules for every answer of the run; these checks come last. Source: docs/proof/interface.md, "Fields" and "Errors". */
import type { Check } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { holds, NotSupported, refused, requireErrorBody, succeeded, told } from "../judge.ts";
import { dataOf, member } from "../reading.ts";
import { Paging } from "../shapes.ts";

const isToken = ({ operation }: Answer) => operation === "Token request";
const isJson = ({ contentType }: Answer) => /^application\/json\b/i.test(contentType);
/** A path that the service does not know may be answered by a gateway in front of it. */
const isService = (answer: Answer) => !isToken(answer) && !(answer.status === 404 || answer.status === 405);

/** The error names that the interface shows for a status. */
const NAMES: ReadonlyMap<number, readonly string[]> = new Map([
  [401, ["unauthorized", "forbidden"]],
  [422, ["invalid_request", "unprocessable_entity"]],
]);

export const answerChecks: readonly Check[] = [
  {
    id: "answers.data",
    section: "Resources",
    rule: "Every success is JSON with a data member that is an object, or a list where a list was asked for.",
    async run({ answers }) {
      for (const answer of answers.filter((each) => succeeded(each) && !isToken(each))) {
        const data = dataOf(answer);
        const isList = answer.operation.startsWith("List ");
        const right = typeof data === "object" && data !== null && Array.isArray(data) === isList;
        holds(right && isJson(answer), `JSON with data, ${isList ? "a list" : "an object"}`, told(answer));
      }
    },
  },
  {
    id: "answers.paging",
    section: "Resources, Paging object",
    rule: "Every list carries page, per_page and total as whole numbers, and no page is longer than per_page.",
    async run({ answers }) {
      for (const answer of answers.filter((each) => succeeded(each) && each.operation.startsWith("List "))) {
        const paging = member(answer.body, "paging");
        holds(Paging.safeParse(paging).success, "page, per_page and total", `${told(answer)} without them`);
        const data = dataOf(answer);
        const length = Array.isArray(data) ? data.length : 0;
        const perPage = Number(member(paging, "per_page"));
        holds(length <= perPage, `at most ${perPage} items`, `${told(answer)} with ${length}`);
      }
    },
  },
  {
    id: "errors.body",
    section: "Errors",
    rule: "Every refusal with 401 or 422 has error_name, a text, and error_message, a text or null.",
    async run({ answers }) {
      const refusals = answers.filter((each) => refused(each) && isService(each) && NAMES.has(each.status));
      if (refusals.length === 0) throw new NotSupported("nothing was refused");
      for (const answer of refusals) requireErrorBody(answer);
    },
  },
  {
    id: "errors.names",
    section: "Errors",
    rule: "A 401 is named unauthorized or forbidden; a 422 is named invalid_request or unprocessable_entity.",
    async run({ answers }) {
      const refusals = answers.filter((each) => isService(each) && NAMES.has(each.status));
      if (refusals.length === 0) throw new NotSupported("nothing was refused");
      for (const answer of refusals) {
        const names = NAMES.get(answer.status) ?? [];
        const named = names.some((name) => name === member(answer.body, "error_name"));
        holds(named, `${answer.status} is named ${names.join(" or ")}`, told(answer));
      }
    },
  },
];
