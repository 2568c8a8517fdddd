/**
 * Keeps a page of the control as things stand: the page is fetched again from time to time, and what is marked with
 * `data-live` is put in place where it has changed. What a reader opened stays open, and the focus stays where it was.
 */

const EVERY_MS = 2_000;

/** The page as the service would send it now. */
function fetchPage() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.onload = () => (request.response ? resolve(request.response) : reject(new Error("no page")));
    request.onerror = () => reject(new Error("no answer"));
    request.send();
  });
}

/** Takes over what the reader opened or closed by hand. */
function keepOpened(from, to) {
  for (const old of from.querySelectorAll("details[id]")) {
    const same = [...to.querySelectorAll("details[id]")].find(({ id }) => id === old.id);
    if (same) same.open = old.open;
  }
}

function replace(region, fresh) {
  keepOpened(region, fresh);
  if (region.isEqualNode(fresh)) return;
  const focused = region.contains(document.activeElement) ? document.activeElement?.id : "";
  region.replaceChildren(...fresh.childNodes);
  if (focused) document.getElementById(focused)?.focus();
}

/** Rejects when the service does not answer; the page then stays as it is. */
export async function refresh() {
  const page = await fetchPage();
  for (const region of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${region.dataset.live}"]`);
    if (fresh) replace(region, document.adoptNode(fresh));
  }
}

setInterval(() => {
  // The service may be stopped or restarting: the next time may do.
  if (!document.hidden) refresh().catch(() => {});
}, EVERY_MS);
