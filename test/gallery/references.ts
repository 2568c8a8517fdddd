/** The pictures to which others are compared: one file a state and engine, with all of its variants in it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Engine } from "../browsers/engines.ts";
import type { Blocks } from "./blocks.ts";

const FOLDER = resolve(import.meta.dirname, "references");
/** Where what differs is laid out to be looked at. */
export const RESULTS = resolve(import.meta.dirname, "../../test-results/gallery");
const PLANES = 3;
/** More would take minutes for all of them, and save little. */
const QUALITY = 9;

export type Sheet = ReadonlyMap<string, Blocks>;
/** Width and height of each variant's picture, by its name. */
type Sizes = Record<string, readonly [width: number, height: number]>;

const folderOf = (engine: Engine["name"]): string => join(FOLDER, engine.toLowerCase());
const pathOf = (engine: Engine["name"], file: string): string => join(folderOf(engine), `${file}.br`);

/**
 * The pictures one after the other, behind a line that says how large each is. PNG would be three times as large: its
 * compression does not remember as far back as to the other theme and the other width, in which most rows come again.
 */
function pack(sheet: Sheet): Buffer {
  const sizes: Sizes = Object.fromEntries(
    [...sheet].map(([name, { width, height }]) => [name, [width, height]]),
  );
  const pictures = [...sheet.values()].map(({ planes }) => planes);
  const packed = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...pictures]);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(packed, {
    params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS },
  });
}

function unpack(file: Buffer): Sheet {
  const packed = brotliDecompressSync(file);
  const end = packed.indexOf("\n");
  let at = end + 1;
  const sizes = JSON.parse(packed.toString("latin1", 0, end)) as Sizes;
  return new Map(
    Object.entries(sizes).map(([name, [width, height]]) => {
      const start = at;
      at += width * height * PLANES;
      return [name, { width, height, planes: packed.subarray(start, at) }];
    }),
  );
}

/** The pictures of a state in that engine, by variant; none where it is new. */
export function readReference(engine: Engine["name"], file: string): Sheet {
  const path = pathOf(engine, file);
  return existsSync(path) ? unpack(readFileSync(path)) : new Map();
}

export function writeReference(engine: Engine["name"], file: string, sheet: Sheet): void {
  mkdirSync(folderOf(engine), { recursive: true });
  writeFileSync(pathOf(engine, file), pack(sheet));
}

/** Pictures of states that there are no more. */
export function removeOthers(engine: Engine["name"], files: readonly string[]): void {
  for (const name of existsSync(folderOf(engine)) ? readdirSync(folderOf(engine)) : [])
    if (!files.includes(name.replace(/\.br$/, ""))) rmSync(join(folderOf(engine), name));
}
