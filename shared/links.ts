/** Which links may reach a browser: `https:` (or `http:` on a loopback host), without user info or control characters. */

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, as `URL` spells it, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** True for white space and control characters, which URL parsers drop silently: a known way around scheme checks. */
function hasHiddenCharacters(value: string): boolean {
  for (const char of value) {
    const point = char.codePointAt(0) ?? 0;
    if (point <= 0x20 || (point >= 0x7f && point <= 0x9f)) return true;
  }
  return false;
}

/** The link as it may be shown, byte for byte, or undefined when it is refused. */
export function safeLink(value: unknown): string | undefined {
  if (typeof value !== "string" || hasHiddenCharacters(value)) return undefined;
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
