import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import type { Codes } from "../../../shared/usages.ts";
import { decode } from "../barcode/decode.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, redeemed } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

const PAYLOAD = "6006491286999911";

const codesOf = (type: "c128" | "qrcode"): Codes => ({
  reward_format: { usages: ["primary"], barcode_type: type },
  items: [{ name: "", usage: "primary", value: "as printed", format: "string" }],
  barcode: { type, value: PAYLOAD },
});

async function showing(type: "c128" | "qrcode", locale = "en"): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  server.codes = codesOf(type);
  const stage = await mount({ server, attributes: { theme: "dark", locale } });
  await until(() => stage.find("barcode"));
  return stage;
}

function dialogOf(stage: Stage): HTMLDialogElement {
  const dialog = stage.root.querySelector("dialog");
  if (!dialog) throw new Error("No dialog");
  return dialog;
}

async function opened(stage: Stage): Promise<HTMLDialogElement> {
  const dialog = dialogOf(stage);
  stage.part("enlarge").focus();
  await stage.press("enlarge");
  await until(() => dialog.querySelector("svg"));
  return dialog;
}

describe("the full screen of a barcode", () => {
  for (const [type, format] of [
    ["c128", "Code128"],
    ["qrcode", "QRCode"],
  ] as const) {
    it(`shows ${type} larger than the page does, black on white in the dark`, async () => {
      const stage = await showing(type);
      const before = stage.part("barcode").getBoundingClientRect();
      const dialog = await opened(stage);
      const svg = dialog.querySelector("svg");
      const after = svg?.getBoundingClientRect();
      expect((after?.width ?? 0) * (after?.height ?? 0)).to.be.above(before.width * before.height);
      expect(getComputedStyle(dialog).backgroundColor).to.equal("rgb(255, 255, 255)");
      expect(svg && (await decode(svg))).to.deep.equal({ text: PAYLOAD, format });
      await expect(stage.element).to.be.accessible();
    });
  }

  it("is modal, fills the screen and has nothing else in it, whatever the page does around the widget", async () => {
    const stage = await showing("qrcode");
    const around = stage.element.parentElement;
    if (!around) throw new Error("Not in the page");
    around.style.cssText =
      "transform: rotate(3deg) scale(0.5); overflow: hidden; width: 300px; contain: paint";
    const dialog = await opened(stage);
    expect(dialog.matches(":modal")).to.equal(true);
    const { x, y, width, height } = dialog.getBoundingClientRect();
    expect([x, y]).to.deep.equal([0, 0]);
    expect(width).to.be.closeTo(document.documentElement.clientWidth, 1);
    expect(height).to.be.closeTo(innerHeight, 1);
    const words = (dialog.textContent ?? "").replace(/\s+/g, " ").trim();
    expect(words)
      .to.match(/^\S.* Close$/)
      .and.not.contain(PAYLOAD);
    around.style.cssText = "";
  });

  it("says of a test that it is one, where a till looks", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), testing: true };
    server.codes = codesOf("qrcode");
    const stage = await mount({ server });
    await until(() => stage.find("barcode"));
    expect((await opened(stage)).textContent).to.contain("Test mode");
    await expect(stage.element).to.be.accessible();
  });

  it("ends with Escape, and the button has the focus again", async () => {
    const stage = await showing("c128");
    const dialog = await opened(stage);
    expect(stage.root.activeElement?.part[0]).to.equal("close");
    await sendKeys({ press: "Escape" });
    await until(() => !dialog.open && stage.root.activeElement?.part.value === "enlarge");
  });

  it("ends with its button, and the other one has the focus again", async () => {
    const stage = await showing("c128");
    const dialog = await opened(stage);
    await stage.press("close");
    await until(() => !dialog.open && stage.root.activeElement?.part.value === "enlarge");
  });

  it("goes with the codes when the page is left", async () => {
    const stage = await showing("c128");
    const dialog = await opened(stage);
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect([stage.find("barcode"), dialog.isConnected]).to.deep.equal([undefined, false]);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });

  it("goes with the widget", async () => {
    const stage = await showing("c128");
    const dialog = await opened(stage);
    stage.element.remove();
    expect(dialog.matches(":modal")).to.equal(false);
  });

  it("is asked for in French, too", async () => {
    const stage = await showing("c128", "fr");
    await until(() => stage.part("enlarge").textContent === "Afficher en plein écran");
    expect(stage.part("close").textContent).to.equal("Fermer");
  });
});
