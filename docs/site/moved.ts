/**
 * Where a heading or a page has gone that once had an address, so that links to it from elsewhere still arrive:
 * `"old/page/#old"` → `"new/page/#new"`, or `"old/page/"` → `"new/page/"` for a whole page. Never take one out.
 */
export const MOVED: Readonly<Record<string, string>> = {
  "operate/alerts/#alerts": "operate/alerts/#lamps-and-alerts",
  "operate/audit/": "server/audit/",
  "operate/audit/#reading-it": "server/audit/#reading-it",
  "operate/audit/#roles": "server/audit/#roles",
  "operate/audit/#signing-in": "server/audit/#signing-in",
  "operate/audit/#who-did-what": "server/audit/#who-did-what",
  "operate/audit/#why-and-by-whom": "server/audit/#why-and-by-whom",
  "operate/keys/": "server/keys/",
  "operate/keys/#changing-keys": "server/keys/#changing-keys",
  "operate/user-data/": "server/user-data/",
  "operate/user-data/#at-once": "server/user-data/#at-once",
  "operate/user-data/#how-long": "server/user-data/#how-long",
  "operate/user-data/#user-data": "server/user-data/#user-data",
};
