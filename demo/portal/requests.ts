/**
 * The requests that the page may send to its backend: one schema for each call. Other members of a body are ignored.
 */
import { z } from "zod";
import { DELIVERIES } from "../../shared/wire.ts";
import { orderNumber, type SessionValues } from "./orders.ts";
import { AGREEMENTS, type Customer } from "./site.ts";

/** Enough for any name, and short enough for a column. */
const NAME_MAX = 80;
/** The token server's own limit. Source: the public contract, `POST /v1/sessions`. */
const TEXT_MAX = 500;
const EMAIL_MAX = 254;
const AMOUNT = /^[1-9][0-9]{0,8}$/;
/** `.` and `..` are steps in a path, and never numbers of ours. */
const ORDER_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

/** The order is named in the body, so that logs and browser histories do not contain it. */
export const orderRequest = z.object({ order_id: z.string().regex(ORDER_ID) });

export const SORTS = [
  "-updated_datetime",
  "updated_datetime",
  "-redeem_datetime",
  "redeem_datetime",
  "-refund_datetime",
] as const;

const STATES = [
  "pending",
  "booked",
  "redeemed",
  "denied",
  "failed",
  "refunded",
  "blocked",
  "canceled",
  "expired",
] as const;

export const findRequest = z.object({
  term: z.string().trim().max(EMAIL_MAX).default(""),
  state: z.enum(STATES).optional(),
  promotion_id: z.string().min(1).optional(),
  sort: z.enum(SORTS).default("-updated_datetime"),
  page: z.int().min(1).max(100_000).default(1),
});

/** The kind of a search; `customers`: all customers with that name, at least one. */
export type About =
  | { readonly kind: "all" | "unclear" }
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "customers"; readonly customers: readonly [Customer, ...Customer[]] }
  | { readonly kind: "order"; readonly order_id: string };

/**
 * Determines the kind of a search term. E-mail addresses are stored in lower case, so that they are found however they
 * are typed. Names are tried before order numbers, because many a name could also be a number.
 * @param known the customers that this site knows
 */
export function readTerm(term: string, known: readonly Customer[]): About {
  if (term === "") return { kind: "all" };
  if (term.includes("@")) return { kind: "email", email: term.toLowerCase() };
  const [first, ...more] = customersNamed(term, known);
  if (first) return { kind: "customers", customers: [first, ...more] };
  return ORDER_ID.test(term) ? { kind: "order", order_id: orderNumber(term) } : { kind: "unclear" };
}

/** Lower case without accents, because nobody at a desk types `Océane`. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
const wordsOf = (text: string): string[] => folded(text).split(/\s+/);

/**
 * Every word of the term must begin a word of the name. One entry for each address, because orders are found by
 * address.
 */
function customersNamed(term: string, known: readonly Customer[]): Customer[] {
  const wanted = wordsOf(term);
  const named = known.filter(({ name }) => {
    const words = wordsOf(name);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  });
  return [...new Map(named.map((each) => [each.email, each])).values()];
}

const text = (max: number) => z.string().trim().max(max);

/** Drawn by the page: 128 bits. */
const FORM_KEY = /^[0-9a-f]{32}$/;

export const newOrderRequest = z.object({
  /** The form's key, the same each time the form is sent. */
  form_key: z.string().regex(FORM_KEY),
  customer: z.object({
    name: text(NAME_MAX).min(1),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.email({ pattern: z.regexes.unicodeEmail }).max(EMAIL_MAX)),
  }),
  promotion_id: z.string(),
  delivery: z.enum(DELIVERIES),
  /** Absent: all rewards of the promotion. */
  skus: z.array(z.string().min(1).max(128)).min(1).max(500).optional(),
  amount: z.string().regex(AMOUNT).optional(),
  max_amount: z.string().regex(AMOUNT).optional(),
  message: text(TEXT_MAX).optional(),
  sender_name: text(TEXT_MAX).optional(),
});

/** The customer and the values of the session request; undefined if no agreement covers them. */
export function readNewOrder(
  request: z.infer<typeof newOrderRequest>,
): { readonly customer: Customer; readonly values: SessionValues } | undefined {
  const { customer, promotion_id, delivery, skus, amount, max_amount } = request;
  const agreed = AGREEMENTS.find((each) => each.promotion_id === promotion_id);
  if (!agreed?.deliveries.includes(delivery)) return undefined;
  const pdf = {
    ...(request.message && { message: request.message }),
    ...(request.sender_name && { sender_name: request.sender_name }),
  };
  const hasText = Object.keys(pdf).length > 0;
  if (hasText && !agreed.has_document) return undefined;
  return {
    customer,
    values: {
      promotion_id,
      user: { email: customer.email },
      delivery,
      ...(skus && { skus }),
      ...(amount !== undefined && { amount }),
      ...(max_amount !== undefined && { max_amount }),
      ...(hasText && { customization: { pdf } }),
    },
  };
}
