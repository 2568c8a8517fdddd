/** Goes through states and variants in one engine, and says which pictures are not what they were. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../browsers/engines.ts";
import { readColours } from "../support/pixels.ts";
import { writePng } from "../support/small-png.ts";
import { type Blocks, blocksOf, differenceOf, toColours } from "./blocks.ts";
import { RESULTS, readReference, type Sheet } from "./references.ts";
import { fileOf, type GalleryState } from "./states.ts";
import type { Studio } from "./studio.ts";
import type { Place } from "./table.ts";
import { DIRECTIONS, nameOf, THEMES, type Variant } from "./variants.ts";

export interface Taken {
  readonly blocks: Blocks;
  /** The picture of the whole table. */
  readonly png: Buffer;
}

/** Takes pictures of the windows that lie there. */
async function take(studio: Studio, places: readonly Place[]): Promise<Taken[]> {
  const width = Math.max(...places.map((place) => place.x + place.width));
  const png = await studio.picture(width, Math.max(...places.map(({ height }) => height)));
  const colours = readColours(png);
  return places.map((place) => ({ blocks: blocksOf(colours, place), png }));
}

/**
 * Takes the pictures of a state in those variants.
 * @param meddle what happens to the windows before
 */
export async function photograph(
  studio: Studio,
  state: GalleryState,
  variants: readonly Variant[],
  meddle?: () => Promise<unknown>,
): Promise<ReadonlyMap<string, Taken>> {
  const taken = new Map<string, Taken>();
  for (const theme of THEMES) {
    for (const direction of DIRECTIONS) {
      const row = variants.filter((variant) => variant.theme === theme && variant.direction === direction);
      if (row.length === 0) continue;
      const places = await studio.show(state.name, row);
      await meddle?.();
      for (const [at, each] of (await take(studio, places)).entries())
        taken.set(nameOf(row[at] as Variant), each);
    }
  }
  return taken;
}

export const sheetOf = (taken: ReadonlyMap<string, Taken>): Sheet =>
  new Map([...taken].map(([name, { blocks }]) => [name, blocks]));

/** What differs, a line each; expected, actual and difference are laid out as pictures. */
export function compare(
  engine: Engine["name"],
  state: GalleryState,
  taken: ReadonlyMap<string, Taken>,
): string[] {
  const file = fileOf(state);
  const reference = readReference(engine, file);
  return [...taken].flatMap(([variant, { blocks, png }]) => {
    const expected = reference.get(variant);
    const said = `${engine}: ${state.name}, ${variant}`;
    if (!expected) return [`${said}: there is no picture to compare it to`];
    const difference = differenceOf(expected, blocks);
    if (!difference) return [];
    const path = join(RESULTS, `${engine.toLowerCase()}-${file}-${variant.replaceAll(" ", "-")}`);
    mkdirSync(RESULTS, { recursive: true });
    const pictures = {
      expected: toColours(expected),
      actual: toColours(blocks),
      difference: toColours(expected, difference.marks),
    };
    for (const [name, picture] of Object.entries(pictures))
      writeFileSync(`${path}-${name}.png`, writePng(picture));
    writeFileSync(`${path}-full.png`, png);
    return [`${said}: ${difference.what} (see ${path}-difference.png)`];
  });
}
