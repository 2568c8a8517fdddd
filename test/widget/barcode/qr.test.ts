import { expect } from "@open-wc/testing";
import bwip from "bwip-js/browser";
import { qrcode } from "../../../widget/barcode/qr.ts";
import { decode } from "./decode.ts";

const VERSIONS = 40;
const QUIET = 4;
/** Pixels per module. */
const SCALE = 4;
const sideOf = (version: number): number => 17 + 4 * version;
const MORE_THAN_ANY_SYMBOL = 5_000;
/** Bytes that a symbol of versions 1 to 40 holds at level M. Source: ISO/IEC 18004, table 7. */
const BYTES = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];

type Rows = readonly (readonly boolean[])[];

const rowsOf = (payload: string): Rows => qrcode(payload)?.rows ?? [];
const lowercase = (length: number): string =>
  Array.from({ length }, (_, at) => "rewards"[(at * at) % 7] ?? "").join("");

/**
 * The level and mask that the encoder chose, from the format bits, three of which are inverted there.
 * Source: ISO/IEC 18004, 7.9.
 */
function formatOf(rows: Rows): { readonly level: string; readonly mask: number } {
  const bits = [0, 1, 2, 3, 4].reduce((sum, x) => sum * 2 + Number(rows[8]?.[x]), 0) ^ 0b10101;
  return { level: "MLHQ"[bits >> 3] ?? "", mask: bits & 0b111 };
}

/** The drawing of bwip-js at the same level with the same mask, as one text of dark and light modules. */
function byBwip(payload: string, rows: Rows): string {
  const { level, mask } = formatOf(rows);
  const options = { bcid: "qrcode", text: payload, eclevel: level, fixedeclevel: true, mask: mask + 1 };
  const [{ pixs = [] } = {}] = bwip.raw(options) as { pixs?: number[] }[];
  return pixs.join("");
}
const inOne = (rows: Rows): string => rows.flat().map(Number).join("");

describe("qrcode", () => {
  for (let version = 1; version <= VERSIONS; version++) {
    it(`of version ${version} equals the drawing of bwip-js module for module, when full and when not`, () => {
      const full = BYTES[version - 1] ?? 0;
      const least = (BYTES[version - 2] ?? 0) + 1;
      for (const length of [full, least]) {
        const payload = lowercase(length);
        const rows = rowsOf(payload);
        expect(rows.length).to.equal(sideOf(version));
        expect(formatOf(rows).level).to.be.oneOf(length === full ? ["M"] : ["M", "Q", "H"]);
        expect(inOne(rows) === byBwip(payload, rows), `${length} bytes`).to.equal(true);
      }
    });
  }

  const modes: [what: string, payload: string, version: number][] = [
    ["digits", "1".repeat(34), 1],
    ["digits that do not fit", "1".repeat(35), 2],
    ["capitals and signs", "ABC-123 $%*+./:".padEnd(20, "Z"), 1],
    ["capitals and signs that do not fit", "ABC-123 $%*+./:".padEnd(21, "Z"), 2],
    ["a link that ends in digits, in two modes", `https://card.example/r/${"8".repeat(25)}`, 3],
    ["capitals around digits, in three modes", "FB91164227400861476CCA", 1],
    ["letters of two scripts around digits", "Café 日本 12345678901234567890", 2],
    ["Cyrillic letters, digits and capitals", "Жизнь 2026 ABCDEFGHIJ", 2],
    ["digits between accents", "é1234567890123456789012345é", 2],
  ];
  for (const [what, payload, version] of modes) {
    it(`writes ${what} as version ${version}`, () => {
      const rows = rowsOf(payload);
      expect(rows.length).to.equal(sideOf(version));
      expect(byBwip(payload, rows).length).to.equal(rows.length ** 2);
    });
  }

  for (const payload of ["", "x".repeat(MORE_THAN_ANY_SYMBOL), "half \ud83c of a character"]) {
    it(`does not draw ${JSON.stringify(payload.slice(0, 24))} , which stays text`, () =>
      expect(qrcode(payload)).to.equal(undefined));
  }
});

describe("text that is not ASCII", () => {
  for (const payload of [
    "Café",
    "Café 日本 12345678901234567890",
    "é1234567890123456789012345é",
    "ABC日本DEF",
    "naïve 😀 text",
    "https://é.example/12345678901234567890",
    "ÿ€“ß”",
    "Жизнь 2026 ABCDEFGHIJ",
  ]) {
    it(`${payload} is read back unchanged`, async () => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const rows = rowsOf(payload);
      const dark = rows.flatMap((row, y) =>
        row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
      );
      const side = rows.length + 2 * QUIET;
      svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${side} ${side}`);
      svg.setAttribute("width", String(side * SCALE));
      svg.setAttribute("height", String(side * SCALE));
      svg.innerHTML = `<rect x="${-QUIET}" y="${-QUIET}" width="100%" height="100%" fill="#fff"/><path d="${dark.join("")}"/>`;
      expect(await decode(svg)).to.deep.equal({ text: payload, format: "QRCode" });
    });
  }
});
