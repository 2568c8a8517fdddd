/**
 * One published version of the widget: its files with their compressed forms, stored in the ledger, and sent in responses. build.ts
 * reads them.
 */
import { fromBase64, toBase64, toBase64Url } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";

export type Encoding = "identity" | "br" | "gzip";

export interface WidgetFile {
  readonly bodies: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
  readonly type: string;
  readonly etag: string;
}

export interface WidgetVersion {
  /** The package's version and a hash of the files: `1.2.0-1a2b3c4d`. Different files have different versions. */
  readonly version: string;
  /** By name; an address has exactly these names. */
  readonly files: ReadonlyMap<string, WidgetFile>;
}

/** Words by their names in the widget. */
export type Words = Readonly<Record<string, string>>;

/** The build in dist/: a version, the mutable file that refers to it, and what the opening's answer needs. */
export interface WidgetBuild extends WidgetVersion {
  readonly stub: WidgetFile;
  /** The words of the first screen in each language beside English, by the language's tag. */
  readonly firstWords: Readonly<Record<string, Words>>;
  /** The words that passes for the phones' wallets need, in each language, English too. */
  readonly passWords: Readonly<Record<string, Words>>;
  /** The files of the operator's page, by name. */
  readonly operatorPage?: ReadonlyMap<string, WidgetFile>;
}

/** The compressed forms that the build writes beside a file, best first. */
export const COMPRESSED = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const satisfies readonly (readonly [Encoding, string])[];

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** The media type of a file of the widget by its name; undefined for another file. */
export const typeOf = (name: string): string | undefined => TYPES[name.slice(name.lastIndexOf("."))];

/** Characters of the hash in an ETag: enough to distinguish any two contents. */
const ETAG_LENGTH = 22;

export function fileOf(name: string, bodies: Iterable<readonly [Encoding, Uint8Array]>): WidgetFile {
  const copies = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  for (const [encoding, body] of bodies) copies.set(encoding, new Uint8Array(body));
  const plain = copies.get("identity") ?? new Uint8Array();
  return {
    bodies: copies,
    type: typeOf(name) ?? "application/octet-stream",
    etag: toBase64Url(sha256(plain)).slice(0, ETAG_LENGTH),
  };
}

type Archive = Readonly<Record<string, Readonly<Partial<Record<Encoding, string>>>>>;

/** All files of a version as one text for the ledger: JSON with each body in Base64, some 250 kB. */
export function toArchive({ files }: WidgetVersion): string {
  const archive: Archive = Object.fromEntries(
    [...files].map(([name, { bodies }]) => [
      name,
      Object.fromEntries([...bodies].map(([encoding, body]) => [encoding, toBase64(body)])),
    ]),
  );
  return JSON.stringify(archive);
}

export function fromArchive(version: string, text: string): WidgetVersion {
  const archive = JSON.parse(text) as Archive;
  const files = Object.entries(archive).map(([name, bodies]) => {
    const decoded = Object.entries(bodies).map(
      ([encoding, body]) => [encoding as Encoding, fromBase64(body)] as const,
    );
    return [name, fileOf(name, decoded)] as const;
  });
  return { version, files: new Map(files) };
}
