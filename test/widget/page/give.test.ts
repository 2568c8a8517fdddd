/** A card for somebody else: drawn here, and on its way only after a press that says what it means. */
import { expect } from "@open-wc/testing";
import type { Codes } from "../../../shared/usages.ts";
import { until } from "../support/fake-clock.ts";
import {
  FakeServer,
  PRIMARY_AND_PIN,
  redeemed,
  SECRET_CODE,
  SECRET_LINK,
  SECRET_PIN,
} from "../support/fake-server.ts";
import { fixtureCleanup, mount, type Stage } from "../support/mount.ts";

const LINK: Codes = {
  reward_format: { usages: ["url"], barcode_type: "none" },
  items: [{ name: "", usage: "url", value: SECRET_LINK, format: "url" }],
};

let shared: ShareData[] = [];
beforeEach(() => {
  shared = [];
  const offer = (name: "share" | "canShare", value: unknown) =>
    Object.defineProperty(navigator, name, { configurable: true, value });
  offer("share", async (what: ShareData) => void shared.push(what));
  offer("canShare", () => true);
});
afterEach(() => {
  for (const name of ["share", "canShare"]) Reflect.deleteProperty(navigator, name);
  fixtureCleanup();
});

const dialogOf = (stage: Stage) => stage.root.querySelector<HTMLDialogElement>(".give");
const buttonOf = (stage: Stage, look: "main" | "plain") =>
  dialogOf(stage)?.querySelector<HTMLButtonElement>(`button.${look}`) ?? expect.fail("no dialog");

async function giving(codes: Codes): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  server.codes = codes;
  const stage = await mount({ server });
  await stage.unveil();
  await stage.press("give");
  await until(() => dialogOf(stage)?.open, "the dialog");
  return stage;
}

describe("giving a reward to somebody", () => {
  it("says once what it means, and has no code in the document before the press", async () => {
    const stage = await giving(PRIMARY_AND_PIN);
    const { textContent } = dialogOf(stage) ?? expect.fail();
    expect(textContent).to.contain("Whoever has it can spend it.");
    expect(textContent).not.to.contain(SECRET_CODE);
    expect(textContent).not.to.contain(SECRET_PIN);
    expect(shared).to.deep.equal([]);
  });

  it("shares a picture, and a text with the giver's words and every code", async () => {
    const stage = await giving(PRIMARY_AND_PIN);
    const words = dialogOf(stage)?.querySelector("textarea") ?? expect.fail("no field");
    words.value = "For you, Ines!";
    buttonOf(stage, "main").click();
    await until(() => shared.length > 0);
    const [{ title, text, files = [] } = {}] = shared;
    expect(title).to.equal("Reward A");
    expect(text).to.equal(`For you, Ines!\nReward A\nCard number: ${SECRET_CODE}\nPIN: ${SECRET_PIN}`);
    expect(files.map(({ name, type }) => [name, type])).to.deep.equal([["gift.png", "image/png"]]);
    await until(() => dialogOf(stage) === null, "the end");
  });

  it("shares a link as a link", async () => {
    const stage = await giving(LINK);
    buttonOf(stage, "main").click();
    await until(() => shared.length > 0);
    expect(shared[0]?.text).to.equal(`Reward A\n${SECRET_LINK}`);
  });

  it("shares the text alone where the system takes no files", async () => {
    Object.defineProperty(navigator, "canShare", { configurable: true, value: () => false });
    const stage = await giving(PRIMARY_AND_PIN);
    buttonOf(stage, "main").click();
    await until(() => shared.length > 0);
    expect(shared[0]?.files).to.equal(undefined);
  });

  it("saves the picture where nothing can be shared", async () => {
    Reflect.deleteProperty(navigator, "share");
    Object.defineProperty(navigator, "share", { configurable: true, value: undefined });
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function save() {
      saved.push(this.download);
    };
    try {
      const stage = await giving(PRIMARY_AND_PIN);
      expect(buttonOf(stage, "main").textContent).to.equal("Save the picture");
      buttonOf(stage, "main").click();
      await until(() => saved.length > 0);
      expect(saved).to.deep.equal(["gift.png"]);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it("is left without a trace", async () => {
    const stage = await giving(PRIMARY_AND_PIN);
    buttonOf(stage, "plain").click();
    await until(() => dialogOf(stage) === null);
    expect(shared).to.deep.equal([]);
  });
});
