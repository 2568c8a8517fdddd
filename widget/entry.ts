/**
 * `widget.js`: first sends the requests that the elements on the page will need, and then fetches the elements' code,
 * so that both load in parallel.
 */
import type { Early } from "./calls/hand-over.ts";

/** The address of the element's code; the build fills it in. */
declare const MODULE: string;
/** The address of what stands in for the element in a browser that is too old. */
declare const OUTDATED: string;

const [OWN_SERVER = ""] = import.meta.url.split("/widget.js");
const early = new WeakMap<Element, Early & { readonly what: string }>();
const elements = document.querySelectorAll<
  HTMLElement & { server?: string; locale?: string; session?: string }
>("reward-redemption[session],reward-wallet[session]");
for (const element of elements) {
  const session_token = element.getAttribute("session") ?? "";
  // At once, because session recorders store attributes. The element takes the property when it is defined.
  element.removeAttribute("session");
  element.session = session_token;
  // Nobody sees a hidden page, and the order may have changed by the time the page is visible.
  if (document.hidden) continue;
  const server = element.server || element.getAttribute("server") || OWN_SERVER;
  const address = `${server.replace(/\/+$/, "")}/v1/opening`;
  const response = fetch(address, {
    method: "POST",
    body: new URLSearchParams({
      session_token,
      locale: element.locale || element.getAttribute("locale") || "",
    }),
    credentials: "omit",
    redirect: "error",
  });
  // The element that takes the response handles its failure. If no element takes it, there is nothing to handle.
  response.catch(() => {});
  early.set(element, { what: address + session_token, response, sentAt: performance.now() });
}

/** The newest of what the supported browsers have and their predecessors lack; vite.config.ts names them. */
const isSupported =
  CSS.supports("color", "color-mix(in srgb, red, red)") && "attachInternals" in HTMLElement.prototype;

const taken = (element: Element, what?: string): Early | undefined => {
  const asked = early.get(element);
  early.delete(element);
  return what === undefined || asked?.what === what ? asked : undefined;
};

/** In an older browser: one sentence, and the help of the session. */
async function tellOutdated(): Promise<void> {
  const outdated: typeof import("./outdated.ts") = await import(/* @vite-ignore */ OUTDATED);
  outdated.tellOutdated(async (element) => {
    const body = await taken(element)
      ?.response.then((response) => response.json())
      .catch(() => undefined);
    return body?.data?.order?.support_url;
  });
}

const widget: Partial<typeof import("./served.ts")> = isSupported
  ? await import(/* @vite-ignore */ MODULE)
  : {};
if (isSupported) widget.handOver?.(taken);
else void tellOutdated();

export const { RewardEvent, RewardRedemption, TAG_NAME } = widget;
