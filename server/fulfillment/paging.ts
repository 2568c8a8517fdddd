/**
 * Lists, page by page. Bounds and defaults of paging are not shown, so it goes by what comes: it asks for large pages,
 * takes what it gets, starts counting at the page the first answer names, and stops at the total, at an empty page, or
 * at a page that brings nothing new. Source: interface, Common list parameters and Paging object.
 */
import { PAGE_SIZE, PAGES_MAX, UNREADABLE_PAGES_MAX } from "../timing.ts";
import type { Answer } from "./answer.ts";
import { listEnvelope, type Paging, type Read, type ReadList, readList } from "./schemas.ts";
import { readError, UpstreamError } from "./upstream-error.ts";

export interface ListOptions<T> {
  /** Asks for a page with these query parameters. */
  readonly ask: (paging: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly read: Read<T>;
  /** What makes two items the same one. */
  readonly keyOf: (item: T) => string;
  /** Shared by all lists of a client: whether the service took `per_page`. */
  readonly paging: PagingMemory;
  /** Told about items that could not be read. */
  readonly onSkipped?: (count: number) => void;
  /** Whether what is missing in the list would prove something: one that ends before its total is an error then. */
  readonly isWhole?: boolean;
}

/** What was learned about paging, until the process ends. */
export interface PagingMemory {
  perPageRefused: boolean;
}

/** Refusals that may be about `per_page`; the others would come without it as well. */
const isAboutParameters = (answer: Answer): boolean =>
  answer.kind === "refused" && ![401, 403, 404].includes(answer.status);

/** The size of every page of a list; empty where it is the service's own. */
type Cut = { readonly per_page?: string };

/**
 * Every item once, in the service's order; unreadable items are skipped. A list whose pages may not be as large as asked for, on
 * whichever page that is said, is gone through anew in the service's own pages: pages of two sizes leave gaps.
 * @throws UpstreamError when a page cannot be had, or the list does not end within PAGES_MAX pages
 */
export async function* readPages<T>(options: ListOptions<T>): AsyncGenerator<T, void, undefined> {
  const given = new Set<string>();
  const isTaken =
    !options.paging.perPageRefused && (yield* readCut(options, { per_page: String(PAGE_SIZE) }, given));
  if (!isTaken) yield* readCut(options, {}, given);
}

/**
 * @param given the keys of the items that were given already
 * @returns whether the service took `per_page`
 */
async function* readCut<T>(
  { ask, read, keyOf, paging, onSkipped, isWhole = false }: ListOptions<T>,
  cut: Cut,
  given: Set<string>,
): AsyncGenerator<T, boolean, undefined> {
  const seen = new Set<string>();
  let received = 0;
  let unreadable = 0;
  let page: number | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const answer = await ask({ ...(page !== undefined && { page: String(page) }), ...cut });
    if (cut.per_page !== undefined && isAboutParameters(answer)) return false;
    const envelope = answer.kind === "data" ? listEnvelope.safeParse(answer.body).data : undefined;
    if (!envelope) throw readError(answer);
    if (cut.per_page === undefined) paging.perPageRefused = true;
    let skipped = 0;
    let isNew = false;
    for (const raw of envelope.data) {
      const item = read(raw);
      if (item === undefined) {
        skipped++;
        continue;
      }
      const key = keyOf(item);
      if (seen.has(key)) continue;
      seen.add(key);
      isNew = true;
      if (given.has(key)) continue;
      given.add(key);
      yield item;
    }
    if (skipped > 0) onSkipped?.(skipped);
    // Repeats count: what moves between two pages while the list is read is on both.
    received += envelope.data.length;
    const { total, page: named } = envelope.paging ?? {};
    // A page of nothing but unreadable items is no repetition, but a row of them ends it.
    const isRepeated = envelope.data.length === 0 || (!isNew && skipped < envelope.data.length);
    if (isWhole && isRepeated && total !== undefined && seen.size < total) throw new UpstreamError("invalid");
    if (isRepeated || (total !== undefined && received >= total)) return true;
    unreadable = isNew ? 0 : unreadable + 1;
    if (unreadable === UNREADABLE_PAGES_MAX) throw new UpstreamError("invalid");
    page = (page ?? named ?? 1) + 1;
  }
  throw new UpstreamError("invalid");
}

/** Which page, in the service's own counting; what is absent is left to the service. */
export interface PageRequest {
  readonly page?: number;
  readonly perPage?: number;
}

/** One page as the service cut it. */
export interface ListPage<T> extends ReadList<T> {
  readonly paging: Paging;
}

/**
 * One page, asked for exactly as given: another `per_page` would make it another page, so there is no second try.
 * @throws UpstreamError; `invalid` also where the service refuses the parameters
 */
export async function readPage<T>(
  { ask, read, onSkipped }: Pick<ListOptions<T>, "ask" | "read" | "onSkipped">,
  { page, perPage }: PageRequest,
): Promise<ListPage<T>> {
  const answer = await ask({
    ...(page !== undefined && { page: String(page) }),
    ...(perPage !== undefined && { per_page: String(perPage) }),
  });
  const envelope = answer.kind === "data" ? listEnvelope.safeParse(answer.body).data : undefined;
  if (!envelope) throw readError(answer);
  const list = readList(envelope.data, read);
  if (list.skipped > 0) onSkipped?.(list.skipped);
  return { ...list, paging: envelope.paging ?? {} };
}
