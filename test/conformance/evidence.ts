/**
 * The evidence of a finding: the requests whose answers a check judged, and ids from these answers, so that the
 * service's owner can find them in a log. Of a query all values are reported except e-mail addresses; of an answer only
 * ids and SKUs.
 */
import type { Answer } from "./exchange.ts";
import { EVIDENCE_IDS_MOST, EVIDENCE_REQUESTS_MOST } from "./limits.ts";
import { dataOf, idOf, member, text } from "./reading.ts";

/** A request of a finding, in the order in which the check read the answers. */
export interface Evidence {
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Relative to the base address. */
  readonly path: string;
  readonly query: Record<string, string>;
  readonly status: number;
  /** The ids in the answer. */
  readonly ids: string[];
}

/** An id or a SKU. Any other value in its place is not reported. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The id of a resource, or the SKU of a reward; empty if it has neither. */
export function nameOf(item: unknown): string[] {
  const name = idOf(item) ?? text(member(item, "sku"));
  return name !== undefined && ID.test(name) ? [name] : [];
}

const shown = (name: string, value: string | number): string =>
  name === "email" ? "(an e-mail address)" : String(value);

export function evidenceOf(answer: Answer): Evidence {
  const { operation, method, asked, status } = answer;
  const data = dataOf(answer);
  const items = Array.isArray(data) ? data : [data];
  return {
    operation,
    method,
    path: asked.path,
    query: Object.fromEntries(Object.entries(asked.query).map(([name, value]) => [name, shown(name, value)])),
    status,
    ids: items.flatMap(nameOf).slice(0, EVIDENCE_IDS_MOST),
  };
}

/** The last requests, because a check ends at the first answer that differs. */
export const evidenceFrom = (answers: readonly Answer[]): Evidence[] =>
  answers.slice(-EVIDENCE_REQUESTS_MOST).map(evidenceOf);

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && "asked" in value && "contentType" in value;

/**
 * A scenario's answers, wrapped so that each answer that a check reads is recorded.
 * @param looked called with each answer when a check reads it
 */
export function watched<T>(played: T, looked: (answer: Answer) => void): T {
  if (isAnswer(played)) looked(played);
  if (typeof played !== "object" || played === null || isAnswer(played)) return played;
  return new Proxy(played, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      for (const each of Array.isArray(value) ? value : [value]) if (isAnswer(each)) looked(each);
      return value;
    },
  });
}
