/**
 * What can be measured of a widget in a page: each function finds the things that break one criterion of WCAG 2.2 and
 * names them; none found is as it should be. They run in the page, on a shadow root.
 */
import { clipped, overlapping } from "../widget/support/text-boxes.ts";

/** Source: WCAG 2.2, 2.5.8. */
const TARGET_LEAST_PX = 24;
/** Source: WCAG 2.2, 1.4.11. */
const CONTRAST_LEAST = 3;
/** Borders and rounding. */
const SLACK_PX = 1;
/** Fully opaque. */
const OPAQUE = 255;

const CONTROLS = "button, a[href], input, summary";

const say = (element: Element): string => {
  const name = element.ariaLabel ?? element.textContent ?? "";
  return `${element.localName}.${element.part} ${JSON.stringify(name.replace(/\s+/g, " ").trim().slice(0, 40))}`;
};

/** What is drawn: not behind a modal dialog's back, and not for screen readers alone. */
function shown(root: ShadowRoot, selector: string): Element[] {
  const modal = [...root.querySelectorAll("dialog")].find((dialog) => dialog.matches(":modal"));
  return [...root.querySelectorAll(selector)].filter(
    (element) =>
      !element.closest(".unseen") &&
      (!modal || modal.contains(element)) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
}

/** 1.4.10: what reaches out of the window, but for what scrolls by itself. */
export function overflowing(root: ShadowRoot): string[] {
  return shown(root, ".frame *")
    .filter((element) => !element.closest("svg") || element.localName === "svg")
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0) return false;
      for (let around = element.parentElement; around; around = around.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowX)) return false;
      return left < -SLACK_PX || right > innerWidth + SLACK_PX;
    })
    .map((element) => `${say(element)} reaches out of the window`);
}

/** 1.4.4, 1.4.10, 1.4.12: texts that are cut off or stand over each other, and what reaches out of the window. */
export const unreadable = (root: ShadowRoot): string[] => [
  ...clipped(root).map((text) => `cut off: ${text}`),
  ...overlapping(root).map((texts) => `over each other: ${texts}`),
  ...overflowing(root),
];

/** 2.5.8: controls that are too small to be met with a finger. */
export function small(root: ShadowRoot): string[] {
  return shown(root, CONTROLS).flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const least = Math.min(width, height);
    return least < TARGET_LEAST_PX
      ? [`${say(element)} is ${Math.round(width)} × ${Math.round(height)} px`]
      : [];
  });
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
  willReadFrequently: true,
});

/** Any colour that CSS can write, as bytes. */
function bytesOf(colour: string): Colour {
  if (!brush) throw new Error("This browser cannot draw");
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

/** Source: WCAG 2.2, "relative luminance". */
function luminance([red, green, blue]: Colour): number {
  const linear = [red, green, blue].map((byte) => {
    const share = byte / OPAQUE;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** Source: WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(bytesOf(one)), luminance(bytesOf(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour that an element stands on; the element's own does not count. */
export function groundOf(element: Element): string {
  for (let around: Element | null = element.parentElement; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around);
    if (bytesOf(backgroundColor)[3] === OPAQUE) return backgroundColor;
  }
  return "white";
}

/** 1.4.11: fields whose edge, and buttons without words whose icon, is hard to see. A button with words is told by them. */
export function faint(root: ShadowRoot): string[] {
  const edges = shown(root, "input:enabled").map((field) => ({
    element: field,
    colour: getComputedStyle(field).borderTopColor,
  }));
  const icons = shown(root, "button")
    .filter((button) => button.querySelector("svg") && !(button as HTMLElement).innerText.trim())
    .map((button) => ({ element: button, colour: getComputedStyle(button).color }));
  return [...edges, ...icons].flatMap(({ element, colour }) => {
    const ratio = contrast(colour, groundOf(element));
    return ratio < CONTRAST_LEAST ? [`${say(element)} has a contrast of ${ratio.toFixed(2)}`] : [];
  });
}

/** 3.1.1, 3.1.2: words without a language. */
export const speechless = (root: ShadowRoot): string[] =>
  [...root.querySelectorAll(".frame, [role=status].unseen")]
    .filter((element) => !element.getAttribute("lang"))
    .map((element) => `${say(element)} has no language`);

/** 2.5.3: controls whose name does not begin with, or have in it, the words that are seen on them. */
export function misnamed(root: ShadowRoot): string[] {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return shown(root, "button[aria-label], a[aria-label]").flatMap((element) => {
    const seen = plain((element as HTMLElement).innerText);
    return plain(element.ariaLabel ?? "").includes(seen) ? [] : [`${say(element)} shows “${seen}”`];
  });
}

/** 3.2.6: help stands after the screen's words and the buttons that lead on, and before the reward's instructions. */
export function misplacedHelp(root: ShadowRoot): string[] {
  const order = shown(root, "[part~=title], [part~=primary], [part~=support], .instructions");
  const at = order.findIndex((element) => element.part.contains("support"));
  if (at < 0) return [];
  const before = order.slice(0, at).every((element) => !element.matches(".instructions"));
  const after = order.slice(at + 1).every((element) => !element.matches("[part~=title]"));
  return before && after ? [] : ["help stands elsewhere than on the other screens"];
}

/** All of them that need nothing but to look. */
export const look = (root: ShadowRoot): string[] =>
  [unreadable, small, faint, speechless, misnamed, misplacedHelp].flatMap((rule) => rule(root));

export interface Stop {
  readonly name: string;
  /** What is wrong with it, as far as something is. */
  readonly wrong: readonly string[];
}

/** 2.4.7, 2.4.11, 1.4.11: where the keyboard is, whether that is seen, and whether anything else lies over it. */
export function stopIn(root: ShadowRoot): Stop | undefined {
  const { activeElement: active } = root;
  if (!active) return undefined;
  const wrong: string[] = [];
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(active);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) === 0) wrong.push("its focus is not seen");
  else {
    const ratio = contrast(outlineColor, groundOf(active));
    if (ratio < CONTRAST_LEAST) wrong.push(`its focus has a contrast of ${ratio.toFixed(2)}`);
  }
  const { left, right, top, bottom } = active.getBoundingClientRect();
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2];
  const seen = [top + 2, y, bottom - 2].some((line) => {
    const hit = root.elementFromPoint(x, line);
    return hit !== null && active.contains(hit);
  });
  if (!seen) wrong.push("something lies over all of it, or it is out of sight");
  return { name: say(active), wrong };
}

const controlsIn = (root: ShadowRoot): Element[] =>
  shown(root, `${CONTROLS}, [tabindex="0"]`).filter((element) => !(element as HTMLInputElement).disabled);

/** Every control that the keyboard has to come to, in the order of the document; it stands on the first of them now. */
export function startIn(root: ShadowRoot): string[] {
  const controls = controlsIn(root);
  (controls[0] as HTMLElement | undefined)?.focus();
  return controls.map(say);
}
