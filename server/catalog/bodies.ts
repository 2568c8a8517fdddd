/**
 * The catalog as bytes. Each reward becomes JSON once a catalog; an answer is joined of those that a session's limits leave,
 * compressed once, and kept by what it shows. Sessions whose limits differ in value but hide the same rewards share one
 * answer. The list alone is what is kept: `GET /v1/catalog` and `POST /v1/opening` are made around it.
 * Source: contract, `GET /v1/catalog` and `POST /v1/opening`.
 */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { compress, decompress, gzipOf, type Part } from "../http/gzip-parts.ts";
import type { CatalogEntry, CatalogReward } from "./entry.ts";

/** A JSON answer, ready to be sent. */
export interface Rendered {
  /** Strong, with its quotes; of the plain form. */
  readonly etag: string;
  /** Undefined where compressing gains nothing. */
  readonly zipped?: Uint8Array<ArrayBuffer>;
  plain(): Uint8Array<ArrayBuffer>;
}

/** A catalog's answer, and its list for answers that hold more. */
export interface RenderedCatalog extends Rendered {
  /** JSON; compressed where that gains something. */
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

export class CatalogBodies {
  /** How many answers were made, and so compressed. */
  made = 0;
  readonly #options: CatalogBodiesOptions;
  /** By content and by what is shown of it, in the order of use. A catalog that is read anew unchanged keeps its answers. */
  readonly #kept = new Map<string, { readonly rendered: RenderedCatalog; readonly bytes: number }>();
  #bytes = 0;
  readonly #written = new WeakMap<CatalogEntry, readonly string[]>();

  constructor(options: CatalogBodiesOptions) {
    this.#options = options;
  }

  /** Memory that the kept answers take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The answer with those rewards of `entry` that `isShown` names. */
  of(entry: CatalogEntry, isShown: (reward: CatalogReward) => boolean): RenderedCatalog {
    const shown = Buffer.alloc(Math.ceil(entry.rewards.length / 8));
    entry.rewards.forEach((reward, index) => {
      if (isShown(reward)) shown[index >> 3] = (shown[index >> 3] ?? 0) | (1 << (index & 7));
    });
    const key = `${entry.version} ${shown.toString("latin1")}`;
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

  #make(entry: CatalogEntry, shown: Uint8Array): { rendered: RenderedCatalog; bytes: number } {
    this.made++;
    const written = this.#writtenOf(entry).filter(
      (_, index) => ((shown[index >> 3] ?? 0) >> (index & 7)) & 1,
    );
    const rendered = renderList(`[${written.join(",")}]`);
    return {
      rendered,
      bytes: typeof rendered.list === "string" ? rendered.list.length : rendered.list.deflated.length,
    };
  }

  #writtenOf(entry: CatalogEntry): readonly string[] {
    const written = this.#written.get(entry) ?? entry.rewards.map(this.#options.write);
    this.#written.set(entry, written);
    return written;
  }
}

/**
 * Compressed, a long answer is a tenth as long, and only that form is kept: the few clients that do not take it have it
 * unpacked for them.
 */
export function render(json: string): Rendered {
  const body = new TextEncoder().encode(json);
  const etag = etagOf(json);
  if (body.length < ZIP_FROM_BYTES) return { etag, plain: () => body };
  const zipped = new Uint8Array(gzipSync(body));
  return { etag, zipped, plain: () => new Uint8Array(gunzipSync(zipped)) };
}

function renderList(list: string): RenderedCatalog {
  const [before, after] = ['{"data":', "}"];
  const etag = etagOf(before + list + after);
  const bytes = new TextEncoder().encode(list);
  if (bytes.length < ZIP_FROM_BYTES)
    return { etag, list, plain: () => new TextEncoder().encode(before + list + after) };
  const part = compress(bytes);
  return {
    etag,
    list: part,
    get zipped() {
      return gzipOf([before, part, after]);
    },
    plain: () => joined(before, part, after),
  };
}

const etagOf = (json: string): string =>
  `"${createHash("sha256").update(json).digest("base64url").slice(0, ETAG_CHARS)}"`;

/** A list between two texts, uncompressed. */
export const joined = (before: string, list: string | Part, after: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(before),
      typeof list === "string" ? Buffer.from(list) : decompress(list),
      Buffer.from(after),
    ]),
  );
