/** Which links may reach a browser: `https:` (or `http:` on a loopback host), without user info or hidden characters. */

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, as `URL` spells it, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * White space and control characters, which URL parsers drop silently: a known way around scheme checks. And what makes a
 * text read differently than it is: characters that turn its direction (in Cf) or are not seen at all.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}]/u;

/** Whether an address, of a page or for mail, has characters that are not seen. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** A host name that is spelled with escapes: `%E2%80%8B` is a character of no width there. */
const ESCAPED_HOST = /^[^:]*:\/\/[^/?#]*%/;

/** Some readers take a backslash for a slash, others for a part of a name before `@`: the two see different hosts. */
const BACKSLASH = "\\";

/** The link as it may be shown, byte for byte, or undefined when it is refused. */
export function safeLink(value: unknown): string | undefined {
  if (typeof value !== "string" || hasHidden(value) || value.includes(BACKSLASH)) return undefined;
  if (ESCAPED_HOST.test(value)) return undefined;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return undefined;
  }
  if (url.username !== "" || url.password !== "") return undefined;
  if (!/^https?:\/\//i.test(value)) return undefined;
  if (url.protocol === "https:") return value;
  return url.protocol === "http:" && isLoopbackHost(url.hostname) ? value : undefined;
}
