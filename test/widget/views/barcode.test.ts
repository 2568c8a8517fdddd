import { expect } from "@open-wc/testing";
import { render } from "lit";
import { loaders } from "../../../widget/loaders.ts";
import { barcodeView } from "../../../widget/views/barcode.ts";
import type { View } from "../../../widget/views/view.ts";
import { decode } from "../barcode/decode.ts";

type Barcode = Parameters<typeof barcodeView>[1];

const ROOM = 640;
/** From the decoder's side; enough to meet every code set and the changes between them. */
const ROUNDS = 25;
const LONGEST = 24;

async function draw(barcode: Barcode, room = ROOM): Promise<SVGElement | null> {
  const place = document.createElement("div");
  const view = { t: (key: string) => key, room, drawers: await loaders.drawers() } as unknown as View;
  render(barcodeView(view, barcode, false), place);
  return place.querySelector("svg");
}

/** Repeatable, so that a failure can be looked at. */
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
    it(`draws ${type} so that a stranger reads the payload back`, async () => {
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
  });

  it("draws nothing for what Code 128 cannot hold", async () => {
    expect(await draw({ type: "c128", value: "Código" })).to.equal(null);
  });

  it("keeps whole device pixels where there is too little room", async () => {
    const svg = await draw({ type: "c128", value: "ABCDEFGHIJKLMNOPQRST" }, 100);
    const columns = Number(svg?.getAttribute("viewBox")?.split(" ")[2]);
    expect(((Number(svg?.getAttribute("width")) / columns) * devicePixelRatio) % 1).to.equal(0);
  });
});
