/** Rules for the pages of every list. Source: docs/proof/interface.md, "Parameters of lists". */
import type { Query } from "../api.ts";
import type { Answer } from "../exchange.ts";
import { fits, holds, NotSupported, statusIs } from "../judge.ts";
import { itemsOf, member } from "../reading.ts";
import { Paging } from "../shapes.ts";

export type ReadPage = (query: Query) => Promise<Answer>;

export interface PageSeen {
  readonly items: readonly unknown[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** A page of a list, with its paging numbers, which must exist. */
export function pageIn(answer: Answer): PageSeen {
  statusIs(answer, 200);
  holds(Array.isArray(member(answer.body, "data")), "data is a list", "it is none");
  const paging = member(answer.body, "paging");
  fits(Paging, paging, "paging");
  const number = (name: string) => Number(member(paging, name));
  return {
    items: itemsOf(answer),
    page: number("page"),
    perPage: number("per_page"),
    total: number("total"),
  };
}

/** The interface does not show the bounds of `per_page`: the size that the service accepts is used. */
async function firstOfMany(read: ReadPage): Promise<PageSeen> {
  const first = pageIn(await read({ page: 1, per_page: 2 }));
  if (first.total <= first.perPage) throw new NotSupported("all there is fits on one page");
  return first;
}

/** A page is full if more pages follow, and never longer than its `per_page`. */
export async function pagesAreFull(read: ReadPage): Promise<void> {
  const first = await firstOfMany(read);
  const expected = `a first page of ${first.perPage} of ${first.total} has ${first.perPage} items`;
  holds(first.items.length === first.perPage, expected, `it has ${first.items.length}`);
}

/** The second page differs from the first, and has its number. */
export async function pagesDiffer(read: ReadPage, key: (item: unknown) => unknown): Promise<void> {
  const first = await firstOfMany(read);
  const second = pageIn(await read({ page: 2, per_page: first.perPage }));
  holds(second.page === 2, "the second page says page 2", `it says ${second.page}`);
  holds(second.items.length > 0, "the second page has items", "it is empty");
  const keys = first.items.map(key);
  const repeated = second.items.filter((item) => keys.includes(key(item))).length;
  holds(repeated === 0, "the second page brings other items", `${repeated} of them were on the first`);
}

/** `total` counts the whole list, whatever the page size. Read three times, because a list may grow in between. */
export async function totalIsOfAll(read: ReadPage): Promise<void> {
  const two = pageIn(await read({ page: 1, per_page: 2 }));
  const one = pageIn(await read({ page: 1, per_page: 1 }));
  const again = pageIn(await read({ page: 1, per_page: 2 }));
  if (two.total < 2) throw new NotSupported("there are fewer than two");
  if (two.total !== again.total) throw new NotSupported("the list is changing");
  holds(two.total === one.total, `total is ${two.total} on a page of any size`, `it is ${one.total}`);
}

/** The last page has the rest of the items. */
export async function lastPageIsTheRest(read: ReadPage): Promise<void> {
  const first = await firstOfMany(read);
  const pages = Math.ceil(first.total / first.perPage);
  const last = pageIn(await read({ page: pages, per_page: first.perPage }));
  const rest = first.total - (pages - 1) * first.perPage;
  holds(
    last.items.length === rest || last.total !== first.total,
    `page ${pages} of ${first.total} items has ${rest}`,
    `it has ${last.items.length}`,
  );
}
