/**
 * In place of file.ts in a browser, where pdfkit with its fonts and images would be larger than all the rest: the same paper, with
 * one colour in place of the gradient, and bold letters as wide as plain ones. Source: ISO 32000-1, 7.5 and 9.4.
 */
import type { Barcode } from "./barcode.ts";
import type * as node from "./file.ts";
import {
  BAND,
  BELOW_BAND,
  type Block,
  BRAND_SIZE,
  FONTS,
  LINE_GAP,
  linesOf,
  MARGIN,
  WIDTH,
  writable,
} from "./paper.ts";

/** A4, in points. */
const HEIGHT = 841.89;

/** How wide the letters of Helvetica are, from the space to the tilde, in thousandths of their size. Source: Adobe, Helvetica.afm. */
const WIDTHS = (
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
  "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
  "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
  .split(" ")
  .map(Number);
/** Of the others: an `é` is as wide as an `e`, and no letter is much wider. */
const OTHER_WIDTH = 600;
/** Of every letter of Courier. */
const MONO_WIDTH = 600;

const widthOf = (text: string, size: number, font: keyof typeof FONTS): number =>
  [...text].reduce((sum, char) => {
    const known = WIDTHS[char.charCodeAt(0) - 32] ?? OTHER_WIDTH;
    return sum + ((font === "mono" ? MONO_WIDTH : known) * size) / 1000;
  }, 0);

/** The lines of a paragraph. A word that is wider than the paper is broken. */
function wrapped(paragraph: string, size: number, font: keyof typeof FONTS, width: number): string[] {
  const lines = [""];
  const fits = (text: string): boolean => widthOf(text, size, font) <= width;
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (fits(longer)) lines[lines.length - 1] = longer;
    else {
      if (last !== "") lines.push("");
      for (const char of word)
        if (fits(`${lines.at(-1)}${char}`)) lines[lines.length - 1] += char;
        else lines.push(char);
    }
  }
  return lines;
}

/** The characters of Windows-1252 that are not where Unicode has them. Source: WHATWG Encoding, "windows-1252". */
const MOVED = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const MOVED_TO = 0x80;

/** Text as a string of a page: each byte that is no plain letter as an octal number. */
const drawn = (text: string): string =>
  `(${Array.from(text, (char) => {
    const at = MOVED.indexOf(char);
    const byte = at === -1 ? char.charCodeAt(0) : MOVED_TO + at;
    return /[\w ,.:;!?-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, "0")}`;
  }).join("")})`;

/** Text of the document's description, in UTF-16. */
const described = (text: string): string =>
  `<feff${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0")).join("")}>`;

const color = (hex: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");

const isBarcode = (block: Block | Barcode): block is Barcode => "bars" in block;

export const pdfFile: typeof node.pdfFile = (blocks, { title, language, colors, brand, margin = MARGIN }) => {
  const pages: string[][] = [];
  let y = 0;
  const draw = (...commands: string[]): void => void pages.at(-1)?.push(...commands);
  const write = (text: string, size: number, font: keyof typeof FONTS, at: number): void =>
    draw(`BT /${font} ${size} Tf ${margin} ${(HEIGHT - at).toFixed(2)} Td ${drawn(text)} Tj ET`);
  const addPage = (): void => {
    const height = pages.length === 0 ? BAND.first : BAND.next;
    pages.push([`${color(colors[0])} rg 0 ${HEIGHT - height} ${WIDTH} ${height} re f`]);
    if (pages.length === 1 && brand !== undefined) {
      draw("1 g");
      write(writable(brand).text, BRAND_SIZE, "bold", (height + BRAND_SIZE * 0.7) / 2);
    }
    draw("0 g");
    y = height + BELOW_BAND;
  };
  const reserve = (height: number): void => {
    if (y + height > HEIGHT - MARGIN) addPage();
  };
  addPage();
  for (const block of blocks) {
    y += block.before ?? 0;
    if (isBarcode(block)) {
      reserve(block.height);
      for (const { x, y: top, width, height } of block.bars)
        draw(
          [margin + x, HEIGHT - y - top - height, width, height].map((each) => each.toFixed(3)).join(" "),
          "re",
        );
      draw("f");
      y += block.height + block.before;
      continue;
    }
    const { text, size, font = "regular" } = block;
    for (const line of linesOf(text)
      .split("\n")
      .flatMap((each) => wrapped(each, size, font, WIDTH - 2 * margin))) {
      reserve(size * (1 + LINE_GAP));
      write(line, size, font, y + size);
      y += size * (1.15 + LINE_GAP);
    }
  }
  return assembled(
    pages.map((commands) => commands.join("\n")),
    `<< /Title ${described(title)} >>`,
    language,
  );
};

/** The file: its objects, and where each of them begins. @param contents of the pages, in ASCII */
function assembled(contents: readonly string[], info: string, language: string): Uint8Array<ArrayBuffer> {
  const fonts = Object.entries(FONTS).map(
    ([name, font]) =>
      `/${name} << /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
  );
  const FIRST_PAGE = 4;
  const pageAt = (at: number): number => FIRST_PAGE + 2 * at;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${drawn(language)} >>`,
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, at) => `${pageAt(at)} 0 R`).join(" ")}] /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << ${fonts.join(" ")} >> >> >>`,
    info,
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${pageAt(at) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = String(file.length).padStart(10, "0");
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${place} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
