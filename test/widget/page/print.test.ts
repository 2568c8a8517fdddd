import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, redeemed, reward, SECRET_CODE, SECRET_PIN } from "../support/fake-server.ts";
import { fixtureCleanup, mount, type Stage } from "../support/mount.ts";

afterEach(() => fixtureCleanup());

const sheets = ({ root }: Stage): HTMLIFrameElement[] => [...root.querySelectorAll("iframe")];

/** Presses Print. Returns the document that the browser would print. */
async function printed(stage: Stage): Promise<Document> {
  let isPrinted = false;
  const observer = new MutationObserver(() => {
    for (const { contentWindow } of sheets(stage)) {
      if (contentWindow)
        contentWindow.print = () => {
          isPrinted = true;
        };
    }
  });
  observer.observe(stage.root, { childList: true });
  await stage.press("print");
  await until(() => isPrinted, "the printing");
  observer.disconnect();
  return sheets(stage)[0]?.contentDocument ?? expect.fail("no sheet");
}

async function showing(attributes?: Readonly<Record<string, string>>): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  const stage = await mount({ server, ...(attributes && { attributes }) });
  await stage.unveil();
  await until(() => stage.find("barcode") && stage.find("terms"));
  return stage;
}

describe("printing", () => {
  it("prints only the voucher: name, number, barcode, expiry, terms", async () => {
    const stage = await showing();
    const paper = await printed(stage);
    const words = (paper.body.textContent ?? "").replace(/\s+/g, " ");
    expect(words).to.match(/Reward A.*Card number.*Valid until March 31, 2027.*rd-1.*First line Second line/);
    expect(words.replace(/ /g, "")).to.contain(SECRET_CODE);
    expect(paper.querySelector("svg path")).not.to.equal(null);
    expect(paper.querySelectorAll("button, a, script, input").length).to.equal(0);
    expect(paper.defaultView && getComputedStyle(paper.body).color, "its styles are in force").to.equal(
      "rgb(0, 0, 0)",
    );
    expect(paper.defaultView?.getComputedStyle(paper.querySelector("main") ?? paper.body).display).to.equal(
      "grid",
    );
  });

  it("includes the personal message and important notes, and says before whether a PIN is left out", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), gift: { message: "Enjoy it.", sender_name: "Ines" } };
    server.rewards = [
      reward("A", {
        important_instructions: "Not valid online.",
        how_to_use_instructions: "1. Go.\n2. Pay.",
      }),
    ];
    const stage = await mount({ server });
    await stage.unveil();
    await until(() => stage.find("terms"));
    const row = () => stage.part("print").textContent?.replace(/\s+/g, " ");
    expect(row()).to.contain("PIN – Hidden, so not printed");
    const paper = await printed(stage);
    const words = (paper.body.textContent ?? "").replace(/\s+/g, " ");
    expect(words).to.match(/Enjoy it\. – Ines.*Good to know\s?Not valid online\./);
    const entry = paper.querySelector("ol > .entry") ?? expect.fail("no list");
    expect(paper.defaultView?.getComputedStyle(entry).display, "its lines beside the number").to.equal(
      "grid",
    );
    stage.root.querySelector<HTMLElement>("[data-usage=security] [part~=reveal]")?.click();
    await stage.element.updateComplete;
    expect(row()).not.to.contain("not printed");
  });

  it("runs from right to left in Arabic, and the English prose on it from left to right", async () => {
    const stage = await showing({ locale: "ar" });
    const paper = await printed(stage);
    const directionOf = (found: Element | null | undefined): string =>
      paper.defaultView?.getComputedStyle(found ?? expect.fail("not on the paper")).direction ?? "";
    expect(directionOf(paper.documentElement)).to.equal("rtl");
    expect(directionOf(paper.querySelector("section h2")), "an Arabic heading").to.equal("rtl");
    const prose = [...paper.querySelectorAll("section")].map(({ lastElementChild }) => lastElementChild);
    expect(prose.length, "instructions and terms").to.be.greaterThan(0);
    expect(prose.map(directionOf)).to.deep.equal(prose.map(() => "ltr"));
    expect(directionOf(paper.querySelector("dd")), "a number").to.equal("ltr");
  });

  it("does not print a masked PIN, but prints a shown one", async () => {
    const stage = await showing();
    const { body } = await printed(stage);
    expect(body.textContent).not.to.contain(SECRET_PIN);
    const said = [...body.querySelectorAll("dl > div")].map(({ textContent }) => textContent?.trim());
    expect(said.at(-1), "but says that there is one").to.equal("PINHidden, so not printed");
    await stage.press("reveal");
    expect((await printed(stage)).body.textContent).to.contain(SECRET_PIN);
  });

  it("leaves nothing behind after the printing or when the page is left", async () => {
    const stage = await showing();
    const paper = await printed(stage);
    paper.defaultView?.dispatchEvent(new Event("afterprint"));
    expect(sheets(stage).length).to.equal(0);
    await printed(stage);
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(sheets(stage).length).to.equal(0);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
});
