/** One window of the gallery: a page of its own with one widget in it, in the state that is asked for. */

import { look, type Stop, startIn, stopIn, unreadable } from "../accessibility/window.ts";
import { until } from "../widget/support/fake-clock.ts";
import { mount, type Stage } from "../widget/support/mount.ts";
import { STATES } from "./states.ts";
import { nameOf, type Variant, WINDOWS } from "./variants.ts";

/** Nothing moves while a picture is taken, nothing waits for being scrolled to, and no font of the machine is in it. */
const STILL = `
  *, ::before, ::after, ::backdrop {
    animation: none !important;
    transition: none !important;
    caret-color: transparent !important;
    scrollbar-width: none !important;
    font-family: Gallery !important;
    content-visibility: visible !important;
  }
  ::-webkit-scrollbar { display: none }`;
/** The subsets of the bundled font, and what each is for. */
const FONTS = {
  latin:
    "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2215, U+FEFF",
  arabic: "U+0600-06FF, U+0750-077F, U+08A0-08FF, U+FB50-FDFF, U+FE70-FEFC, U+200C-200E",
} as const;
/** Below this everything is more of the same. */
const HEIGHT_MOST_PX = 1_600;
/** Two frames: what resizes itself to its place is drawn in the second. */
const FRAMES = 2;

// The frames stand for windows, and some are higher than this machine's screen.
Object.defineProperty(screen, "height", { get: () => innerHeight });

// A window that gets the focus reads again what another one may have changed: here it stands as it was drawn.
addEventListener("focus", (event) => event.target === window && event.stopImmediatePropagation(), true);

const still = new CSSStyleSheet();
still.replaceSync(STILL);
document.adoptedStyleSheets = [still];

// From the first moment: WebKit shows a scroll bar for a while where something began to scroll before it was told not to.
const withoutBars = new CSSStyleSheet();
withoutBars.replaceSync("* { scrollbar-width: none !important } ::-webkit-scrollbar { display: none }");
const { attachShadow } = Element.prototype;
Element.prototype.attachShadow = function (init) {
  const root = attachShadow.call(this, init);
  root.adoptedStyleSheets = [withoutBars];
  return root;
};

async function loadFonts(): Promise<void> {
  const faces = Object.entries(FONTS).map(
    ([subset, unicodeRange]) =>
      new FontFace("Gallery", `url(/${subset}.woff2)`, { weight: "100 900", unicodeRange }),
  );
  for (const face of faces) document.fonts.add(await face.load());
}
const fonts = loadFonts();

const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = (left: number): unknown =>
      left > 0 ? requestAnimationFrame(() => wait(left - 1)) : resolve();
    wait(FRAMES);
  });

/** Pictures are there, nothing has the focus, nothing moves any more. */
async function quieten(stage: Stage): Promise<void> {
  await stage.element.updateComplete;
  const { root } = stage;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((sheet) => sheet !== still), still];
  const images = [...root.querySelectorAll("img")];
  for (const image of images) image.loading = "eager";
  await until(() => images.every(({ classList }) => classList.contains("loaded")), "pictures");
  await drawn();
  const { activeElement } = root;
  if (activeElement instanceof HTMLElement) activeElement.blur();
  for (const scrolled of root.querySelectorAll("*")) scrolled.scrollTop = 0;
  scrollTo(0, 0);
  await drawn();
  // What a pointer finds is measured as it is once the screen stands still; the stage's clock stands still before.
  root.querySelector("[data-new]")?.removeAttribute("data-new");
  // It would end with its animation, and there is none here.
  root.querySelector("[data-unwrap]")?.removeAttribute("data-unwrap");
}

let stage: Stage | undefined;

/** Shows a state; answers how high it is. */
async function show(name: string, { theme, direction, width }: Variant): Promise<number> {
  await fonts;
  const state = STATES.find((each) => each.name === name);
  if (!state) throw new Error(`No state ${name}`);
  stage?.element.remove();
  const { documentElement: root, body } = document;
  root.dir = direction;
  root.lang = direction === "rtl" ? "ar" : "en";
  root.style.colorScheme = theme;
  const main = document.createElement("main");
  body.replaceChildren(main);
  stage = await mount({
    ...state.wishes,
    server: state.server(),
    into: main,
    attributes: { theme, locale: root.lang, ...state.wishes?.attributes },
  });
  const { server } = stage;
  await until(() => server.calls.length > 0, "a call");
  if (state.play) await until(() => stage?.state && stage.state !== "loading", "a first screen");
  await state.play?.(stage);
  await quieten(stage);
  return state.fillsWindow ? WINDOWS[width] : Math.min(HEIGHT_MOST_PX, root.scrollHeight);
}

/** Resolves when what changed with the frame's height is drawn. */
async function settle(): Promise<void> {
  if (stage) await quieten(stage);
}

/** Source: WCAG 2.2, 1.4.12. */
const SPACED = `.frame * {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
.frame p { margin-block-end: 2em !important }`;
const spaced = new CSSStyleSheet();
spaced.replaceSync(SPACED);

function rootOf(): ShadowRoot {
  if (!stage) throw new Error("No state is shown");
  return stage.root;
}

/** What cannot be read once a person has set texts wider. */
async function unreadableSpaced(): Promise<string[]> {
  const root = rootOf();
  root.adoptedStyleSheets.push(spaced);
  await drawn();
  const found = unreadable(root).map((what) => `spaced out, ${what}`);
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== spaced);
  await drawn();
  return found;
}

/** Breaks what is shown by a rule of style, as a mistake in ours would. */
async function plant(css: string): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const root = rootOf();
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  await drawn();
}

/** Where something lies in its window. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Each part that is shown, by its name and how many of that name come before it. */
function boxes(): Record<string, Box> {
  const counts = new Map<string, number>();
  const found: Record<string, Box> = {};
  for (const element of rootOf().querySelectorAll("[part]")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const name = element.getAttribute("part") ?? "";
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const { x, y, width, height } = element.getBoundingClientRect();
    found[`${name} ${count + 1}`] = { x, y, width, height };
  }
  return found;
}

export interface Window {
  show(state: string, variant: Variant): Promise<number>;
  settle(): Promise<void>;
  /** What breaks a criterion that needs nothing but to look. */
  look(): string[];
  boxes(): Record<string, Box>;
  unreadable(): string[];
  unreadableSpaced(): Promise<string[]>;
  /** Where the keyboard is. */
  stop(): Stop | undefined;
  /** Puts it on the first control, and tells all of them. */
  start(): string[];
  words(): string;
  /** Of the widget's usual text, in pixels. */
  textSize(): number;
  plant(css: string): Promise<void>;
}

Object.assign(window, {
  gallery: {
    show: (name: string, variant: Variant) =>
      show(name, variant).catch((error: unknown) => {
        throw new Error(`${name}, ${nameOf(variant)}: ${error instanceof Error ? error.message : error}`);
      }),
    settle,
    look: () => look(rootOf()),
    boxes,
    unreadable: () => unreadable(rootOf()),
    unreadableSpaced,
    stop: () => stopIn(rootOf()),
    start: () => startIn(rootOf()),
    words: () => rootOf().querySelector<HTMLElement>(".frame")?.innerText ?? "",
    textSize: () =>
      Number.parseFloat(getComputedStyle(rootOf().querySelector(".frame") ?? document.body).fontSize),
    plant,
  } satisfies Window,
});
