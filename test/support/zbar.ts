/** A second scanner beside zxing: `zbarimg` of the ZBar project shares no code with it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findProgram, type Program } from "./programs.ts";
import type { Scanned } from "./scanner.ts";

const run = promisify(execFile);
const findZbar = (): string | undefined => findProgram("ZBARIMG_PATH", ["zbarimg"]);
/** The XML of a few hundred barcodes is far smaller. */
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** The exit code if a picture has no barcode; the output has the barcodes of the other pictures. */
const NOT_EVERYWHERE = 4;
/** Only the two types that are drawn: decoders of other types find patterns in parts of long linear codes. */
const OPTIONS = ["--quiet", "--nodbus", "-S*.disable", "-Scode128.enable", "-Sqrcode.enable"];
const FORMATS: Readonly<Record<string, string>> = { "CODE-128": "Code128", "QR-Code": "QRCode" };

export const ZBAR: Program = {
  name: "ZBar",
  packages: ["zbar-tools"],
  variables: ["ZBARIMG_PATH"],
  isThere: () => findZbar() !== undefined,
};

async function ask(...args: string[]): Promise<string> {
  const { stdout } = await run(findZbar() ?? "zbarimg", [...OPTIONS, ...args], {
    maxBuffer: OUTPUT_BYTES,
  }).catch((error) => {
    if (error.code === NOT_EVERYWHERE) return error as { stdout: string };
    throw error;
  });
  return stdout;
}

/** The barcodes that ZBar reads in each picture. */
export async function zbar(files: readonly string[]): Promise<Scanned[][]> {
  const xml = await ask("--xml", ...files);
  const read = new Map<string, Scanned[]>();
  for (const [, file = "", found = ""] of xml.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs))
    read.set(file, await symbolsOf(found, file));
  return files.map((file) => read.get(file) ?? []);
}

async function symbolsOf(xml: string, file: string): Promise<Scanned[]> {
  const symbols: Scanned[] = [];
  const found = xml.matchAll(
    /<symbol type='([^']*)'[^>]*>.*?<data([^>]*)><!\[CDATA\[(.*?)\]\]><\/data><\/symbol>/gs,
  );
  for (const [, type = "", form = "", text = ""] of found) {
    // zbarimg garbles non-ASCII bytes in its XML (base64 of signed characters), so the text is read again as plain
    // output.
    const whole = form.includes("base64") ? (await ask("--raw", file)).replace(/\n$/, "") : text;
    symbols.push({ format: FORMATS[type] ?? type, text: whole });
  }
  return symbols;
}
