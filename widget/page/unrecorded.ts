/**
 * The marks by which session recorders leave an element and its contents out. Recorders find them by their own defaults, so the
 * page has nothing to set. Source: each vendor's documentation; docs/privacy.md, "Session recorders" has the table.
 */
import { type ElementPart, noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

/** The marks that are classes. */
const CLASSES = [
  // rrweb, and most tools built on it
  "rr-block",
  "sentry-block",
  // PostHog
  "ph-no-capture",
  // FullStory
  "fs-exclude",
  // Amplitude
  "amp-block",
  // Mixpanel
  "mp-block",
  // New Relic
  "nr-block",
  "highlight-block",
  "pendo-sr-ignore",
  // Yandex Metrica
  "ym-hide-content",
] as const;

/** The marks that are attributes. */
const ATTRIBUTES = {
  // LogRocket
  "data-private": "",
  // Hotjar
  "data-hj-suppress": "",
  "data-clarity-mask": "true",
  // Datadog
  "data-dd-privacy": "hidden",
  "data-openreplay-hidden": "",
} as const;

/** Marks an element that shows a code, a PIN, a link or a barcode, before it is in the document. */
export function mark(element: Element): void {
  element.classList.add(...CLASSES);
  for (const [name, value] of Object.entries(ATTRIBUTES)) element.setAttribute(name, value);
}

class Unrecorded extends Directive {
  render(): unknown {
    return noChange;
  }

  /** Each time, because a changed `class` takes the marks away. */
  override update({ element }: ElementPart): unknown {
    mark(element);
    return noChange;
  }
}

/** In a template: `<code ${unrecorded()}>`. */
export const unrecorded = directive(Unrecorded);
