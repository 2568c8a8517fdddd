/** Colours that a page gives in custom properties: what is no colour is told to the page's author, and does not make a button invisible. */

const NAMES = [
  "accent",
  "on-accent",
  "surface",
  "soft",
  "line",
  "text",
  "muted",
  "notice",
  "danger",
] as const;

/**
 * A registered property takes a value that is no colour for none, and has its parent's: of the element, that of the page, this one.
 * Source: CSS Properties and Values API 1, "registerProperty"; styles/brand-colour.ts.
 */
const FILL = { name: "--_reward-fill", syntax: "<color>", inherits: true, initialValue: "#1f4fd8" };

export function registerFill(): void {
  try {
    CSS.registerProperty(FILL);
  } catch {
    // Another copy of the element has registered it.
  }
}

/** A sentence for the console; undefined where all are colours. */
export function noColourOf(host: Element): string | undefined {
  const style = getComputedStyle(host);
  for (const name of NAMES) {
    const value = style.getPropertyValue(`--reward-${name}`).trim();
    if (value !== "" && !CSS.supports("color", value))
      return `"--reward-${name}: ${value}" is no colour that this browser knows.`;
  }
  return undefined;
}
