/** Reads a version of the widget from the build. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../problems/operator-error.ts";
import { COMPRESSED, type Encoding, fileOf, typeOf, type WidgetBuild, type WidgetFile } from "./version.ts";

function readFile(path: string): WidgetFile {
  const bodies: [Encoding, Uint8Array][] = [["identity", readFileSync(path)]];
  for (const [encoding, ending] of COMPRESSED) {
    // The build compresses code only.
    if (existsSync(path + ending)) bodies.push([encoding, readFileSync(path + ending)]);
  }
  return fileOf(path, bodies);
}

const OPERATOR_PAGE = ["index.html", "page.js"];

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
  const names = readdirSync(folder).filter((name) => typeOf(name) !== undefined);
  return {
    version,
    files: new Map(names.map((name) => [name, readFile(join(folder, name))])),
    stub: readFile(join(dist, "widget.js")),
    firstWords: JSON.parse(readFileSync(join(dist, "first-words.json"), "utf8")),
    passWords: JSON.parse(readFileSync(join(dist, "pass-words.json"), "utf8")),
    operatorPage: new Map(
      OPERATOR_PAGE.map((name) => [name, readFile(join(dist, "operator", name))] as const),
    ),
  };
}
