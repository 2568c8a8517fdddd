import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress, decompress, gzipOf } from "../../../server/http/gzip-parts.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const part = (text: string) => compress(new TextEncoder().encode(text));
const LONG = "A gift for many occasions, café and crème. ".repeat(4_000);

/** gunzip itself refuses a stream whose CRC or length is wrong. */
describe("a stream of texts and parts", () => {
  it.each<[string, readonly string[]]>([
    ["nothing", []],
    ["a text", ["text:{}"]],
    ["a part", ["part:[1,2,3]"]],
    ["an empty part and an empty text", ["part:", "text:", "part:x"]],
    ["a part between texts", ['text:{"data":', `part:${LONG}`, "text:}"]],
    ["several parts, one of them twice", [`part:${LONG}`, "text:é", `part:${LONG}`, "part:end"]],
    ["a text that is longer than a stored block", [`text:${LONG}`, "part:[]", "text:}"]],
  ])("of %s is read as it was", (_, pieces) => {
    const given = pieces.map((piece) => (piece.startsWith("part:") ? part(piece.slice(5)) : piece.slice(5)));
    expect(textOf(gunzipSync(gzipOf(given)))).toBe(pieces.map((piece) => piece.slice(5)).join(""));
  });

  it("has each part as it was compressed, so that it costs nothing again", () => {
    const long = part(LONG);
    expect(long.deflated.length).toBeLessThan(LONG.length / 50);
    expect(Buffer.from(gzipOf(["{", long, "}"])).includes(Buffer.from(long.deflated))).toBe(true);
    expect(textOf(decompress(long))).toBe(LONG);
  });

  it("has its texts as they are: a secret beside a stranger's words changes no length", () => {
    const lengthOf = (text: string) => gzipOf([text, part(LONG)]).length;
    expect(lengthOf("secret secret secret secret")).toBe(lengthOf("qwertz asdfgh yxcvbn 123456"));
  });
});
