/** Parses request bodies and query values strictly. Source: docs/proof/interface.md, "Operations" and "Parameters of lists". */
import { z } from "zod";
import { invalid } from "./errors.ts";
import { STATES } from "./states.ts";
import type { Customization } from "./store.ts";

const User = z.looseObject({ email: z.string().regex(/^[^\s@]+@[^\s@]+$/) });

const Order = z.looseObject({
  order_id: z.string().min(1).max(255).optional(),
  user: User.optional(),
  reward: z.looseObject({ sku: z.string().min(1) }).optional(),
  value: z.looseObject({ amount: z.string().optional() }).optional(),
  customization: z
    .looseObject({
      pdf: z.looseObject({ message: z.string().optional(), sender_name: z.string().optional() }).optional(),
    })
    .optional(),
});

const OrderBody = z.looseObject({ data: Order });
const UserBody = z.looseObject({ data: z.looseObject({ user: User.optional() }) });

export interface OrderRequest {
  readonly orderId: string | undefined;
  readonly email: string | undefined;
  readonly sku: string | undefined;
  readonly amount: string | undefined;
  readonly customization: Customization;
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue ? `${issue.path.join(".") || "body"}: ${issue.message}` : null);
}

/** The body of Create, Create and redeem and Book. */
export function readOrder(body: unknown): OrderRequest {
  const { data } = read(OrderBody, body);
  return {
    orderId: data.order_id,
    email: data.user?.email,
    sku: data.reward?.sku,
    amount: data.value?.amount,
    customization: {
      message: data.customization?.pdf?.message,
      senderName: data.customization?.pdf?.sender_name,
    },
  };
}

/** The body of Redeem and Activate: the user's e-mail address, if there is one. */
export const readUser = (body: unknown): string | undefined => read(UserBody, body).data.user?.email;

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

const moment = z
  .string()
  .refine((text) => DATE.test(text) && !Number.isNaN(Date.parse(text)), "Not an ISO 8601 date-time")
  .transform((text) => Date.parse(text))
  .optional();

export const SORTS = [
  "activation_datetime",
  "updated_datetime",
  "redeem_datetime",
  "refund_datetime",
] as const;

const Filters = z.object({
  reward_sku: z.string().optional(),
  email: z.string().optional(),
  order_id: z.string().optional(),
  state: z.enum(STATES).optional(),
  redeemed_datetime_start: moment,
  redeemed_datetime_end: moment,
  activation_datetime_start: moment,
  activation_datetime_end: moment,
  refund_datetime_start: moment,
  refund_datetime_end: moment,
  sort: z.enum(SORTS.flatMap((name) => [name, `-${name}`] as const)).optional(),
});

export type RedemptionFilters = z.output<typeof Filters>;

export function readFilters(query: Readonly<Record<string, string>>): RedemptionFilters {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  return read(Filters as z.ZodType<RedemptionFilters>, given);
}

const WHOLE = /^[1-9][0-9]{0,8}$/;

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/**
 * `page` and `per_page`. A page size above the maximum is reduced to it; invalid values are refused. Source:
 * docs/proof/interface.md, "Parameters of lists".
 */
export function readPage(query: Readonly<Record<string, string>>, most: number): Page {
  const whole = (name: string, fallback: number) => {
    const text = query[name];
    if (text === undefined || text === "") return fallback;
    if (!WHOLE.test(text)) throw invalid(`${name}: must be a whole number from 1`);
    return Number(text);
  };
  return { page: whole("page", 1), perPage: Math.min(whole("per_page", most), most) };
}
