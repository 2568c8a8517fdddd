/** Deviations of credentials and of refusals. */
import { type Auth, authMethod } from "../../../demo/fulfillment/auth.ts";
import {
  API_OPERATIONS,
  type ApiOperation,
  OPERATIONS,
  type Operation,
} from "../../../demo/fulfillment/calls.ts";
import { ServiceError, unauthorized } from "../../../demo/fulfillment/errors.ts";
import type { Settings } from "../../../demo/fulfillment/options.ts";
import { after, type Fields, isFields, type Plant, refusals, without } from "./plant.ts";

/** Replaces the decision whether a caller is accepted. */
const deciding = (decide: (headers: Headers, next: () => void, operation: Operation) => void): Plant => ({
  auth: (next: Auth) => ({
    ...next,
    authenticate: (headers, now, operation) =>
      decide(headers, () => next.authenticate(headers, now, operation), operation),
  }),
});

/** The same deviation for each operation, named after the operation. */
const each = <P extends string>(prefix: P, plant: (operation: ApiOperation) => Plant) =>
  Object.fromEntries(API_OPERATIONS.map((name) => [`${prefix}_${name}`, plant(name)])) as Record<
    `${P}_${ApiOperation}`,
    Plant
  >;

/** Accepts header credentials of which only the named one is right. */
const alone = (name: "api-key" | "api-secret"): Plant => ({
  auth: (next, { apiKey, apiSecret }) => ({
    ...next,
    authenticate(headers, now, operation) {
      const right = { "api-key": apiKey, "api-secret": apiSecret };
      if (authMethod(headers) !== "headers" || headers.get(name) !== right[name])
        next.authenticate(headers, now, operation);
    },
  }),
});

/** A token request in which some members are corrected before the check. */
const grant = (right: (settings: Settings) => Fields): Plant => ({
  auth: (next, settings) => ({
    ...next,
    token: (body, now) => next.token(isFields(body) ? { ...body, ...right(settings) } : body, now),
  }),
});

/** Changes the refusal of wrong credentials. */
const refusing = (change: (error: ServiceError) => void): Plant =>
  deciding((_headers, next) => {
    try {
      next();
    } catch (error) {
      if (error instanceof ServiceError) change(error);
      throw error;
    }
  });

const token = (change: (body: Record<string, unknown>) => unknown): Plant =>
  after(["token"], (answer) =>
    answer.status === 200 && isFields(answer.body) ? { ...answer, body: change(answer.body) } : answer,
  );

export const AUTHENTICATION = {
  ...each("no_credentials_for", (name) =>
    deciding((headers, next, operation) => {
      if (operation !== name || authMethod(headers) !== "none") next();
    }),
  ),
  ...each("headers_refused_for", (name) =>
    deciding((headers, next, operation) => {
      if (operation === name && authMethod(headers) === "headers")
        throw unauthorized("Header credentials are no longer accepted");
      next();
    }),
  ),
  key_alone: alone("api-key"),
  secret_alone: alone("api-secret"),
  token_for_any_secret: grant(({ apiSecret }) => ({ client_secret: apiSecret })),
  token_for_any_key: grant(({ apiKey }) => ({ client_id: apiKey })),
  token_for_any_grant: grant(() => ({ grant_type: "client_credentials" })),
  headers_refused: deciding((headers, next) => {
    if (authMethod(headers) === "headers") throw unauthorized("Header credentials are no longer accepted");
    next();
  }),
  token_refused: deciding((headers, next) => {
    if (authMethod(headers) === "bearer") throw unauthorized("Tokens are not accepted");
    next();
  }),
  any_token: deciding((headers, next) => {
    if (authMethod(headers) !== "bearer") next();
  }),
  no_credentials_needed: deciding((headers, next) => {
    if (authMethod(headers) !== "none") next();
  }),
  unauthorized_named_otherwise: refusing((error) => {
    Object.assign(error.body, { error_name: "invalid_token" });
  }),
  unauthorized_as_403: refusing((error) => {
    Object.assign(error, { status: 403 });
  }),
  token_life_as_text: token((body) => ({ ...body, expires_in: String(body.expires_in) })),
  token_without_moment: token((body) => without(body, "created_at")),
  forbidden_as_403: refusals(OPERATIONS, (error, answer) =>
    error.error_name === "forbidden" ? { ...answer, status: 403 } : answer,
  ),
  not_found_named_otherwise: refusals(OPERATIONS, (error, answer) =>
    error.error_name === "not_found" ? { ...answer, body: { ...error, error_name: "missing" } } : answer,
  ),
  invalid_named_otherwise: refusals(OPERATIONS, (error, answer) =>
    error.error_name === "invalid_request"
      ? { ...answer, body: { ...error, error_name: "validation_failed" } }
      : answer,
  ),
  message_missing: refusals(OPERATIONS, ({ error_name }, answer) => ({ ...answer, body: { error_name } })),
} satisfies Record<string, Plant>;
