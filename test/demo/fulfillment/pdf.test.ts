import { describe, expect, it } from "vitest";
import { pdfPage } from "../../../demo/fulfillment/pdf.ts";

const text = (...lines: string[]) =>
  Buffer.from(
    pdfPage(
      lines.map((line) => ({ text: line, size: 12 })),
      "#ff8000",
    ),
  ).toString("latin1");

describe("a PDF page", () => {
  it("has a cross-reference table that leads to each object", () => {
    const file = text("Hello");
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe("xref");
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets).toHaveLength(6);
    offsets.forEach((offset, i) => {
      expect(file.slice(offset).startsWith(`${i + 1} 0 obj\n`)).toBe(true);
    });
  });

  it("tells the true length of its content", () => {
    const file = text("Zoé, 5 €");
    const [, length, content] = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file) ?? [];
    expect(content?.length).toBe(Number(length));
  });

  it("escapes what would end a string, and writes accents and the euro sign in WinAnsi", () => {
    const file = text("(a) \\ b", "é €", "日");
    expect(file).toContain("(\\(a\\) \\\\ b) Tj");
    expect(file).toContain("(\xe9 \x80) Tj");
    expect(file).toContain("(?) Tj");
  });

  it("breaks long lines, also without spaces", () => {
    const lines = [...text("word ".repeat(60), "x".repeat(300)).matchAll(/\((.*)\) Tj/g)].map(
      ([, line]) => line ?? "",
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
    expect(lines.join("").replaceAll(/[^x]/g, "")).toHaveLength(300);
  });
});
