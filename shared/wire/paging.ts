/**
 * How lists are asked for in pages. Source: docs/server/routes.md, "Requests and answers"; docs/proof/interface.md, "Headers and
 * versions".
 */
import { z } from "zod";
import { field } from "./field.ts";

/** A number in a query is digits: `1e9`, ` 5` and `0x10` are none. */
const digits = (max: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^\d+$/, "expected a whole number, in digits only")
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: { pattern?: unknown } }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, {
          type: "integer",
          minimum: 1,
          maximum: max,
          default: fallback,
          examples: [fallback],
        });
      },
    });

/** The interface shows no bounds; these are ours. A page of 100 is what the service itself is asked for. */
const PAGE_MAX = 1_000_000;
export const PER_PAGE = { max: 100, default: 20 } as const;

export const perPageOf = ({ max, default: fallback }: { readonly max: number; readonly default: number }) =>
  digits(max, fallback, "Entries a page");
export const perPage = perPageOf(PER_PAGE);

export const pagingQuery = z.object({
  page: digits(PAGE_MAX, 1, "Which page, from 1; one beyond the end is empty"),
  per_page: perPage,
});
export type PagingQuery = z.infer<typeof pagingQuery>;

export const paging = z
  .object({
    page: field(z.int(), "The page that is shown", 1),
    per_page: field(z.int(), "Entries a page", PER_PAGE.default),
    total: field(z.int(), "Entries of all pages together", 57),
  })
  .meta({ id: "Paging", description: "Where in its list a page stands" });
export type Paging = z.infer<typeof paging>;
