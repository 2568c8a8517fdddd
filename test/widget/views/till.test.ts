import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import type { Codes } from "../../../shared/usages.ts";
import type { Order } from "../../../shared/wire.ts";
import { decode } from "../barcode/decode.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, redeemed } from "../support/fake-server.ts";
import { fixtureCleanup, mount, type Stage, type Wishes } from "../support/mount.ts";

const PAYLOAD = "6006491286999911";
const PIN = "4821";
/** Without Lit's comments, whose random numbers may hold any digits. */
const markup = ({ root }: Stage): string => root.innerHTML.replace(/<!--.*?-->/gs, "");

const codesOf = (type?: "c128" | "qrcode", value = PAYLOAD): Codes => ({
  reward_format: { usages: ["primary", "security"], barcode_type: type ?? "none" },
  items: [
    { name: "", usage: "primary", value: PAYLOAD, format: "string" },
    { name: "", usage: "security", value: PIN, format: "string" },
  ],
  ...(type && { barcode: { type, value } }),
});

async function showing(codes: Codes, wishes: Wishes = {}, order: Partial<Order> = {}): Promise<Stage> {
  const server = wishes.server ?? new FakeServer();
  server.order = { ...redeemed(), testing: server.order.testing, ...order };
  server.codes = codes;
  const stage = await mount({ ...wishes, server });
  await until(() => stage.find("till"));
  await stage.unveil();
  return stage;
}

const dialogOf = (stage: Stage): HTMLDialogElement | null => stage.root.querySelector("dialog");

async function opened(stage: Stage): Promise<HTMLDialogElement> {
  await until(() => !stage.root.querySelector(".pass .skeleton"));
  stage.part("till").focus();
  await stage.press("till");
  const dialog = dialogOf(stage) ?? expect.fail("no dialog");
  await until(() => dialog.open && dialog.querySelector("svg, .alone"));
  return dialog;
}

const drawnIn = (dialog: Element): SVGElement =>
  dialog.querySelector("svg") ?? expect.fail("nothing is drawn");
const words = (element: Element): string => (element.textContent ?? "").replace(/\s+/g, " ").trim();

/** Waits until a dialog that a test opened is gone, with its history step. */
async function closed(stage: Stage): Promise<void> {
  await until(() => !dialogOf(stage), "the till is closed");
  await until(() => !history.state?.["reward-till"], "its step of the history is gone");
}

afterEach(async () => {
  fixtureCleanup();
  if (history.state?.["reward-till"]) history.back();
  await until(() => !history.state?.["reward-till"]);
});

