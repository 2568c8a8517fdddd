import { expect } from "@open-wc/testing";
import { render } from "lit";
import { code128 } from "../../../widget/barcode/code128.ts";
import { qrcode } from "../../../widget/barcode/qr.ts";
import { readBack } from "../../../widget/barcode/read-back.ts";
import { readQr } from "../../../widget/barcode/read-qr.ts";
import type { BarcodeSymbol } from "../../../widget/barcode/symbol.ts";
import { drawingView } from "../../../widget/views/symbol.ts";

function drawn(symbol: BarcodeSymbol | undefined, isTurned = false): SVGElement {
  const place = document.createElement("div");
  if (symbol) render(drawingView({ symbol, name: "", size: 2, lines: 9, isTurned }), place);
  return place.querySelector("svg") ?? expect.fail("nothing is drawn");
}

/** Repeatable, so that a failure can be reproduced. */
function* random(count: number): Generator<(below: number) => number> {
  let seed = 11;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < count; round++) yield next;
}

describe("a drawn Code 128", () => {
  it("is read as its value: digits, letters and signs, and changes between them", () => {
    let round = 0;
    for (const next of random(400)) {
      const value = Array.from({ length: 1 + next(30) }, () =>
        String.fromCharCode(round % 3 > 0 && next(4) > 0 ? 48 + next(10) : 32 + next(95)),
      ).join("");
      expect(readBack(drawn(code128(value), round++ % 2 === 0), "c128")).to.equal(value);
    }
  });

  it("with any bar moved, wider or missing is not read", () => {
    const value = "6006-AB1286999911";
    const symbol = code128(value);
    const [row = []] = symbol?.rows ?? [];
    for (let at = 0; at < row.length; at++) {
      const changed = row.map((dark, place) => (place === at ? !dark : dark));
      expect(readBack(drawn({ rows: [changed], quiet: 10, margin: 2 }), "c128"), String(at)).not.to.equal(
        value,
      );
    }
  });

  it("without its quiet zone is not read", () => {
    const symbol = code128("6006491286999911");
    expect(readBack(drawn(symbol && { ...symbol, quiet: 9 }), "c128")).to.equal(undefined);
  });
});

describe("a drawn QR code", () => {
  const kinds: [what: string, make: (length: number) => string][] = [
    ["digits", (length) => "7".repeat(length)],
    ["capitals", (length) => "AB%".padEnd(length, "Z9 ")],
    ["a link", (length) => "https://x.example/".padEnd(length, "q")],
    ["accents", (length) => "é€🎁".padEnd(length, "x")],
    ["a link that ends in a number", (length) => "https://x.example/".padEnd(length, "4821")],
  ];
  for (const [what, make] of kinds) {
    it(`is read as its value in each size: ${what}`, () => {
      const versions = new Set<number>();
      for (let length = 1; length < 2_400; length = Math.ceil(length * 1.07) + 1) {
        const value = make(length);
        const symbol = qrcode(value);
        if (!symbol) break;
        versions.add(symbol.rows.length);
        expect(readQr(symbol.rows), `${length}`).to.equal(value);
      }
      expect(versions.size).to.be.above(20);
    });
  }

  it("is read from its picture", () => {
    const value = "https://rewards.example/a?b=c&d";
    expect(readBack(drawn(qrcode(value)), "qrcode")).to.equal(value);
  });

  it("with a changed module of its data or format is not read", () => {
    const value = "HELLO-1042";
    const symbol = qrcode(value) ?? expect.fail("not drawn");
    const spoiled = symbol.rows.flatMap((row, y) =>
      row.map((_, x) => {
        const rows = symbol.rows.map((each, line) =>
          each.map((dark, at) => (line === y && at === x ? !dark : dark)),
        );
        return readQr(rows) === value;
      }),
    );
    // Error correction and fixed patterns have no data; the data are at least a third of the modules.
    const noticed = spoiled.filter((isSame) => !isSame).length;
    expect(noticed).to.be.above(symbol.rows.length ** 2 / 5);
  });
});
