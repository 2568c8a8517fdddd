/** Whether every text of a screen is readable: none is cut off, and no two overlap. */

/** Borders and rounding. */
const SLACK_PX = 1;
/** The part of a line's box that letters fill: boxes of neighbouring lines may overlap, letters may not. */
const LETTERS = 0.5;

interface Box {
  readonly text: Text;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const say = (text: Text): string => text.data.trim().slice(0, 60);

/** Visible texts: not those for screen readers only, and none behind a picture or in a closed dialog. */
function* textsOf(root: ShadowRoot): Iterable<Text> {
  // A modal dialog covers everything else on purpose.
  const shown = root.querySelector("dialog:modal") ?? root.querySelector(".frame") ?? root;
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!(node instanceof Text) || !node.data.trim() || !parentElement) continue;
    // Dots stand for no text, and fill the available room.
    if (parentElement.closest(".unseen, .masked, .picture, style, svg, dialog:not([open])")) continue;
    if (parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) yield node;
  }
}

/** The letters of a text, one box per line. */
function boxesOf(text: Text): Box[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()]
    .filter(({ width, height }) => width > SLACK_PX && height > SLACK_PX)
    .map(({ left, right, top, height }) => {
      const margin = (height * (1 - LETTERS)) / 2;
      return { text, left, right, top: top + margin, bottom: top + height - margin };
    })
    .filter(({ top }) => top < lastLineOf(text));
}

/** Where a shortened name ends: its further lines are not seen. */
function lastLineOf({ parentElement }: Text): number {
  const name = parentElement?.closest(".card > .name");
  return name ? name.getBoundingClientRect().bottom - SLACK_PX : Number.POSITIVE_INFINITY;
}

/**
 * The box in which an element shows its content, if it cuts off the rest. Scrolled contents can be reached, and a name that ends
 * after three lines is whole in the details.
 */
function limitsOf(element: Element): DOMRect | undefined {
  const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
  if (webkitLineClamp !== "none") return undefined;
  const cuts = [overflowX, overflowY].some((overflow) => overflow === "hidden" || overflow === "clip");
  return cuts ? element.getBoundingClientRect() : undefined;
}

/** Texts that are cut off, each with the element that cuts it. */
export function clipped(root: ShadowRoot): string[] {
  const found: string[] = [];
  for (const text of textsOf(root)) {
    const boxes = boxesOf(text);
    for (let around = text.parentElement; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflow)) break;
      const limits = limitsOf(around);
      const isCut = limits && boxes.some((box) => reachesOut(box, limits));
      if (isCut) found.push(`“${say(text)}” in ${around.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}

const reachesOut = (box: Box, limits: DOMRect): boolean =>
  box.left < limits.left - SLACK_PX ||
  box.right > limits.right + SLACK_PX ||
  box.top < limits.top - SLACK_PX ||
  box.bottom > limits.bottom + SLACK_PX;

/** Whether the text stays in sight while the rest scrolls below it. */
const isStuck = ({ parentElement }: Text): boolean => {
  for (let around = parentElement; around; around = around.parentElement)
    if (getComputedStyle(around).position === "sticky") return true;
  return false;
};

/** Pairs of texts that overlap at any scroll position. */
export function overlapping(root: ShadowRoot): string[] {
  const boxes = [...textsOf(root)].flatMap(boxesOf);
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          other.text !== one.text &&
          isStuck(other.text) === isStuck(one.text) &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK_PX &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK_PX,
      )
      .map((other) => `“${say(one.text)}” and “${say(other.text)}”`),
  );
}
