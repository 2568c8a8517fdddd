/** The token server's address, from the address the widget's script came from. */

/** `…/widget.js` and `…/widget/{version}/{file}.js`, as the server publishes them. */
const PUBLISHED = /^(.*?)\/widget(?:\.js|\/[^/]+\/[^/]+)(?:[?#].*)?$/;

/** Where the script was not published by a token server (bundled by the host page), its origin is the best guess. */
export function serverOf(script: string): string {
  return PUBLISHED.exec(script)?.[1] ?? new URL(script).origin;
}
