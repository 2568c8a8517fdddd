/** The token server's address in a page's own bundle: the script's address says nothing about it. */
import { tellOnce } from "../page/mistakes.ts";

const MISSING =
  'there is no server. Set the attribute or property "server" to the address of the token server (its PUBLIC_URL); until then the page\'s own origin is asked.';

export function ownServer(): string {
  tellOnce(MISSING, undefined);
  return location.origin;
}
