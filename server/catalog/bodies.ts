/**
 * The catalog as bytes. Each reward is converted to JSON once for a catalog. An answer is joined of the rewards that a session's
 * limits leave, compressed once, and kept by the shown rewards. Joining reuses one buffer: otherwise hundreds of sessions with
 * different sets of SKUs would leave as many long texts to the garbage collector. Sessions whose limits hide the same rewards share
 * one answer. Only the list is kept: `GET /v1/catalog` and `POST /v1/opening` are built around it.
 * Source: contract, `GET /v1/catalog` and `POST /v1/opening`.
 */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { compress, decompress, gzipOf, type Part } from "../http/gzip-parts.ts";
import type { CatalogEntry, CatalogReward } from "./entry.ts";

/** A JSON answer that is ready to be sent. */
export interface Rendered {
  /** Strong, with its quotes; of the plain form. */
  readonly etag: string;
  /** Undefined if compressing gains nothing. */
  readonly zipped?: () => Uint8Array<ArrayBuffer>;
  plain(): Uint8Array<ArrayBuffer>;
}

/** A catalog's answer, and its list for answers with more members. */
export interface RenderedCatalog extends Rendered {
  /** JSON; compressed if that gains something. */
  readonly list: string | Part;
}

/** Shorter answers fit one packet anyway. */
const ZIP_FROM_BYTES = 1_400;
/** 132 bits. */
const ETAG_CHARS = 22;

export interface CatalogBodiesOptions {
  /** Makes a reward's JSON. */
  readonly write: (reward: CatalogReward) => string;
  /** Memory for kept answers. */
  readonly maxBytes: number;
}

/** Which rewards of an entry are shown. */
interface Shown {
  /** A bit for each reward. */
  readonly shown: Uint8Array;
  /** The key under which the answer is kept. */
  readonly key: string;
}

function marked(entry: CatalogEntry, isShown: (reward: CatalogReward) => boolean): Shown {
  const shown = Buffer.alloc(Math.ceil(entry.rewards.length / 8));
  entry.rewards.forEach((reward, index) => {
    if (isShown(reward)) shown[index >> 3] = (shown[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return { shown, key: `${entry.version} ${shown.toString("latin1")}` };
}

/** All rewards of a catalog as JSON in UTF-8, one after the other. */
interface Written {
  readonly bytes: Uint8Array;
  /** The end of each reward. */
  readonly ends: Uint32Array;
}

const encoder = new TextEncoder();
/** JSON's characters around and between the rewards. */
const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((sign) => sign.charCodeAt(0)) as [number, number, number];

export class CatalogBodies {
  /** The number of answers that were built and compressed. */
  made = 0;
  readonly #options: CatalogBodiesOptions;
  /** By content and by the shown rewards, least recently used first. An unchanged catalog keeps its answers after a new read. */
  readonly #kept = new Map<string, { readonly rendered: RenderedCatalog; readonly bytes: number }>();
  #bytes = 0;
  readonly #written = new WeakMap<CatalogEntry, Written>();
  /** The shown rewards of each entry, by limits. */
  readonly #shown = new WeakMap<CatalogEntry, WeakMap<object, Shown>>();
  #scratch = new Uint8Array(0);

  constructor(options: CatalogBodiesOptions) {
    this.#options = options;
  }

  /** Memory that the kept answers take. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The answer with those rewards of `entry` that `isShown` names.
   * @param limits the limits behind `isShown`: for the same limits the rewards of an entry are checked once
   */
  of(
    entry: CatalogEntry,
    isShown: (reward: CatalogReward) => boolean,
    limits: object = isShown,
  ): RenderedCatalog {
    const { key, shown } = this.#shownOf(entry, isShown, limits);
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const kept = known ?? this.#make(entry, shown);
    this.#kept.set(key, kept);
    if (!known) this.#bytes += kept.bytes + key.length;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes + oldest.length;
    }
    return kept.rendered;
  }

  #shownOf(entry: CatalogEntry, isShown: (reward: CatalogReward) => boolean, limits: object): Shown {
    const known = this.#shown.get(entry) ?? new WeakMap<object, Shown>();
    this.#shown.set(entry, known);
    let shown = known.get(limits);
    if (!shown) {
      shown = marked(entry, isShown);
      known.set(limits, shown);
    }
    return shown;
  }

  #make(entry: CatalogEntry, shown: Uint8Array): { rendered: RenderedCatalog; bytes: number } {
    this.made++;
    const rendered = renderList(this.#join(this.#writtenOf(entry), shown));
    return {
      rendered,
      bytes: typeof rendered.list === "string" ? rendered.list.length : rendered.list.deflated.length,
    };
  }

  /** The JSON list of the shown rewards; valid until the next call. */
  #join({ bytes, ends }: Written, shown: Uint8Array): Uint8Array {
    // A comma precedes each reward, and the bracket the first one.
    const most = bytes.length + ends.length + 2;
    if (this.#scratch.length < most) this.#scratch = new Uint8Array(most);
    const list = this.#scratch;
    let [length, start] = [0, 0];
    for (const [index, end] of ends.entries()) {
      if (((shown[index >> 3] ?? 0) >> (index & 7)) & 1) {
        list[length] = length === 0 ? OPEN : COMMA;
        list.set(bytes.subarray(start, end), length + 1);
        length += 1 + end - start;
      }
      start = end;
    }
    if (length === 0) {
      list[0] = OPEN;
      length = 1;
    }
    list[length] = CLOSE;
    return list.subarray(0, length + 1);
  }

  #writtenOf(entry: CatalogEntry): Written {
    const known = this.#written.get(entry);
    if (known) return known;
    const each = entry.rewards.map((reward) => Buffer.from(this.#options.write(reward)));
    let end = 0;
    const ends = Uint32Array.from(each, ({ length }) => (end += length));
    const written: Written = { bytes: new Uint8Array(Buffer.concat(each)), ends };
    this.#written.set(entry, written);
    return written;
  }
}

/**
 * A compressed long answer has a tenth of the length, and only that form is kept: for the few clients without gzip it is
 * decompressed.
 */
export function render(json: string): Rendered {
  const body = encoder.encode(json);
  const etag = etagOf(body);
  if (body.length < ZIP_FROM_BYTES) return { etag, plain: () => body };
  const zipped = new Uint8Array(gzipSync(body));
  return { etag, zipped: () => zipped, plain: () => new Uint8Array(gunzipSync(zipped)) };
}

const [BEFORE, AFTER] = ['{"data":', "}"];
const [BEFORE_BYTES, AFTER_BYTES] = [encoder.encode(BEFORE), encoder.encode(AFTER)];

/** @param bytes the list's bytes; not kept */
function renderList(bytes: Uint8Array): RenderedCatalog {
  const etag = etagOf(BEFORE_BYTES, bytes, AFTER_BYTES);
  if (bytes.length < ZIP_FROM_BYTES) {
    const list = new TextDecoder().decode(bytes);
    return { etag, list, plain: () => joined(BEFORE, list, AFTER) };
  }
  const part = compress(bytes);
  return {
    etag,
    list: part,
    zipped: () => gzipOf([BEFORE, part, AFTER]),
    plain: () => joined(BEFORE, part, AFTER),
  };
}

function etagOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `"${hash.digest("base64url").slice(0, ETAG_CHARS)}"`;
}

/** A list between two texts, uncompressed. */
export const joined = (before: string, list: string | Part, after: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(before),
      typeof list === "string" ? Buffer.from(list) : decompress(list),
      Buffer.from(after),
    ]),
  );
