/**
 * One published version of the widget: its files with their compressed forms, read from the build, stored in the ledger, and sent
 * in responses.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { OperatorError } from "../problems/operator-error.ts";

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
}

/** The compressed forms that the build writes beside a file, best first. */
export const COMPRESSED = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const satisfies readonly (readonly [Encoding, string])[];

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** Characters of the hash in an ETag: enough to distinguish any two contents. */
const ETAG_LENGTH = 22;

export function fileOf(name: string, bodies: Iterable<readonly [Encoding, Uint8Array]>): WidgetFile {
  const copies = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  for (const [encoding, body] of bodies) copies.set(encoding, new Uint8Array(body));
  const plain = copies.get("identity") ?? new Uint8Array();
  return {
    bodies: copies,
    type: TYPES[extname(name)] ?? "application/octet-stream",
    etag: createHash("sha256").update(plain).digest("base64url").slice(0, ETAG_LENGTH),
  };
}

function readFile(path: string): WidgetFile {
  const bodies: [Encoding, Uint8Array][] = [["identity", readFileSync(path)]];
  for (const [encoding, ending] of COMPRESSED) {
    // The build compresses code only.
    if (existsSync(path + ending)) bodies.push([encoding, readFileSync(path + ending)]);
  }
  return fileOf(path, bodies);
}

/** The folder of the build is missing, or the build was interrupted. */
export class WidgetNotBuilt extends OperatorError {
  constructor() {
    super("dist/: expected the built widget, which is missing or not whole; run: npm run build");
  }
}

/**
 * Reads the newest build: dist/manifest.json names its version.
 * @throws WidgetNotBuilt
 */
export function readWidgetBuild(dist: string): WidgetBuild {
  try {
    return readBuild(dist);
  } catch (error) {
    // A missing or unreadable file, or an incomplete manifest.
    if (error instanceof SyntaxError || (error instanceof Error && "syscall" in error))
      throw new WidgetNotBuilt();
    throw error;
  }
}

function readBuild(dist: string): WidgetBuild {
  const { version } = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")) as { version: string };
  const folder = join(dist, "widget", version);
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES);
  return {
    version,
    files: new Map(names.map((name) => [name, readFile(join(folder, name))])),
    stub: readFile(join(dist, "widget.js")),
    firstWords: JSON.parse(readFileSync(join(dist, "first-words.json"), "utf8")),
    passWords: JSON.parse(readFileSync(join(dist, "pass-words.json"), "utf8")),
  };
}

type Archive = Readonly<Record<string, Readonly<Partial<Record<Encoding, string>>>>>;

/** All files of a version as one text for the ledger: JSON with each body in Base64, some 250 kB. */
export function toArchive({ files }: WidgetVersion): string {
  const archive: Archive = Object.fromEntries(
    [...files].map(([name, { bodies }]) => [
      name,
      Object.fromEntries(
        [...bodies].map(([encoding, body]) => [encoding, Buffer.from(body).toString("base64")]),
      ),
    ]),
  );
  return JSON.stringify(archive);
}

export function fromArchive(version: string, text: string): WidgetVersion {
  const archive = JSON.parse(text) as Archive;
  const files = Object.entries(archive).map(([name, bodies]) => {
    const decoded = Object.entries(bodies).map(
      ([encoding, body]) => [encoding as Encoding, Buffer.from(body, "base64")] as const,
    );
    return [name, fileOf(name, decoded)] as const;
  });
  return { version, files: new Map(files) };
}
