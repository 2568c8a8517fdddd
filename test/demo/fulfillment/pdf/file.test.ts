import { expect, it } from "vitest";
import { pdfFile } from "../../../../demo/fulfillment/pdf/file.ts";
import { writable } from "../../../../demo/fulfillment/pdf/paper.ts";
import { pagesOf } from "./support.ts";

const options = { title: "Łódź 🎁", language: "en", colors: ["#ff8000", "#ffc000"] } as const;

it("a text continues on more pages, loses no line, and keeps its empty ones", () => {
  const lines = Array.from({ length: 130 }, (_, i) => `Line ${i}`);
  const pages = pagesOf(pdfFile([{ text: lines.join("\n"), size: 12 }], options));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(lines);
});

it.each([
  ["é à ü ß Ø € “x” – Œ", "é à ü ß Ø € “x” – Œ", true],
  ["a\tb\u202fc\u200bd", "a b cd", true],
  ["Nguyễn Thị", "Nguyen Thi", false],
  ["日本 🎁 👩‍👩‍👧‍👦 Ł", "?? ? ? ?", false],
])("%j is written as %j", (text, written, complete) => {
  expect(writable(text)).toEqual({ text: written, complete });
});
