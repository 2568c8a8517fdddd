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
/** The hint to raise the brightness. */
const HINT = ".under > .small:not(.choice)";

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
/** A new size is reported in the first frame, handled in the second, and visible in the third. */
const FRAMES = 3;
async function drawnAgain(): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
}
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
    expect(stage.root.innerHTML).not.to.contain(PIN);
    const reveal = dialog.querySelector<HTMLElement>("[part~=reveal]");
    reveal?.focus();
    reveal?.click();
    await stage.element.updateComplete;
    expect(words(dialog)).to.contain(PIN);
    expect(stage.root.activeElement?.closest("dialog"), "the focus stays at the till").to.equal(dialog);
    expect(stage.events.at(-1)?.type).to.equal("reward-reveal");
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(stage.root.innerHTML).not.to.contain(PIN);
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

  it("has a small size that lies while the large one has to stand", async () => {
    const stage = await showing(codesOf("c128", "4711"));
    const dialog = await opened(stage);
    // As narrow and high for this code as a phone is for a longer one.
    Object.assign(dialog.style, { width: "12.5em", height: "44em" });
    await drawnAgain();
    const isLying = (): boolean => {
      const { width, height } = drawnIn(dialog).getBoundingClientRect();
      return width > height;
    };
    expect(isLying()).to.equal(false);
    await stage.press("size");
    await stage.element.updateComplete;
    await drawnAgain();
    expect(isLying()).to.equal(true);
    expect(await decode(drawnIn(dialog))).to.deep.equal({ text: "4711", format: "Code128" });
  });

  it("offers a size only if it looks different from the next larger one", async () => {
    const counts: number[] = [];
    // Short and long codes: the longest has room for one size only.
    for (const length of [6, 14, 22, 30]) {
      const stage = await showing(codesOf("c128", "X".repeat(length)));
      const dialog = await opened(stage);
      const sizes = stage.all("size");
      const drawn: number[] = [];
      for (const button of sizes) {
        button.click();
        await until(() => button.ariaPressed === "true");
        await stage.element.updateComplete;
        const { width, height } = drawnIn(dialog).getBoundingClientRect();
        drawn.push(Math.round(Math.max(width, height)));
      }
      const differs = sizes.map((_, at) => drawn[at] !== drawn[at + 1]);
      const isChoice = differs.filter(Boolean).length > 1;
      const isSeen = (element: Element): boolean =>
        element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
      const offered = sizes.map(isSeen);
      expect(offered, `${length}: ${drawn}`).to.deep.equal(differs.map((each) => each && isChoice));
      expect(/try another size/.test(dialog.innerText)).to.equal(isChoice);
      counts.push(offered.filter(Boolean).length);
      await stage.press("close");
      await closed(stage);
      fixtureCleanup();
    }
    expect(Math.max(...counts)).to.equal(3);
    expect(Math.min(...counts)).to.equal(0);
  });

  it("hides for the code what the cashier needs least, and only as much as does not fit", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), testing: true };
    const stage = await showing(codesOf("c128", "X".repeat(30)), { server });
    const dialog = await opened(stage);
    const counter = dialog.querySelector<HTMLElement>(".counter") ?? expect.fail("nothing is shown");
    const isSeen = (selector: string): boolean =>
      (dialog.querySelector(selector)?.getClientRects().length ?? 0) > 0;
    // A window whose height shrinks by less than a line at a time; narrow, so that the code has to stand.
    counter.style.width = "200px";
    const seen: string[] = [];
    for (let height = 1_240; height >= 880; height -= 10) {
      counter.style.height = `${height}px`;
      await drawnAgain();
      const there = [".test", ".choice", ".sizes", ".name", HINT].filter(isSeen).join();
      if (there !== seen.at(-1)) seen.push(there);
      expect(isSeen("[part~=close]") && isSeen(".number"), "what stays").to.equal(true);
    }
    expect(seen).to.deep.equal([
      `.test,.choice,.sizes,.name,${HINT}`,
      `.choice,.sizes,.name,${HINT}`,
      `.sizes,.name,${HINT}`,
      `.name,${HINT}`,
      HINT,
      "",
    ]);
  });

  for (const locale of ["en", "de", "ar"]) {
    it(`${locale}: shows the reward's worth beside a name that is too long to be shown completely`, async () => {
      const stage = await showing(
        codesOf("c128"),
        { attributes: { locale } },
        { reward_name: `Plumvale Market ${"and all of its neighbours ".repeat(9)}Gift Card $30` },
      );
      const dialog = await opened(stage);
      const name = dialog.querySelector<HTMLElement>(".name") ?? expect.fail("no name");
      name.style.inlineSize = "9em";
      const called = name.querySelector("[lang]") ?? expect.fail("no name");
      expect(called.scrollHeight, "it is cut").to.be.above(called.clientHeight);
      expect(name.firstElementChild === called).to.equal(locale !== "en");
      const worth = [...(name.querySelector("bdi:not([lang])")?.getClientRects() ?? [])];
      expect(worth).to.have.length(1);
      const box = name.getBoundingClientRect();
      for (const { left, right, top, bottom } of worth)
        expect([
          left >= box.left - 1,
          right <= box.right + 1,
          top >= box.top - 1,
          bottom <= box.bottom + 1,
        ]).to.deep.equal([true, true, true, true]);
      dialog.close();
      await closed(stage);
    });
  }

  it("is the number alone, large, if there is no barcode", async () => {
    const dialog = await opened(await showing(codesOf()));
    const number = dialog.querySelector(".alone [part~=code-value]");
    expect(number?.textContent).to.equal(PAYLOAD);
    expect(Number.parseFloat(getComputedStyle(number ?? dialog).fontSize)).to.be.least(28);
  });

  it("is the number alone if the drawing has another value", async () => {
    const { loaders } = await import("../../../widget/loaders.ts");
    const drawers = async () => {
      const real = await (await loaders.flow()).fetchDrawers();
      return { ...real, c128: () => real.c128("6006491286999912") };
    };
    const stage = await showing(codesOf("c128"), { loaders: { drawers } });
    const dialog = await opened(stage);
    expect([dialog.querySelector("svg"), stage.find("barcode")]).to.deep.equal([null, undefined]);
    expect(words(dialog)).to.match(/Type this number in.*6006491286999911/);
    await expect(stage.element).to.be.accessible();
  });

  it("marks a test where a cashier looks", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), testing: true };
    const stage = await showing(codesOf("qrcode"), { server });
    expect(words(await opened(stage))).to.contain("Test mode");
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

  it("keeps the page's own history state", async () => {
    history.replaceState({ of: "the page" }, "");
    const stage = await showing(codesOf("c128"));
    await opened(stage);
    expect(history.state).to.include({ of: "the page" });
    await stage.press("close");
    await closed(stage);
    expect(history.state).to.deep.equal({ of: "the page" });
    history.replaceState(null, "");
  });

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

  it("is removed with the widget", async () => {
    const stage = await showing(codesOf("c128"));
    const dialog = await opened(stage);
    stage.element.remove();
    expect(dialog.matches(":modal")).to.equal(false);
  });
});
