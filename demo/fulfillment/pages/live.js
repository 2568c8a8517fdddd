/**
 * Keeps a page of the control up to date: the page is fetched again from time to time, and changed elements with
 * `data-live` are replaced. Opened details stay open, and the focus stays in place.
 */

const EVERY_MS = 2_000;

/** Fetches the current page. */
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

/** Copies which details the reader opened or closed. */
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

/** Rejects if the service does not answer; the page then stays unchanged. */
export async function refresh() {
  const page = await fetchPage();
  for (const region of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${region.dataset.live}"]`);
    if (fresh) replace(region, document.adoptNode(fresh));
  }
}

setInterval(() => {
  // The service may be stopped or restarting: the next attempt may succeed.
  if (!document.hidden) refresh().catch(() => {});
}, EVERY_MS);
