/** Reads the barcodes off a picture, by a program that did not draw them and runs outside the browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const { buffer, byteOffset, byteLength } = readFileSync(
  createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
);
// From the disk: left alone it would fetch itself from the network.
prepareZXingModule({
  overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer },
});

export interface Scanned {
  readonly format: string;
  readonly text: string;
}

/** Everything that a scanner finds on a PNG. */
export async function scan(png: Uint8Array): Promise<Scanned[]> {
  const found = await readBarcodes(new Uint8Array(png), { formats: ["Code128", "QRCode"] });
  return found.map(({ format, text }) => ({ format, text }));
}
