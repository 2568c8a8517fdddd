/** Asks the server that the page came from. */

/** The page lies one step below the server's address, whatever path that has. */
const SERVER = new URL("../", location.href);

/** The server refused: `code` is one of its problem codes, `message` may be shown. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Below the server's address. */
export const addressOf = (path: string): string => new URL(path, SERVER).href;

/**
 * @returns the answer's `data`
 * @throws Refused what the server said; TypeError if it did not answer
 */
export async function ask<T>(path: string, method: "GET" | "POST" = "GET", body?: object): Promise<T> {
  const response = await fetch(addressOf(path), {
    method,
    ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.data;
  throw new Refused(answer.code ?? "unexpected", answer.detail ?? `The server answered ${response.status}.`);
}

/** A query of the members that are given. */
export function queryOf(members: Readonly<Record<string, string>>): string {
  const given = Object.entries(members).filter(([, value]) => value !== "");
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
