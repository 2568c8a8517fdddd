/** Where a person who needs help is sent: a page or an e-mail, and nothing that could run here. */
import { safeLink } from "../../shared/links.ts";

/** One address, and what a mail program may be told beforehand; nothing invisible. */
const MAIL = /^mailto:[^\s@,?&<>"]+@[^\s@,?&<>"]+(\?[!-~]*)?$/i;

/** The address as it may be followed, or undefined. */
export function safeSupport(address: string | null | undefined): string | undefined {
  return address && MAIL.test(address) ? address : safeLink(address ?? undefined);
}
