/** A small, real one-page PDF (ISO 32000, version 1.4) from lines of text. */

export interface Line {
  readonly text: string;
  readonly size: number;
  readonly bold?: boolean;
}

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 72;
/** Helvetica is about half as wide as it is high. */
const ADVANCE = 0.52;

/** Characters of WinAnsiEncoding that are not at their Latin-1 place. */
const WIN_ANSI: Record<string, number> = {
  "€": 0x80,
  "…": 0x85,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
};

function literal(text: string): string {
  const bytes = [...text].map((char) => WIN_ANSI[char] ?? char.codePointAt(0) ?? 0);
  return bytes
    .map((byte) => {
      if (byte > 255 || byte < 32) return "?";
      const char = String.fromCharCode(byte);
      return "()\\".includes(char) ? `\\${char}` : char;
    })
    .join("");
}

/** Breaks a text where it would run out of the page. */
function wrap({ text, size, bold }: Line): Line[] {
  const most = Math.floor((WIDTH - 2 * MARGIN) / (size * ADVANCE));
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let current = "";
    for (const word of paragraph.split(" ")) {
      if (current !== "" && current.length + word.length >= most) {
        lines.push(current);
        current = "";
      }
      current = current === "" ? word : `${current} ${word}`;
      while (current.length > most) {
        lines.push(current.slice(0, most));
        current = current.slice(most);
      }
    }
    lines.push(current);
  }
  return lines.map((part) => ({ text: part, size, bold }));
}

/** The page's drawing: a band in `color` (`#rrggbb`) on top, then the lines, each below the one before. */
export function pdfPage(lines: readonly Line[], color: string): Uint8Array<ArrayBuffer> {
  const rgb = [1, 3, 5]
    .map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3))
    .join(" ");
  let y = HEIGHT - 150;
  const shown = lines.flatMap(wrap).map(({ text, size, bold }) => {
    y -= size * 1.5;
    return `BT /${bold ? "F2" : "F1"} ${size} Tf ${MARGIN} ${y.toFixed(1)} Td (${literal(text)}) Tj ET`;
  });
  const content = [`${rgb} rg 0 ${HEIGHT - 110} ${WIDTH} 110 re f`, "0 g", ...shown].join("\n");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xref = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Uint8Array.from(file, (char) => char.charCodeAt(0));
}
