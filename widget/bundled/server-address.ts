/** The token server's address in a page's own bundle: the script's address says nothing about it. */
import { tellOnce } from "../page/mistakes.ts";

const MISSING =
  'there is no server. Set the attribute or property "server" to the address of the token server (its PUBLIC_URL); until then the page\'s own origin is asked.';

/** @param given the page's own `fetch`, a sandbox's: to it any address is right */
export function ownServer(given: typeof fetch | undefined): string {
  if (!given) tellOnce(MISSING, undefined);
  return location.origin;
}
