import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { barcodeOf } from "../../../../demo/fulfillment/pdf/barcode.ts";
import { pdfFile } from "../../../../demo/fulfillment/pdf/file.ts";
import { widthBetween } from "../../../../demo/fulfillment/pdf/paper.ts";
import { POPPLER, pictureOf } from "../../../support/poppler.ts";
import { canUse } from "../../../support/programs.ts";
import { scan } from "../../../support/scanner.ts";
import { ZBAR, zbar } from "../../../support/zbar.ts";

const folder = mkdtempSync(join(tmpdir(), "cards-"));
const hasPaper = canUse(POPPLER);
const hasZbar = canUse(ZBAR);
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes that version 40 holds at correction M. Source: ISO/IEC 18004, table 7. */
const LONGEST_QR = 2_331;
const LINK = "https://redeem.example/tundrel/";
const VALUES: [type: "c128" | "qrcode", value: string][] = [
  ["c128", "6006491286999911"],
  ["c128", "981234567890123456789"],
  ["c128", "KXWQ-7F3A z~"],
  ["c128", "12345"],
  ["qrcode", "6006491286999911"],
  ["qrcode", "TUNDREL 7F3A-KXWQ"],
  // From the smallest version to one that is larger than any link needs.
  ...[8, 55, 145, 500].map(
    (length) => ["qrcode", LINK.padEnd(length, "k3Z").slice(0, length)] as ["qrcode", string],
  ),
];

describe.skipIf(!hasPaper)("a barcode on the printed card", () => {
  it.each(VALUES)("as %s is read from the paper by every scanner: %s", async (type, value) => {
    const barcode = barcodeOf(type, value, widthBetween());
    expect(barcode).toBeDefined();
    const file = join(folder, "card.pdf");
    const blocks = [{ text: "Above", size: 12 }, ...(barcode ? [barcode] : []), { text: "Below", size: 12 }];
    writeFileSync(file, pdfFile(blocks, { title: "Card", language: "en", colors: ["#204080", "#4080c0"] }));
    const paper = join(folder, "card.pgm");
    writeFileSync(paper, pictureOf(file));
    const read = [{ format: type === "c128" ? "Code128" : "QRCode", text: value }];
    expect(await scan(pictureOf(file))).toEqual(read);
    if (hasZbar) expect(await zbar([paper])).toEqual([read]);
  });
});

describe("a barcode on the printed card", () => {
  it("is left out if the type cannot hold the value", () => {
    expect(barcodeOf("c128", "Código", widthBetween())).toBeUndefined();
    expect(barcodeOf("qrcode", "x".repeat(LONGEST_QR), widthBetween())).toBeDefined();
    expect(barcodeOf("qrcode", "x".repeat(LONGEST_QR + 1), widthBetween())).toBeUndefined();
    expect(barcodeOf("qrcode", "Café crème", widthBetween())).toBeUndefined();
  });

  it("is never wider than the paper", () => {
    const width = widthBetween();
    expect(barcodeOf("c128", "k".repeat(60), width)?.width).toBeLessThanOrEqual(width + 0.01);
  });
});
