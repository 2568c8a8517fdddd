/**
 * The server of a page that has none: what its scripts ask for is answered in this tab. Loaded before them. The page in a frame of
 * another one has that one's server.
 */
const BASE = new URL(".", import.meta.url).href;
/** What else than a file is only read. */
const READ = /^\/demo\/proof\/state|\/v1\//;

function serverAround() {
  try {
    return parent.serverInTab;
  } catch {
    // Another site's page.
    return undefined;
  }
}

window.serverInTab = serverAround() ?? import("./backends.js").then(({ openBackends }) => openBackends(BASE));

/** The page's own letters, which wait until nothing else does. */
window.serverInTab.then(() => {
  for (const sheet of document.querySelectorAll("link[data-later]")) sheet.media = "all";
});

// What the employer's page remembers of its orders ended with the page that made them.
for (const key of ["team given", "team begun"]) localStorage.removeItem(key);

const read = window.fetch;
window.fetch = async (asked, init = {}) => {
  const { href, pathname } = new URL(asked.url ?? asked, location.href);
  const path = href.startsWith(BASE) ? `/demo/${href.slice(BASE.length)}` : pathname;
  const method = init.method ?? asked.method ?? "GET";
  if (method === "GET" && !READ.test(path))
    return read.call(window, path.startsWith("/widget/") ? new URL(`..${path}`, BASE) : asked, init);
  return (await window.serverInTab)(asked, init, path);
};
