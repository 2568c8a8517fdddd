/** The address for help: a page or an e-mail address, and nothing that could run as script. */
import { safeLink } from "../../shared/links.ts";

/** One address, and optional fields for the mail program; nothing invisible. */
const MAIL = /^mailto:[^\s@,?&<>"]+@[^\s@,?&<>"]+(\?[!-~]*)?$/i;

/** The address if it is safe to follow, or undefined. */
export function safeSupport(address: string | null | undefined): string | undefined {
  return address && MAIL.test(address) ? address : safeLink(address ?? undefined);
}
