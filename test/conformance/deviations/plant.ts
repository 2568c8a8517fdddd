/**
 * How a deviation is implemented: as a wrapper of an operation's handle or of the authentication, or as another
 * setting.
 */
import type { Answer } from "../../../demo/fulfillment/answers.ts";
import type { Auth } from "../../../demo/fulfillment/auth.ts";
import { CHANGES, OPERATIONS, type Operation } from "../../../demo/fulfillment/calls.ts";
import { type ErrorBody, ServiceError } from "../../../demo/fulfillment/errors.ts";
import type { Handle, Input } from "../../../demo/fulfillment/handle.ts";
import type { FulfillmentOptions, Settings } from "../../../demo/fulfillment/options.ts";
import type { Service } from "../../../demo/fulfillment/service.ts";
import type { RedemptionRecord } from "../../../demo/fulfillment/store.ts";
import { redemptionView } from "../../../demo/fulfillment/views.ts";

/** Wraps the correct handle in one that deviates. */
export type Around = (next: Handle, service: Service) => Handle;

export interface Plant {
  readonly handles?: Partial<Record<Operation, Around>>;
  readonly auth?: (next: Auth, settings: Settings) => Auth;
  /** Options of the service that make it deviate by themselves. */
  readonly options?: FulfillmentOptions;
}

export const LISTS = [
  "list_promotions",
  "list_rewards",
  "list_redemptions",
  "list_discounts",
  "list_clients",
] as const;
export const REWARDS = ["list_rewards", "get_reward"] as const;
export const PROMOTIONS_READ = ["list_promotions", "get_promotion"] as const;
/** Every operation that answers with redemptions. */
export const REDEMPTIONS = ["list_redemptions", "get_redemption", ...CHANGES] as const;

export const around = (operations: readonly Operation[], deviation: Around): Plant => ({
  handles: Object.fromEntries(operations.map((name) => [name, deviation])),
});

/** Before the rule: changes the input. */
export const withInput = (
  operations: readonly Operation[],
  change: (input: Input, service: Service) => Input,
): Plant => around(operations, (next, service) => (input) => next(change(input, service)));

/** Before the rule: changes the service. */
export const before = (
  operations: readonly Operation[],
  act: (input: Input, service: Service) => void,
): Plant =>
  withInput(operations, (input, service) => {
    act(input, service);
    return input;
  });

/** After the rule: changes the answer, of successes and refusals alike. */
export const after = (
  operations: readonly Operation[],
  change: (answer: Answer, service: Service, input: Input) => Answer,
) => around(operations, (next, service) => (input) => change(answerOf(next, input), service, input));

/** The answer of a handle, including refusals. */
function answerOf(next: Handle, input: Input): Answer {
  try {
    return next(input);
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.body };
    throw error;
  }
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const bodyOf = (answer: Answer): Fields => (isFields(answer.body) ? answer.body : {});

/** The data of a success, changed: an object, or the items of a list. */
export function changedData(answer: Answer, change: (item: Fields) => unknown): Answer {
  const { data, ...rest } = bodyOf(answer);
  if (Array.isArray(data)) return { ...answer, body: { data: data.map(change), ...rest } };
  return isFields(data) ? { ...answer, body: { data: change(data), ...rest } } : answer;
}

/** Changes each resource of a success. */
export const items = (
  operations: readonly Operation[],
  change: (item: Fields, service: Service) => unknown,
) => after(operations, (answer, service) => changedData(answer, (item) => change(item, service)));

/** Changes the error of a refusal. */
export const refusals = (
  operations: readonly Operation[],
  change: (error: ErrorBody, answer: Answer) => Answer,
) =>
  after(operations, (answer) => {
    const body = bodyOf(answer);
    return typeof body.error_name === "string" ? change(body as unknown as ErrorBody, answer) : answer;
  });

/** Changes the items and the paging of a list. */
export const pages = (
  operations: readonly Operation[],
  change: (data: unknown[], paging: Fields, input: Input) => Fields,
) =>
  after(operations, (answer, _service, input) => {
    const { data, paging } = bodyOf(answer);
    return Array.isArray(data) && isFields(paging)
      ? { ...answer, body: change(data, paging, input) }
      : answer;
  });

export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The input without some query parameters. */
export const withoutQuery = (input: Input, ...names: string[]): Input => ({
  ...input,
  query: without(input.query, ...names) as Record<string, string>,
});

/** The `data` of a request. */
export function dataIn({ body }: Input): Fields {
  const data = isFields(body) ? body.data : undefined;
  return isFields(data) ? data : {};
}

export const withData = (input: Input, change: (data: Fields) => Fields): Input => ({
  ...input,
  body: { data: change(dataIn(input)) },
});

export const amountIn = (input: Input): string | undefined => {
  const { value } = dataIn(input);
  return isFields(value) && typeof value.amount === "string" ? value.amount : undefined;
};

/** The redemption of the order that a request names, if there is one. */
export const orderOf = (input: Input, { store }: Service): RedemptionRecord | undefined =>
  store.byOrderId.get(String(dataIn(input).order_id));

/** Forgets the order id. The redemption itself stays. */
export const forget = (record: RedemptionRecord | undefined, { store }: Service): void => {
  if (record) store.byOrderId.delete(record.orderId);
};

/** The redemption that a path names. */
export const redemptionIn = (
  { params }: Input,
  { store }: Pick<Service, "store">,
): RedemptionRecord | undefined => store.redemptions.get(params.redemption_id ?? "");

/** After a change of the record itself: the answer shows the changed record. */
export const recordAfter = (
  operations: readonly Operation[],
  change: (record: RedemptionRecord, service: Service, input: Input) => void,
) =>
  after(operations, (answer, service, input) => {
    const record = service.store.redemptions.get(answer.effect?.redemptionId ?? "");
    if (!record) return answer;
    change(record, service, input);
    return { ...answer, body: { data: redemptionView(record, service.store, service.settings) } };
  });

/** Combines two deviations, one inside the other. */
export function both(inner: Plant, outer: Plant): Plant {
  const handles = { ...inner.handles, ...outer.handles };
  for (const name of OPERATIONS) {
    const [first, second] = [inner.handles?.[name], outer.handles?.[name]];
    if (first && second) handles[name] = (next, service) => second(first(next, service), service);
  }
  return { handles };
}
