/**
 * Reads resources: one, one page of a list, or a whole list. Independent of the operations of the service.
 * Source: interface, Endpoints; docs/assumptions.md, Lists.
 */
import type { Log } from "../log.ts";
import { READ_TIMEOUT } from "../timing.ts";
import type { Answer } from "./answer.ts";
import type { Caller } from "./calls.ts";
import { type ListPage, type PageRequest, type PagingMemory, readPage, readPages } from "./paging.ts";
import { pathOrNotFound, queryString } from "./paths.ts";
import { dataIn, type Read } from "./schemas.ts";
import { readError } from "./upstream-error.ts";

/** A list and the reader of its items. */
export interface ListRequest<T> {
  /** Names the call in the log. */
  readonly operation: string;
  /** May throw UnusableId. */
  readonly path: () => string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly read: Read<T>;
  /** Whether a list that ends before its total is an error; see ListOptions. */
  readonly isWhole?: boolean;
}

export class ResourceReader {
  readonly #caller: Caller;
  readonly #log: Log;
  readonly #paging: PagingMemory = { perPageRefused: false };

  constructor(caller: Caller, log: Log) {
    this.#caller = caller;
    this.#log = log;
  }

  /**
   * The answer to a GET. `path` is a function, so that an id that fits no path is "not found" and not a crash.
   * @throws UpstreamError only for an id that fits no path
   */
  async ask(operation: string, path: () => string, timeoutMs = READ_TIMEOUT): Promise<Answer> {
    return this.#caller.call({ operation, method: "GET", path: pathOrNotFound(path), timeoutMs });
  }

  /** @throws UpstreamError */
  async get<T>(operation: string, path: () => string, read: Read<T>, timeoutMs?: number): Promise<T> {
    const answer = await this.ask(operation, path, timeoutMs);
    const found = resourceOf(answer, read);
    if (found === undefined) throw readError(answer);
    return found;
  }

  /**
   * @param keyOf the identity of an item
   * @throws UpstreamError while iterating
   */
  list<T>(request: ListRequest<T>, keyOf: (item: T) => string): AsyncGenerator<T, void, undefined> {
    const { read, isWhole } = request;
    return readPages({ ...this.#pages(request), read, isWhole, keyOf, paging: this.#paging });
  }

  /** @throws UpstreamError */
  page<T>(request: ListRequest<T>, page: PageRequest): Promise<ListPage<T>> {
    return readPage({ ...this.#pages(request), read: request.read }, page);
  }

  #pages<T>({ operation, path, query }: ListRequest<T>) {
    return {
      ask: (paging: Readonly<Record<string, string>>) =>
        this.ask(operation, () => `${path()}${queryString({ ...query, ...paging })}`),
      onSkipped: (count: number) =>
        this.#log.warn("unreadable items in a list", { operation, reason: `skipped_${count}` }),
    };
  }
}

/** The resource in a success answer; undefined if no readable one is there. */
export function resourceOf<T>(answer: Answer, read: Read<T>): T | undefined {
  return answer.kind === "data" ? read(dataIn(answer.body)) : undefined;
}
