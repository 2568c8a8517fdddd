/**
 * The twelve reward formats: four usages lists by three barcode types, each with a SKU named after it. Source:
 * docs/proof/interface.md, "Fields" (reward format).
 */
import type { BarcodeType, Usages } from "../resources.ts";
import type { BrandKey } from "./brands.ts";

export interface Shape {
  readonly sku: string;
  readonly usages: Usages;
  readonly barcode_type: BarcodeType;
  readonly label: string;
}

export interface ShapeSeed extends Shape {
  readonly brand: BrandKey;
  readonly amount: number;
}

const KINDS = [
  { token: "CODE", usages: ["primary"], label: "Code" },
  { token: "CODE-PIN", usages: ["primary", "security"], label: "Code and PIN" },
  { token: "LINK", usages: ["url"], label: "Link" },
  { token: "LINK-ACCESS", usages: ["security_url", "security_url_code"], label: "Link with access code" },
] as const satisfies readonly { token: string; usages: Usages; label: string }[];

const BARCODES = [
  { token: "PLAIN", type: "none", label: "no barcode" },
  { token: "C128", type: "c128", label: "Code 128" },
  { token: "QR", type: "qrcode", label: "QR code" },
] as const satisfies readonly { token: string; type: BarcodeType; label: string }[];

/** Brand and price for each cell, row by row as in `KINDS` × `BARCODES`. */
const CELLS: readonly (readonly [BrandKey, number])[] = [
  ["KESTROW", 25],
  ["OATVANE", 10],
  ["CINDERGATE", 20],
  ["VELMORA", 50],
  ["PLUMVALE", 30],
  ["QUILLMARSH", 15],
  ["TUNDREL", 12],
  ["TARNWELL", 40],
  ["RIVOLANE", 18],
  ["WINDLEFARE", 100],
  ["SKARNSEE", 60],
  ["GLIMTREE", 10],
];

export const SHAPE_SEEDS: readonly ShapeSeed[] = KINDS.flatMap((kind, row) =>
  BARCODES.map((barcode, column): ShapeSeed => {
    const [brand, amount] = CELLS[row * BARCODES.length + column] ?? ["KESTROW", 25];
    return {
      sku: `${brand}-${kind.token}-${barcode.token}-${amount}`,
      usages: kind.usages,
      barcode_type: barcode.type,
      label: `${kind.label}, ${barcode.label}`,
      brand,
      amount,
    };
  }),
);

/** One reward of promotion 4001 for each of the twelve formats: the demo's choice of reward shapes. */
export const SHAPES: readonly Shape[] = SHAPE_SEEDS.map(({ sku, usages, barcode_type, label }) => ({
  sku,
  usages,
  barcode_type,
  label,
}));
