import { describe, expect, it } from "vitest";
import { pdfFile } from "../../../../demo/fulfillment/pdf/file.ts";
import { pagesOf, textOf } from "./support.ts";

const options = { title: "Łódź 🎁", language: "en", colors: ["#ff8000", "#ffc000"] } as const;
const file = (...texts: string[]) =>
  pdfFile(
    texts.map((text) => ({ text, size: 12 })),
    options,
  );
const source = (pdf: Uint8Array) => Buffer.from(pdf).toString("latin1");

describe("a PDF file", () => {
  it.each([1, 200])("of %i lines has a cross-reference table that leads to each object", (lines) => {
    const text = source(file(...Array.from({ length: lines }, (_, i) => `Line ${i}`)));
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe("xref");
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(offsets.length).toBeGreaterThanOrEqual(8);
    offsets.forEach((offset, i) => {
      expect(text.slice(offset).startsWith(`${i + 1} 0 obj\n`)).toBe(true);
    });
    expect(text).toContain(`/Size ${offsets.length + 1} `);
  });

  it("has the correct length of its content", () => {
    const [, length, content] = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(
      source(file("Zoé, 5 €")),
    ) ?? [undefined, "0", ""];
    expect(content).toHaveLength(Number(length));
  });

  it("is ASCII whatever text it contains", () => {
    expect(source(file("é € 日 🎁 \u0000"))).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it("escapes characters that would end a string", () => {
    expect(source(file("(a) \\ b"))).toContain("(\\(a\\) \\\\ b) Tj");
    expect(textOf(file("(a) \\ b ) Tj ET", "é €"))).toBe("(a) \\ b ) Tj ET\né €");
  });

  it("has its title in any script, and its language", () => {
    expect(source(file("a"))).toContain("/Title <FEFF014100f30064017a0020d83cdf81>");
    expect(source(file("a"))).toContain("/Lang (en)");
  });

  it("continues on more pages, each with its number, and loses no line", () => {
    const lines = Array.from({ length: 130 }, (_, i) => `Line ${i}`);
    const pages = pagesOf(file(...lines));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map((page) => page.at(-1)?.text)).toEqual(pages.map((_, i) => `${i + 1} / ${pages.length}`));
    expect(textOf(file(...lines)).split("\n")).toEqual(lines);
    for (const page of pages) {
      const heights = page.slice(0, -1).map(({ y }) => y);
      expect(heights).toEqual([...heights].sort((a, b) => b - a));
      expect(Math.min(...heights)).toBeGreaterThan(50);
    }
  });

  it("has the brand's name in white on the first page's band, and black text below", () => {
    const text = source(pdfFile([{ text: "a", size: 12 }], { ...options, brand: "Café (1)" }));
    expect(text).toMatch(
      /\/Band sh Q\n1 g\nBT \/F2 28 Tf 72 [\d.]+ Td \(Caf\\351 \\\(1\\\)\) Tj ET\n0 g\nBT /,
    );
    expect(text).toContain("/C0 [1.000 0.502 0.000] /C1 [1.000 0.753 0.000]");
  });

  it("has no number if there is only one page", () => {
    expect(pagesOf(file("a"))).toMatchObject([[{ text: "a" }]]);
  });
});