describe("the screen for the till", () => {
  for (const [type, format] of [
    ["c128", "Code128"],
    ["qrcode", "QRCode"],
  ] as const) {
    it(`shows ${type} larger than on the page, black on white in the dark, and the number under it`, async () => {
      const stage = await showing(codesOf(type), { attributes: { theme: "dark" } });
      await until(() => stage.find("barcode"));
      const before = stage.part("barcode").getBoundingClientRect();
      const dialog = await opened(stage);
      const svg = drawnIn(dialog);
      const after = svg.getBoundingClientRect();
      expect(after.width * after.height).to.be.above(before.width * before.height);
      expect(getComputedStyle(dialog).backgroundColor).to.equal("rgb(255, 255, 255)");
      expect(await decode(svg)).to.deep.equal({ text: PAYLOAD, format });
      const number = dialog.querySelector("[part~=code-value]");
      expect(number?.textContent).to.equal(PAYLOAD);
      expect(number?.closest("[role=group]")?.ariaLabel, "its name").to.equal("Code");
      expect(number?.getBoundingClientRect().top).to.be.least(after.bottom);
      await expect(stage.element).to.be.accessible();
    });
  }

  it("is modal, fills the screen and has nothing else on it, whatever styles surround the widget", async () => {
    const stage = await showing(codesOf("qrcode"));
    const around = stage.element.parentElement ?? expect.fail("not in the page");
    around.style.cssText =
      "transform: rotate(3deg) scale(0.5); overflow: hidden; width: 300px; contain: paint";
    const dialog = await opened(stage);
    expect(dialog.matches(":modal")).to.equal(true);
    const { x, y, width, height } = dialog.getBoundingClientRect();
    expect([x, y]).to.deep.equal([0, 0]);
    expect(width).to.be.closeTo(document.documentElement.clientWidth, 1);
    expect(height).to.be.closeTo(innerHeight, 1);
    expect(words(dialog)).to.match(
      /^Reward A Code \d{16} PIN ••••Hidden Show Turn .* SmallMediumLarge Close$/,
    );
    around.style.cssText = "";
  });

  it("shows the PIN only on request, reports that to the page, and masks it after a minute", async () => {
    const stage = await showing(codesOf("c128"));
    const dialog = await opened(stage);
    expect(markup(stage)).not.to.contain(PIN);
    const reveal = dialog.querySelector<HTMLElement>("[part~=reveal]");
    reveal?.focus();
    reveal?.click();
    await stage.element.updateComplete;
    expect(words(dialog)).to.contain(PIN);
    expect(stage.root.activeElement?.closest("dialog"), "the focus stays at the till").to.equal(dialog);
    expect(stage.events.at(-1)?.type).to.equal("reward-reveal");
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(markup(stage)).not.to.contain(PIN);
    expect(dialog.open).to.equal(true);
  });

  it("returns the focus to its button, also if the browser does not and a size was chosen last", async () => {
    const stage = await showing(codesOf("c128"));
    const dialog = await opened(stage);
    stage.all("size")[0]?.click();
    stage.all("size")[0]?.focus();
    // Chromium closes a fullscreen dialog like this.
    dialog.close = () => {};
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    await closed(stage);
    expect(stage.root.activeElement).to.equal(stage.part("till"));
  });

  it("has three readable sizes", async () => {
    const stage = await showing(codesOf("qrcode"));
    const dialog = await opened(stage);
    const widths: number[] = [];
    for (const button of stage.all("size")) {
      button.click();
      await until(() => button.ariaPressed === "true");
      await stage.element.updateComplete;
      const svg = drawnIn(dialog);
      widths.push(svg.getBoundingClientRect().width);
      expect(await decode(svg)).to.deep.equal({ text: PAYLOAD, format: "QRCode" });
    }
    const [small = 0, medium = 0, large = 0] = widths;
    expect(small < medium && medium < large, widths.join()).to.equal(true);
  });

  it("is the number alone, large, if there is no barcode", async () => {
    const dialog = await opened(await showing(codesOf()));
    const number = dialog.querySelector(".alone [part~=code-value]");
    expect(number?.textContent).to.equal(PAYLOAD);
    expect(Number.parseFloat(getComputedStyle(number ?? dialog).fontSize)).to.be.least(28);
  });

  const ways: [how: string, close: (stage: Stage) => unknown][] = [
    ["Escape", () => sendKeys({ press: "Escape" })],
    ["its button", (stage) => stage.press("close")],
    ["Back", () => history.back()],
  ];
  for (const [how, close] of ways) {
    it(`is closed by ${how}, the page does not scroll, and the button has the focus again`, async () => {
      const stage = await showing(codesOf("c128"));
      const { href } = location;
      await opened(stage);
      expect(stage.root.activeElement?.part.contains("close")).to.equal(true);
      await close(stage);
      await closed(stage);
      await until(() => stage.root.activeElement?.part.contains("till"));
      expect([location.href, stage.state]).to.deep.equal([href, "redeemed"]);
      // Opened again: each time adds one step, and removes it.
      await opened(stage);
      await close(stage);
      await closed(stage);
    });
  }

  it("keeps the screen awake, again after the page was hidden, and lets it sleep when it is closed", async () => {
    const locks: { released: boolean }[] = [];
    const request = async () => {
      const lock = { released: false, release: async () => Object.assign(lock, { released: true }) };
      locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
    const stage = await showing(codesOf("c128"));
    await opened(stage);
    await until(() => locks.length === 1);
    // The browser releases the lock when the page is hidden.
    Object.assign(locks[0] ?? {}, { released: true });
    document.dispatchEvent(new Event("visibilitychange"));
    await until(() => locks.length === 2);
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.press("close");
    await until(() => locks.every(({ released }) => released));
    expect(locks.length).to.equal(2);
    Reflect.deleteProperty(navigator, "wakeLock");
    await closed(stage);
  });

  it("opens when the connection is lost after the codes were shown", async () => {
    const stage = await showing(codesOf("qrcode"));
    await until(() => stage.find("barcode"));
    stage.server.sessions.clear();
    const before = stage.server.calls.length;
    expect(await decode(drawnIn(await opened(stage)))).to.deep.equal({ text: PAYLOAD, format: "QRCode" });
    expect(stage.server.calls.length).to.equal(before);
  });

  it("is removed with the codes when the page is left, without changing the history then", async () => {
    const stage = await showing(codesOf("c128"));
    const dialog = await opened(stage);
    const steps = history.length;
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect([stage.find("barcode"), dialog.isConnected]).to.deep.equal([undefined, false]);
    expect([history.length, stage.root.innerHTML.includes(PAYLOAD)]).to.deep.equal([steps, false]);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
});
