/**
 * A second scanner beside zxing: `zbarimg` of the ZBar project shares no code with it. A missing program is installed
 * if that needs no question: as root on Debian or Ubuntu.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { promisify } from "node:util";
import type { Scanned } from "./scanner.ts";

const run = promisify(execFile);
const PROGRAM = process.env.ZBARIMG_PATH ?? "zbarimg";
const DEBIAN = "/etc/debian_version";
/** The XML of a few hundred barcodes is far smaller. */
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** The exit code if a picture has no barcode; the output has the barcodes of the other pictures. */
const NOT_EVERYWHERE = 4;
/** Only the two types that are drawn: decoders of other types find patterns in parts of long linear codes. */
const OPTIONS = ["--quiet", "--nodbus", "-S*.disable", "-Scode128.enable", "-Sqrcode.enable"];
const FORMATS: Readonly<Record<string, string>> = { "CODE-128": "Code128", "QR-Code": "QRCode" };

const isThere = (): boolean => spawnSync(PROGRAM, ["--version"]).status === 0;

/** Whether ZBar can be used. Its absence is printed, and is an error if no test may be left out. */
export function ensureZbar(): boolean {
  if (!isThere() && process.getuid?.() === 0 && existsSync(DEBIAN)) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args: string[]) =>
      spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "zbar-tools");
  }
  if (isThere()) return true;
  const words =
    "zbarimg was not found: install zbar-tools (Debian, Ubuntu) or zbar (Homebrew), or set ZBARIMG_PATH";
  if (process.env.CI) throw new Error(words);
  process.stderr.write(`${words}. Barcodes are read by one scanner only, not by two.\n`);
  return false;
}

async function ask(...args: string[]): Promise<string> {
  const { stdout } = await run(PROGRAM, [...OPTIONS, ...args], { maxBuffer: OUTPUT_BYTES }).catch((error) => {
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
