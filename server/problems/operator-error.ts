/**
 * Errors that end a command, and their line for the operator. Only the message of an OperatorError is shown, because messages of
 * other errors may quote addresses, passwords and values.
 */

/** An error whose message says in one line what is missing or expected and what to do, and never quotes a setting or a file. */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}

/** An error code of Node or SQLite: `ENOENT`, `ERR_SQLITE_ERROR`. */
const CODE = /^[A-Z][A-Z0-9_]+$/;

/** @returns one line without a secret: the message of an OperatorError, or the name and code of any other error */
export function lineForOperator(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return "unknown error";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && CODE.test(code) ? `${error.name} ${code}` : error.name;
}
