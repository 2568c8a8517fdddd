/** The page on which windows lie side by side, so that one picture has them all. */
import type { Box, Window as GalleryWindow } from "./frame.ts";
import { type Variant, WINDOWS } from "./variants.ts";

/** Between two windows, so that none of a window's shadow lies on another. */
const GAP_PX = 8;

/** Where a window lies. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const frames = new Map<number, HTMLIFrameElement>();

/** A window of each width, for one state after the other. */
async function frameOf({ width }: Variant): Promise<HTMLIFrameElement> {
  const known = frames.get(width);
  if (known) return known;
  const frame = document.createElement("iframe");
  frame.name = String(width);
  frame.title = frame.name;
  frame.width = String(width);
  frame.src = "/frame.html";
  frames.set(width, frame);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

const galleryOf = (frame: HTMLIFrameElement): GalleryWindow =>
  (frame.contentWindow as unknown as { gallery: GalleryWindow }).gallery;

/** Beside each other, in the order of their widths. */
function place(variants: readonly Variant[], heights: readonly number[]): Place[] {
  let x = 0;
  return variants.map(({ width }, at) => {
    const here = { x, y: 0, width, height: heights[at] ?? 0 };
    x += width + GAP_PX;
    return here;
  });
}

/** @param variants of one theme and direction, each of another width */
async function show(state: string, variants: readonly Variant[]): Promise<Place[]> {
  const shown = await Promise.all(variants.map(frameOf));
  for (const frame of frames.values()) frame.style.visibility = shown.includes(frame) ? "" : "hidden";
  for (const [at, frame] of shown.entries()) {
    const { width } = variants[at] as Variant;
    frame.height = String(WINDOWS[width]);
    Object.assign(frame.style, { position: "absolute", border: "0", inset: "0 auto auto 0" });
  }
  const heights = await Promise.all(
    shown.map((frame, at) => galleryOf(frame).show(state, variants[at] as Variant)),
  );
  const places = place(variants, heights);
  for (const [at, frame] of shown.entries()) {
    const { x, height } = places[at] as Place;
    frame.height = String(height);
    frame.style.insetInlineStart = `${x}px`;
  }
  await Promise.all(shown.map((frame) => galleryOf(frame).settle()));
  return places;
}

/** What one window shows. */
export interface Inspected {
  readonly variant: Variant;
  /** What breaks a criterion that needs nothing but to look: cut off, over each other, out of the window, too small. */
  readonly wrong: readonly string[];
  readonly boxes: Readonly<Record<string, Box>>;
}

function inspect(variants: readonly Variant[]): Inspected[] {
  return variants.map((variant) => {
    const frame = frames.get(variant.width);
    if (!frame) throw new Error(`No window of ${variant.width} px was shown`);
    const gallery = galleryOf(frame);
    return { variant, wrong: gallery.look(), boxes: gallery.boxes() };
  });
}

const table = { show, inspect };
export type Table = typeof table;

Object.assign(window, { table });
