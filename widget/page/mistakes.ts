/**
 * Mistakes of the page or its settings, about which the user can do nothing: each is reported once on the console, with
 * what to do.
 * Source: docs/element/events.md, "Mistakes of the page".
 */
import type { Failure } from "../state/failure.ts";
import type { State } from "../state/state.ts";

/** The facts about the page that a message may name. None is secret: the console may be sent to others. */
export interface Page {
  readonly origin: string;
  /** The token server's address. */
  readonly server: string;
  readonly hasSession: boolean;
  readonly hasGetSession: boolean;
  /** The page said that nobody is signed in, or that there is nothing for its visitor. */
  readonly isRefused: boolean;
  /** `getSession` threw, or its promise was rejected. */
  readonly hasThrown: boolean;
}

/** A sentence for the console, or undefined where the page did nothing wrong. */
export function mistakeOf({ screen, failure }: State, page: Page): string | undefined {
  const { origin, server } = page;
  const { code } = (screen.name === "problem" ? screen.failure : failure) ?? {};
  if (screen.name === "session-expired" && page.hasGetSession && !page.isRefused) {
    return page.hasThrown
      ? "getSession, or the address session-url, failed. It has to give the session_token of a new POST /v1/sessions, or null; what it threw follows."
      : "getSession, or the address session-url, gave no new session. It has to give the session_token of a new POST /v1/sessions within 10 s.";
  }
  if (code === "origin_not_allowed" && origin === "null")
    return 'the page has no origin ("null"). In a frame with "sandbox" add the word "allow-same-origin" to it; a file has to come from a server.';
  if (code === "origin_not_allowed" && server.startsWith(origin))
    return `${server} does not know that pages of ${origin} are its own. Set its PUBLIC_URL to the address under which browsers reach it, and add "${origin}" to "origins" of this session's site in SITES.`;
  if (code === "origin_not_allowed")
    return `${server} does not serve pages of ${origin}. Add "${origin}" to "origins" of this session's site in the server's setting SITES.`;
  if (code && !/^https?:/.test(server))
    return `"${server}" is no address of a token server. Write it with its scheme into "server": "https://rewards.example".`;
  if (code !== "session_invalid") return undefined;
  return page.hasSession
    ? `${server} does not know this session. Open it with POST /v1/sessions of this server, or name in the attribute "server" the one that opened it.`
    : `there is no session. Set the attribute or property "session" to the session_token of POST /v1/sessions, or the property "getSession".`;
}

/** Names what answered in the place of the token server. */
export function foreignAnswer({ code, status }: Partial<Failure> = {}, server: string): string | undefined {
  if (code !== "unreadable") return undefined;
  return `something before ${server} answered POST /v1/opening in its place, with the status ${status}: a firewall, a login or a proxy. Have it pass requests to the token server unchanged.`;
}

const told = new Set<string>();

/** @param thrown the error that the page's own function threw; the page's author looks for it on the console */
export function tellOnce(mistake: string, thrown: unknown): void {
  if (told.has(mistake)) return;
  told.add(mistake);
  const more = thrown === undefined ? [] : [thrown];
  console.error(`<reward-redemption>: ${mistake}`, ...more);
}
