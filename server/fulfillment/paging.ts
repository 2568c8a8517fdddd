/**
 * Reads lists, page by page. The interface does not show bounds and defaults of paging, so the reader adapts to the answers: it
 * asks for large pages, accepts smaller ones, counts from the page number of the first answer, and stops at the total, at an empty
 * page, or at a page without new items. Source: interface, Common list parameters and Paging object.
 */
import { PAGE_SIZE, PAGES_MAX, UNREADABLE_PAGES_MAX } from "../timing.ts";
import type { Answer } from "./answer.ts";
import { listEnvelope, type Paging, type Read, type ReadList, readList } from "./schemas.ts";
import { readError, UpstreamError } from "./upstream-error.ts";

export interface ListOptions<T> {
  /** Asks for a page with these query parameters. */
  readonly ask: (paging: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly read: Read<T>;
  /** The identity of an item. */
  readonly keyOf: (item: T) => string;
  /** Shared by all lists of a client: whether the service accepts `per_page`. */
  readonly paging: PagingMemory;
  /** Called with the number of items that could not be read. */
  readonly onSkipped?: (count: number) => void;
  /** Whether a missing item would prove something: a list that ends before its total is then an error. */
  readonly isWhole?: boolean;
}

/** Knowledge about the service's paging, until the process ends. */
export interface PagingMemory {
  perPageRefused: boolean;
}

/** Refusals that may concern `per_page`; others would also come without it. */
const isAboutParameters = (answer: Answer): boolean =>
  answer.kind === "refused" && ![401, 403, 404].includes(answer.status);

/** The page size of a list; empty for the service's own size. */
type Cut = { readonly per_page?: string };

/**
 * Yields every item once, in the service's order; unreadable items are skipped. If the service refuses the page size, on any page,
 * the list is read anew in the service's own size: pages of two sizes leave gaps.
 * @throws UpstreamError if a page cannot be read, or the list does not end within PAGES_MAX pages
 */
export async function* readPages<T>(options: ListOptions<T>): AsyncGenerator<T, void, undefined> {
  const given = new Set<string>();
  const isTaken =
    !options.paging.perPageRefused && (yield* readCut(options, { per_page: String(PAGE_SIZE) }, given));
  if (!isTaken) yield* readCut(options, {}, given);
}

/**
 * @param given the keys of the items that were yielded already
 * @returns whether the service accepted `per_page`
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
    // Repeated items count: an item that moves between two pages during the read is on both.
    received += envelope.data.length;
    const { total, page: named } = envelope.paging ?? {};
    // A page of only unreadable items is no repetition, but several in a row end the read.
    const isRepeated = envelope.data.length === 0 || (!isNew && skipped < envelope.data.length);
    if (isWhole && isRepeated && total !== undefined && seen.size < total) throw new UpstreamError("invalid");
    if (isRepeated || (total !== undefined && received >= total)) return true;
    unreadable = isNew ? 0 : unreadable + 1;
    if (unreadable === UNREADABLE_PAGES_MAX) throw new UpstreamError("invalid");
    page = (page ?? named ?? 1) + 1;
  }
  throw new UpstreamError("invalid");
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

/**
 * Reads one page exactly as requested: another `per_page` would give another page, so there is no second try.
 * @throws UpstreamError; `invalid` also if the service refuses the parameters
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
