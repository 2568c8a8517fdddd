/**
 * The token server's address, from the address the widget's script came from. The npm package has
 * `bundled/server-address.ts` in this one's place.
 */

/** `…/widget.js` and `…/widget/{version}/{file}.js`, as the server publishes them. */
const PUBLISHED = /^(.*?)\/widget(?:\.js|\/[^/]+\/[^/]+)(?:[?#].*)?$/;

/** If no token server published the script (the host page bundled it), the script's origin is the best guess. */
export function serverOf(script: string): string {
  return PUBLISHED.exec(script)?.[1] ?? new URL(script).origin;
}

export const ownServer = (_given: typeof fetch | undefined): string => serverOf(import.meta.url);
