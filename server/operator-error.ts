/**
 * Errors that end a command, and what the operator reads of them. The type decides: only of an OperatorError is the message
 * shown, because messages of other errors may quote addresses, passwords and values.
 */

/** Its message says what is missing or expected and what to do, in one line, and never what a setting or a file holds. */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}

/** How Node and SQLite name what went wrong: `ENOENT`, `ERR_SQLITE_ERROR`. */
const CODE = /^[A-Z][A-Z0-9_]+$/;

/** @returns one line without a secret: the message of an OperatorError, of any other error its name and code */
export function lineForOperator(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return "unknown error";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && CODE.test(code) ? `${error.name} ${code}` : error.name;
}
