/** The brand's page in the frame, which is of this origin: what its element tells and calls, and which part of it is outlined. */
import { byId } from "./dom.js";

/** Around the widget little is shown of the page, so that it is in sight. */
const COMPACT = `.top { min-height: 48px; padding-block: 0; } .top nav, .member, .hero p, #facts { display: none; }
.hero { display: block; padding-block: 14px 56px; } .hero h1 { font-size: 1.25rem; max-width: none; }
[data-page], footer { display: none; }`;

let lit;

const jsonIn = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @param {RequestInit["body"]} body as the element sends it */
const bodyOf = (body) => (typeof body === "object" ? Object.fromEntries(body) : jsonIn(body));

function sheetIn(win, text) {
  const sheet = new win.CSSStyleSheet();
  sheet.replaceSync(text);
  win.document.adoptedStyleSheets.push(sheet);
  return sheet;
}

/**
 * Each load of the frame is a new page, which calls `framed` before it calls anything else.
 * @param {{ events: string[], heard(name: string, detail: object): void, called(call: object): void }} told
 */
export function watchFrame({ events, heard, called }) {
  window.framed = (win) => {
    sheetIn(win, COMPACT);
    lit = sheetIn(win, "");
    for (const name of events) win.document.addEventListener(name, ({ detail }) => heard(name, detail));
    const send = win.fetch;
    win.fetch = async (address, init = {}) => {
      const { origin, pathname, search } = new URL(address, win.location.href);
      const at = pathname.indexOf("/v1/");
      if (at < 0) return send.call(win, address, init);
      const path = (origin === location.origin ? "" : origin) + pathname.slice(at) + search;
      const began = performance.now();
      const tell = (status, response) =>
        called({
          method: init.method ?? "GET",
          path,
          request: bodyOf(init.body),
          status,
          ms: Math.round(performance.now() - began),
          response,
        });
      try {
        const answer = await send.call(win, address, init);
        // Read before the element gets it: it aborts a call that it has no more use for, and with it this reading.
        tell(answer.status, jsonIn(await answer.clone().text()));
        return answer;
      } catch (error) {
        tell(error.name);
        throw error;
      }
    };
  };
}

export const orderInFrame = () => byId("frame").contentDocument?.body?.dataset.order;

export const elementInFrame = () => byId("frame").contentDocument?.querySelector("reward-redemption");

/** @returns the elements of a part that are on the screen, also of several */
export const partsOf = (name) => [
  ...(elementInFrame()?.shadowRoot?.querySelectorAll(`[part~="${name}"]`) ?? []),
];

export const styleOfElement = () => elementInFrame() && getComputedStyle(elementInFrame());

/** Outlines a part in the widget; without a name none. */
export function light(name) {
  lit?.replaceSync(
    name ? `reward-redemption::part(${name}) { outline: 3px solid #d6006c; outline-offset: 2px; }` : "",
  );
  if (name) partsOf(name)[0]?.scrollIntoView({ block: "nearest" });
}
