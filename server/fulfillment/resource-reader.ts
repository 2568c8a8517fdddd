/**
 * Reads resources: one, one page of a list, or a whole list. Independent of the operations of the service.
 *
 * The interface does not show bounds and defaults of paging, so a whole list adapts to the answers: it asks for large pages, accepts
 * smaller ones, counts from the page number of the first answer, and ends at the total, at an empty page, or at a page without new
 * items. Source: docs/proof/interface.md, "Parameters of lists"; docs/proof/assumptions.md, "Lists".
 */

import type { Log } from "../observing/log.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { PAGE_SIZE, PAGES_MAX, READ_TIMEOUT } from "../timing.ts";
import type { Caller } from "./calls.ts";
import { type Answer, readError } from "./outcome.ts";
import { queryString } from "./paths.ts";
import { dataIn, listEnvelope, type Paging, type Read, type ReadList, readList } from "./schemas.ts";

/** A list and the reader of its items. */
export interface ListRequest<T> {
  /** Names the call in the log. */
  readonly operation: string;
  /** May throw UnusableId. */
  readonly path: () => string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly read: Read<T>;
  /** Whether an unreadable item makes the list unreadable: its absence would be taken for a fact. */
  readonly isWhole?: boolean;
}

/** A page, in the service's own counting; the service chooses absent members. */
export interface PageRequest {
  readonly page?: number;
  readonly perPage?: number;
}

/** One page as the service returned it. */
export interface ListPage<T> extends ReadList<T> {
  readonly paging: Paging;
}

/** Statuses of a refusal that would also come without `per_page`. */
const NOT_ABOUT_PARAMETERS = [401, 403, 404];

export class ResourceReader {
  readonly #caller: Caller;
  readonly #log: Log;
  /** Whether the service refuses `per_page`; known until the process ends. */
  #isPageSizeRefused = false;

  constructor(caller: Caller, log: Log) {
    this.#caller = caller;
    this.#log = log;
  }

  /** The answer to a GET. `path` is a function, because an id may fit no path: the answer is then a 404. */
  ask(operation: string, path: () => string): Promise<Answer> {
    return this.#caller.call({ operation, method: "GET", path, timeoutMs: READ_TIMEOUT });
  }

  /** @throws UpstreamError */
  async get<T>(operation: string, path: () => string, read: Read<T>): Promise<T> {
    const answer = await this.ask(operation, path);
    const found = resourceOf(answer, read);
    if (found === undefined) throw readError(answer);
    return found;
  }

  /**
   * One page exactly as requested: another `per_page` would give another page, so there is no second try.
   * @throws UpstreamError; `invalid` also if the service refuses the parameters
   */
  async page<T>(request: ListRequest<T>, { page, perPage }: PageRequest): Promise<ListPage<T>> {
    const answer = await this.#askForPage(request, page, perPage);
    return this.#pageIn(answer, request);
  }

  /**
   * Yields every item once, in the service's order; unreadable items are skipped, unless the list
   * has to be whole. If the service refuses the page size, on any page,
   * the list is read anew in the service's own size: pages of two sizes leave gaps.
   * @param keyOf the identity of an item
   * @throws UpstreamError if a page cannot be read, or the list does not end within PAGES_MAX pages
   */
  async *list<T>(request: ListRequest<T>, keyOf: (item: T) => string): AsyncGenerator<T, void, undefined> {
    const given = new Set<string>();
    const isRead = !this.#isPageSizeRefused && (yield* this.#pages(request, keyOf, PAGE_SIZE, given));
    if (isRead) return;
    yield* this.#pages(request, keyOf, undefined, given);
    this.#isPageSizeRefused = true;
  }

  /**
   * @param given the keys of the items that were yielded already
   * @returns whether the service accepted the page size
   */
  async *#pages<T>(
    request: ListRequest<T>,
    keyOf: (item: T) => string,
    perPage: number | undefined,
    given: Set<string>,
  ): AsyncGenerator<T, boolean, undefined> {
    const seen = new Set<string>();
    let received = 0;
    let page: number | undefined;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const answer = await this.#askForPage(request, page, perPage);
      const isRefused = answer.kind === "refused" && !NOT_ABOUT_PARAMETERS.includes(answer.status);
      if (isRefused && perPage !== undefined) return false;
      const { items, skipped, paging } = this.#pageIn(answer, request);
      if (request.isWhole && skipped > 0) throw new UpstreamError("invalid");
      const before = seen.size;
      for (const item of items) {
        const key = keyOf(item);
        seen.add(key);
        if (given.has(key)) continue;
        given.add(key);
        yield item;
      }
      // Repeated items count: an item that moves between two pages during the read is on both.
      received += items.length + skipped;
      // A page of only unreadable items is no repetition.
      const isRepeated = seen.size === before && (items.length > 0 || skipped === 0);
      if (isRepeated || received >= (paging.total ?? Number.POSITIVE_INFINITY)) return true;
      page = (page ?? paging.page ?? 1) + 1;
    }
    throw new UpstreamError("invalid");
  }

  #askForPage<T>(
    { operation, path, query }: ListRequest<T>,
    page?: number,
    perPage?: number,
  ): Promise<Answer> {
    const paging = { page: page?.toString(), per_page: perPage?.toString() };
    return this.ask(operation, () => `${path()}${queryString({ ...query, ...paging })}`);
  }

  #pageIn<T>(answer: Answer, { operation, read }: ListRequest<T>): ListPage<T> {
    const envelope = answer.kind === "data" ? listEnvelope.safeParse(answer.body).data : undefined;
    if (!envelope) throw readError(answer);
    const page = readList(envelope.data, read);
    if (page.skipped > 0)
      this.#log.warn("unreadable items in a list", { operation, reason: `skipped_${page.skipped}` });
    return { ...page, paging: envelope.paging ?? {} };
  }
}

/** The resource in a success answer; undefined if no readable one is there. */
export function resourceOf<T>(answer: Answer, read: Read<T>): T | undefined {
  return answer.kind === "data" ? read(dataIn(answer.body)) : undefined;
}
