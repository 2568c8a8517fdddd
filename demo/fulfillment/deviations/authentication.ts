/** Deviations of credentials and of what refusals say. */
import { type Auth, authMethod } from "../auth.ts";
import { OPERATIONS } from "../calls.ts";
import type { Deviation } from "../deviations.ts";
import { ServiceError, unauthorized } from "../errors.ts";
import { after, isFields, type Plant, refusals, without } from "./plant.ts";

/** Another way to decide who may call. */
const deciding = (decide: (headers: Headers, next: () => void) => void): Plant => ({
  auth: (next: Auth) => ({
    ...next,
    authenticate: (headers, now) => decide(headers, () => next.authenticate(headers, now)),
  }),
});

/** Another refusal of wrong credentials. */
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
} satisfies Partial<Record<Deviation, Plant>>;
