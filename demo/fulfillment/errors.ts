/** Refusals with the body of the interface, `{error_name, error_message}`. Source: docs/proof/interface.md, "Errors". */

export type ErrorName =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "invalid_request"
  | "unprocessable_entity";

export const STATUS = {
  unauthorized: 401,
  forbidden: 401,
  not_found: 404,
  invalid_request: 422,
  unprocessable_entity: 422,
} as const satisfies Record<ErrorName, number>;

export interface ErrorBody {
  error_name: string;
  error_message: string | null;
}

/** A refusal without any effect. The message is null where the interface allows that. */
export class ServiceError extends Error {
  readonly error_name: ErrorName;
  readonly status: (typeof STATUS)[ErrorName];
  readonly body: ErrorBody;

  constructor(name: ErrorName, message: string | null) {
    super(message ?? name);
    this.name = "ServiceError";
    this.error_name = name;
    this.status = STATUS[name];
    this.body = { error_name: name, error_message: message };
  }
}

/** The connection breaks without an answer. `app.fetch` throws this error; over HTTP the socket is destroyed. */
export class ConnectionReset extends Error {
  constructor() {
    super("The connection was reset");
    this.name = "ConnectionReset";
  }
}

export const invalid = (message: string | null) => new ServiceError("invalid_request", message);
export const notFound = (what: string) => new ServiceError("not_found", `${what} not found`);
export const forbidden = () => new ServiceError("forbidden", "You are not allowed to access this resource");
export const unauthorized = (message: string) => new ServiceError("unauthorized", message);
