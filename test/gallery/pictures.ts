/** Pictures of a state in Chromium, and the kept ones to which they are compared: PNG files that a reviewer can open. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readColours, writeColours } from "../support/pixels.ts";
import { BLOCK_PX, type Blocks, blocksOf, differenceOf } from "./blocks.ts";
import type { GalleryState } from "./scenes.ts";
import { fileOf } from "./states.ts";
import type { Studio } from "./studio.ts";
import { nameOf, type Variant } from "./variants.ts";

const FOLDER = resolve(import.meta.dirname, "references");
/** Where what differs is laid out to be looked at. */
export const RESULTS = resolve(import.meta.dirname, "../../test-results/gallery");
/** Red. */
const MARK = [230, 0, 0] as const;

const nameIn = (state: GalleryState, variant: Variant): string =>
  `${fileOf(state)}-${nameOf(variant).replaceAll(" ", "-")}`;
const pathOf = (state: GalleryState, variant: Variant): string =>
  join(FOLDER, `${nameIn(state, variant)}.png`);

const wholeOf = (png: Buffer): Blocks => {
  const colours = readColours(png);
  return blocksOf(colours, { x: 0, y: 0, width: colours.width, height: colours.height });
};

/** @param meddle what happens to the window before its picture is taken */
export async function photograph(
  studio: Studio,
  state: GalleryState,
  variant: Variant,
  meddle?: () => Promise<unknown>,
): Promise<Buffer> {
  if (!studio.page) throw new Error("Pictures are taken in Chromium");
  const [place] = await studio.show(state.name, [variant]);
  await meddle?.();
  if (!place) throw new Error(`${state.name} is not shown`);
  return Buffer.from(await studio.page.screenshot({ clip: place }));
}

export function keep(state: GalleryState, variant: Variant, png: Buffer): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(state, variant), png);
}

/** Removes pictures of states that there are no more. */
export function removeOthers(states: readonly GalleryState[], variants: readonly Variant[]): void {
  const names = states.flatMap((state) => variants.map((variant) => `${nameIn(state, variant)}.png`));
  for (const name of existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    if (!names.includes(name)) rmSync(join(FOLDER, name));
}

/** The picture with each block that differs in red. */
function marked(png: Buffer, width: number, marks: ReadonlySet<number>): Uint8Array {
  const colours = readColours(png);
  for (const mark of marks) {
    const [left, top] = [(mark % width) * BLOCK_PX, Math.floor(mark / width) * BLOCK_PX];
    for (let y = top; y < Math.min(top + BLOCK_PX, colours.height); y++)
      for (let x = left; x < Math.min(left + BLOCK_PX, colours.width); x++)
        colours.rgb.set(MARK, (y * colours.width + x) * 3);
  }
  return writeColours(colours);
}

/** What differs, in words; the picture and what differs in it are laid out. */
export function compare(state: GalleryState, variant: Variant, png: Buffer): string[] {
  const said = `${state.name}, ${nameOf(variant)}`;
  const path = pathOf(state, variant);
  if (!existsSync(path)) return [`${said}: there is no picture to compare it to`];
  const expected = wholeOf(readFileSync(path));
  const difference = differenceOf(expected, wholeOf(png));
  if (!difference) return [];
  mkdirSync(RESULTS, { recursive: true });
  const result = join(RESULTS, nameIn(state, variant));
  writeFileSync(`${result}-actual.png`, png);
  writeFileSync(`${result}-difference.png`, marked(png, expected.width, difference.marks));
  return [`${said}: ${difference.what} (see ${result}-difference.png and ${path})`];
}
