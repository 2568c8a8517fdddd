/** Reads the barcodes in a picture with zxing, which did not draw them and runs outside the browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const { buffer, byteOffset, byteLength } = readFileSync(
  createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
);
// Loaded from the disk: by default zxing fetches its module from the network.
prepareZXingModule({
  overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer },
});

export interface Scanned {
  readonly format: string;
  readonly text: string;
}

/** All barcodes that zxing finds in a PNG. */
export async function scan(png: Uint8Array): Promise<Scanned[]> {
  const found = await readBarcodes(new Uint8Array(png), { formats: ["Code128", "QRCode"] });
  return found.map(({ format, text }) => ({ format, text }));
}
