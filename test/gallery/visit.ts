/** Goes through states and variants in one engine, and says which pictures are not what they were. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../browsers/engines.ts";
import { type Colours, readColours } from "../support/pixels.ts";
import { writePng } from "../support/small-png.ts";
import { type Blocks, blocksOf, differenceOf, toColours } from "./blocks.ts";
import { RESULTS, readReference, type Sheet } from "./references.ts";
import { fileOf, type GalleryState } from "./states.ts";
import type { Studio } from "./studio.ts";
import type { Place } from "./table.ts";
import { DIRECTIONS, nameOf, THEMES, type Variant } from "./variants.ts";

/** The picture of one window. */
export interface Taken {
  /** Read from the picture when first asked for. */
  readonly blocks: Blocks;
  /** The picture of the whole table. */
  readonly png: Buffer;
  /** Equal for pictures of one variant that are equal in every byte. */
  readonly fingerprint: string;
}

/**
 * Pictures that were compared already and were as they should be, by their fingerprints. The same bytes compare the same, so
 * a run of many passes reads each picture once.
 */
export type Alike = Set<string>;

const memo = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Theme and direction stand in it: a dark screen that is drawn as the light one is no picture that is known. */
const fingerprintOf = (png: Buffer, variant: Variant, { x, y, width, height }: Place): string =>
  [createHash("sha256").update(png).digest("base64"), nameOf(variant), x, y, width, height].join(" ");

/** A window of a variant, and where it lies. */
type Shown = readonly [variant: Variant, place: Place];

function developed(png: Buffer, [variant, place]: Shown, colours: () => Colours): Taken {
  const blocks = memo(() => blocksOf(colours(), place));
  return {
    png,
    fingerprint: fingerprintOf(png, variant, place),
    get blocks() {
      return blocks();
    },
  };
}

/** Takes pictures of the windows that lie there. */
async function take(studio: Studio, shown: readonly Shown[], alike?: Alike): Promise<Taken[]> {
  const width = Math.max(...shown.map(([, place]) => place.x + place.width));
  const height = Math.max(...shown.map(([, place]) => place.height));
  const isKnown = (png: Buffer): boolean =>
    alike !== undefined && shown.every((each) => alike.has(fingerprintOf(png, ...each)));
  const png = await studio.picture(width, height, isKnown);
  const colours = memo(() => readColours(png));
  return shown.map((each) => developed(png, each, colours));
}

/**
 * Takes the pictures of a state in those variants.
 * @param how.meddle what happens to the windows before
 * @param how.alike pictures that are known; WebKit takes a known one once, any other until two in a row are equal
 */
export async function photograph(
  studio: Studio,
  state: GalleryState,
  variants: readonly Variant[],
  { meddle, alike }: { readonly meddle?: () => Promise<unknown>; readonly alike?: Alike } = {},
): Promise<ReadonlyMap<string, Taken>> {
  const taken = new Map<string, Taken>();
  for (const theme of THEMES) {
    for (const direction of DIRECTIONS) {
      const row = variants.filter((variant) => variant.theme === theme && variant.direction === direction);
      if (row.length === 0) continue;
      const places = await studio.show(state.name, row);
      await meddle?.();
      const shown = places.map((place, at): Shown => [row[at] as Variant, place]);
      for (const [at, each] of (await take(studio, shown, alike)).entries())
        taken.set(nameOf(row[at] as Variant), each);
    }
  }
  return taken;
}

export const sheetOf = (taken: ReadonlyMap<string, Taken>): Sheet =>
  new Map([...taken].map(([name, { blocks }]) => [name, blocks]));

/**
 * What differs, a line each; expected, actual and difference are laid out as pictures.
 * @param alike one set a state: what is in it is not compared again, what is as it should be is added
 */
export function compare(
  engine: Engine["name"],
  state: GalleryState,
  taken: ReadonlyMap<string, Taken>,
  alike: Alike = new Set(),
): string[] {
  const fresh = [...taken].filter(([, { fingerprint }]) => !alike.has(fingerprint));
  if (fresh.length === 0) return [];
  const file = fileOf(state);
  const reference = readReference(engine, file);
  return fresh.flatMap(([variant, { blocks, png, fingerprint }]) => {
    const expected = reference.get(variant);
    const said = `${engine}: ${state.name}, ${variant}`;
    if (!expected) return [`${said}: there is no picture to compare it to`];
    const difference = differenceOf(expected, blocks);
    if (!difference) {
      alike.add(fingerprint);
      return [];
    }
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
