import { expect } from "@open-wc/testing";
import { decode } from "../barcode/decode.ts";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  FakeServer,
  offline,
  openFor,
  problem,
  redeemed,
  reward,
  SECRET_URL,
} from "../support/fake-server.ts";
import { confirmed, inPage, showing } from "../support/links.ts";
import { mount, onPass } from "../support/mount.ts";

it("shows important notes beside a link, but not yet how the code is used", async () => {
  const server = new FakeServer();
  server.order = activated();
  const said = { important_instructions: "Keep it.", how_to_use_instructions: "Show the number." };
  server.rewards = [reward("A", said), reward("B", said)];
  const stage = await mount({ server });
  await until(() => stage.find("link") && /Keep it/.test(stage.text));
  expect(stage.text).not.to.match(/Show the number/);
  server.order = redeemed();
  const later = await mount({ server });
  await until(() => /Show the number/.test(later.text));
});

describe("from choice to link", () => {
  it("says before the confirmation that a link is made, and sends each step once", async () => {
    const server = new FakeServer();
    server.order = openFor("activate");
    const stage = await mount({ server });
    await stage.book("A");
    expect(stage.part("confirm").textContent?.trim()).to.equal("Confirm and get the link");
    expect(stage.text).to.match(
      /Nothing is final until you confirm.*you get a link.*created when the link is opened/,
    );
    const confirm = stage.part("confirm");
    for (let press = 0; press < 5; press++) confirm.click();
    await stage.shows("activated");
    expect(server.calls.map(({ route }) => route).slice(2)).to.deep.equal([
      "POST /v1/order/book",
      "POST /v1/order/activate",
    ]);
    expect(stage.eventNames).to.deep.equal([
      "reward-ready",
      "reward-select",
      "reward-book",
      "reward-activate",
    ]);
    expect(stage.events.at(-1)?.detail).to.deep.equal({
      order_id: "order-1",
      sku: "A",
      attempt: 1,
      state: "activated",
    });
  });

  it("after a broken connection says that the outcome is unknown, and ends with the link", async () => {
    const server = new FakeServer();
    server.order = openFor("activate");
    const stage = await mount({ server });
    await stage.book("A");
    server.reply("POST /v1/order/activate", () => {
      server.order = activated();
      return offline();
    });
    await stage.press("confirm");
    await until(() => /still checking/.test(stage.text));
    await stage.clock.pass(2_000);
    await until(() => stage.find("link"));
  });
});

describe("the link", () => {
  it("opens in a new tab without access to this page, and its address is not written out", async () => {
    const stage = await showing();
    const link = stage.part("link") as HTMLAnchorElement;
    expect([link.getAttribute("href"), link.target, link.rel]).to.deep.equal([
      SECRET_URL,
      "_blank",
      "noopener noreferrer",
    ]);
    expect(stage.root.textContent).not.to.contain(SECRET_URL);
    expect([stage.find("code"), stage.find("code-value")]).to.deep.equal([undefined, undefined]);
    expect(stage.text).to.match(/created when the link is opened.*keep it to yourself/);
    expect(stage.part("summary").textContent).to.contain(
      "Once the link has been opened, your code appears here too",
    );
  });

  it("is a QR code for the phone under More", async () => {
    const stage = await showing({ attributes: { theme: "dark" } });
    await stage.press("rest");
    await until(() => stage.find("barcode"));
    const drawn = await decode(stage.part("barcode") as unknown as SVGSVGElement);
    expect(drawn).to.deep.equal({ text: SECRET_URL, format: "QRCode" });
  });

  it("that is not available is reported with the reference, and requested again", async () => {
    const server = new FakeServer().reply("POST /v1/order/activate", () => problem("upstream_unavailable"));
    server.order = activated();
    const stage = await mount({ server });
    await until(() => stage.find("alert"));
    expect(stage.root.querySelector("h2")?.textContent).to.equal("Your link cannot be shown right now");
    expect(stage.text)
      .to.match(/Your reward is safe\..*rd-1/)
      .and.not.match(/[Nn]othing was charged/);
    expect(onPass(stage), "and its art leaves room for the button").to.deep.equal([
      "face",
      "alert",
      "retry primary",
    ]);
    expect(stage.part("summary").classList.contains("grand")).to.equal(false);
    await expect(stage.element).to.be.accessible();
    await stage.press("retry");
    await until(() => stage.find("link"));
  });

  it("with a refused address is a problem with the reference, and is never shown", async () => {
    const server = new FakeServer();
    server.order = activated();
    server.url = "javascript:alert(1)";
    const stage = await mount({ server });
    await stage.shows("problem");
    await until(() => stage.find("alert"));
    expect(stage.text).to.match(/cannot be shown.*contact.*rd-1/);
    expect(inPage(stage)).not.to.contain("alert(1)");
    expect(onPass(stage), "nothing that would help where no help is known").to.deep.equal(["face", "alert"]);
    expect(stage.root.querySelectorAll("a").length).to.equal(0);
    stage.element.support = "https://shop.example/help";
    await stage.element.updateComplete;
    expect(onPass(stage)).to.deep.equal(["face", "alert", "support secondary"]);
    expect(stage.events.at(-1)?.detail).to.include({ code: "codes_unreadable" });
  });
});

describe("copying the link", () => {
  function clipboard(writeText: ((text: string) => Promise<void>) | undefined): void {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: writeText && { writeText } });
  }
  afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

  it("is confirmed, announced and reported to the page after success, without the link", async () => {
    let written = "";
    clipboard(async (text) => {
      written = text;
    });
    const stage = await showing();
    await stage.press("copy");
    await until(() => stage.announced === "Your link copied.");
    expect([written, stage.part("copy").textContent?.trim()]).to.deep.equal([SECRET_URL, "Copied"]);
    const { type, detail } = stage.events.at(-1) ?? expect.fail("no event");
    expect([type, detail.usage]).to.deep.equal(["reward-copy", "url"]);
    expect(JSON.stringify(stage.events.map((event) => event.detail))).not.to.contain(SECRET_URL);
  });

  it("if refused by the browser, says that the link's own menu can copy, and focuses the link", async () => {
    clipboard(undefined);
    const stage = await showing();
    await stage.press("copy");
    await until(() => /Right-click the link/.test(stage.announced));
    await until(() => stage.root.activeElement === stage.part("link"));
    expect(stage.text).to.contain("Right-click the link").and.not.contain("Copied");
    expect(stage.eventNames).not.to.include("reward-copy");
  });
});

describe("a link as a secret", () => {
  it("leaves with the page, and is requested when it comes back", async () => {
    const stage = await showing();
    await until(() => stage.find("barcode"));
    expect(inPage(stage)).to.contain(SECRET_URL.replace("&", "&amp;"));
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(inPage(stage)).not.to.contain(SECRET_URL);
    for (const part of ["link", "barcode", "copy"]) expect(stage.find(part), part).to.equal(undefined);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await until(() => stage.find("link"));
    expect(stage.server.count("POST /v1/order/activate")).to.equal(2);
  });

  it("is in no storage, no attribute of the host and no address", async () => {
    const stage = await confirmed();
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]);
    expect(kept + stage.element.outerHTML).not.to.contain(SECRET_URL);
  });

  it("leaves with the element", async () => {
    const stage = await confirmed();
    stage.element.remove();
    await until(() => !inPage(stage).includes(SECRET_URL));
  });
});
