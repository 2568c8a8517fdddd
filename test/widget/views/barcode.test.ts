import { expect } from "@open-wc/testing";
import { render } from "lit";
import { loaders } from "../../../widget/loaders.ts";
import { barcodeView } from "../../../widget/views/barcode.ts";
import type { View } from "../../../widget/views/view.ts";
import { decode } from "../barcode/decode.ts";
import { until } from "../support/fake-clock.ts";

type Barcode = Parameters<typeof barcodeView>[1];

const ROOM = 640;
/** For the decoder: enough to meet every code set and the changes between them. */
const ROUNDS = 25;
const LONGEST = 24;

async function draw(barcode: Barcode, room = ROOM): Promise<SVGElement | null> {
  const { place } = await lay(barcode, room);
  const svg = place.querySelector("svg");
  place.remove();
  return svg;
}

/** Modules in both directions, including quiet zones. */
const sizes = (svg: SVGElement | null): [columns: number, lines: number] => {
  const [, , columns = 0, lines = 0] = (svg?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return [columns, lines];
};

/** On a column of this width, after the first measurement. */
async function lay(barcode: Barcode, width: number): Promise<{ place: HTMLElement; room: Element | null }> {
  const place = document.createElement("div");
  place.style.inlineSize = `${width}px`;
  document.body.append(place);
  const drawers = await (await loaders.flow()).fetchDrawers();
  const view = { t: (key: string) => key, drawers, state: {}, serviceLang: "" } as unknown as View;
  render(barcodeView(view, barcode, false), place);
  const room = place.querySelector(".room");
  if (room) await until(() => room.firstElementChild);
  return { place, room };
}

/** Repeatable, so that a failure can be reproduced. */
function* payloads(): Generator<string> {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const isDigits = round % 3 === 0;
    const length = 1 + random(LONGEST);
    yield Array.from({ length }, () =>
      String.fromCharCode(isDigits ? 48 + random(10) : 33 + random(94)),
    ).join("");
  }
}

describe("barcodeView", () => {
  for (const [type, format] of [
    ["c128", "Code128"],
    ["qrcode", "QRCode"],
  ] as const) {
    it(`draws ${type} so that an independent decoder reads the payload`, async () => {
      for (const value of [
        ...payloads(),
        "6006491286999911",
        "AB-12-cd",
        "https://rewards.example/a?b=c&d",
      ]) {
        const svg = await draw({ type, value });
        expect(svg && (await decode(svg)), value).to.deep.equal({ text: value, format });
      }
    });

    it(`has a name for ${type} that is not the payload`, async () => {
      const svg = await draw({ type, value: "SECRET-1" });
      expect(svg?.getAttribute("role")).to.equal("img");
      expect(svg?.getAttribute("aria-label")).to.not.be.empty;
      expect(svg?.outerHTML).not.to.contain("SECRET-1");
    });
  }

  it("is dark on white with its quiet zone inside the image", async () => {
    const svg = await draw({ type: "qrcode", value: "A" });
    expect([...(svg?.querySelectorAll("path") ?? [])].map((path) => path.getAttribute("fill"))).to.deep.equal(
      ["#fff", "#000"],
    );
    expect(svg?.getAttribute("viewBox")).to.equal("0 0 29 29");
    expect(svg?.querySelectorAll("path")[1]?.getAttribute("d")).to.match(/^M4 4h7v1/);
    const bars = (await draw({ type: "c128", value: "A" }))?.querySelectorAll("path")[1];
    expect(bars?.getAttribute("d")).to.match(/^M10 2h2v/);
  });

  for (const [what, value] of [
    ["a letter that Code 128 lacks", "Código"],
    ["a function character", "\x1d0109521234543213"],
    ["20,000 characters", "7".repeat(20_000)],
  ] as const)
    for (const type of ["c128", "qrcode"] as const)
      it(`draws ${what} as ${type}, or says why there is no barcode`, async () => {
        const { place } = await lay({ type, value }, ROOM);
        const isDrawn = place.querySelector("svg") !== null;
        expect(place.textContent?.includes("barcode_undrawn")).to.equal(!isDrawn);
        expect(isDrawn).to.equal(type === "qrcode" && value.length < 20_000);
        place.remove();
      });

  /** Thirteen characters, the stop and the quiet zones: 176 modules, and the paper's edges. */
  const columns: [width: number, isTurned: boolean][] = [
    [340, true],
    [353, true],
    [354, false],
    [640, false],
  ];
  for (const [column, isTurned] of columns) {
    it(`${isTurned ? "turns" : "lays"} 22 digits ${isTurned ? "across" : "along"} ${column} px`, async () => {
      const value = "6006491286999911223344";
      const svg = await draw({ type: "c128", value }, column);
      const [across, down] = sizes(svg);
      expect(Math.max(across, down)).to.equal(176);
      // A screen of a higher ratio has room for two of its pixels per module.
      expect(across < down).to.equal(isTurned && devicePixelRatio === 1);
      const width = Number(svg?.getAttribute("width"));
      expect(width).to.be.below(column);
      expect(Math.round((width / across) * devicePixelRatio)).to.be.at.least(2);
      expect(svg && (await decode(svg))).to.deep.equal({ text: value, format: "Code128" });
    });
  }

  it("turns a linear code if bars of two device pixels do not fit", async () => {
    const value = "ABCDEFGHIJKLMNOPQRST";
    const svg = await draw({ type: "c128", value }, 200);
    const [columns, lines] = sizes(svg);
    expect(columns).to.be.below(lines);
    expect(Number(svg?.getAttribute("width"))).to.be.below(200);
    const pixels = (Number(svg?.getAttribute("height")) / lines) * devicePixelRatio;
    expect(pixels).to.be.closeTo(Math.round(pixels), 0.01).and.at.least(2);
    expect(svg && (await decode(svg))).to.deep.equal({ text: value, format: "Code128" });
  });
});
