import { expect } from "@open-wc/testing";
import { decode } from "../barcode/decode.ts";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  data,
  FakeServer,
  offline,
  openFor,
  problem,
  redeemed,
  reward,
  SECRET_CODE,
  SECRET_URL,
} from "../support/fake-server.ts";
import { mount, onPass, type Stage, type Wishes } from "../support/mount.ts";

async function showing(wishes: Omit<Wishes, "server"> = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = activated();
  const stage = await mount({ server, ...wishes });
  await until(() => stage.find("link"));
  return stage;
}

async function confirmed(): Promise<Stage> {
  const server = new FakeServer();
  server.order = openFor("activate");
  const stage = await mount({ server });
  await stage.book("A");
  await stage.press("confirm");
  await stage.shows("activated");
  return stage;
}

it("tells what is good to know beside a link, and not yet how the code is used", async () => {
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

/** Everything that is written there. */
const inPage = ({ root, element }: Stage): string => root.innerHTML + root.textContent + element.outerHTML;

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

  it("cannot be confirmed while what draws the QR code cannot be loaded", async () => {
    const server = new FakeServer();
    server.order = openFor("activate");
    const stage = await mount({ server, loaders: { drawers: () => Promise.reject(new Error("offline")) } });
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.find("retry"));
    await stage.press("confirm");
    expect(server.count("POST /v1/order/activate")).to.equal(0);
  });

  it("after a broken connection says that it is not known, and ends with the link", async () => {
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
  it("opens in a new tab that knows nothing of this page, and its address is not written out", async () => {
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

  it("is complete without its QR code, which can be fetched again", async () => {
    const { loaders } = await import("../../../widget/loaders.ts");
    let isBroken = true;
    const drawers = async () =>
      isBroken ? Promise.reject(new Error("offline")) : (await loaders.flow()).fetchDrawers();
    const stage = await showing({ loaders: { drawers } });
    await until(() => /QR code could not be loaded. The link above is all you need/.test(stage.text));
    isBroken = false;
    await stage.press("retry");
    await until(() => stage.find("barcode"));
  });

  it("is asked for again on return, without an event, and accessible", async () => {
    const stage = await showing();
    expect(stage.server.calls.at(1)).to.deep.include({
      route: "POST /v1/order/activate",
      body: { attempt: 1, sku: "A" },
    });
    expect(stage.eventNames).to.deep.equal(["reward-ready"]);
    await until(() => stage.find("barcode"));
    await expect(stage.element).to.be.accessible();
  });

  it("that cannot be had is told with the reference, and asked for again", async () => {
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

  it("with a refused address is a problem with the reference, and never shows", async () => {
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

  it("of French words, where French is spoken", async () => {
    const stage = await showing({ attributes: { locale: "fr" } });
    await until(() => stage.root.querySelector("h2")?.textContent === "Votre lien est prêt");
  });
});

describe("copying the link", () => {
  function clipboard(writeText: ((text: string) => Promise<void>) | undefined): void {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: writeText && { writeText } });
  }
  afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

  it("is confirmed, announced and told to the page once it happened, without the link", async () => {
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

  it("says where the browser refuses that the link's own menu can, and goes there", async () => {
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
  it("leaves the page with it, and is asked for when it comes back", async () => {
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

describe("a link that was opened", () => {
  it("gives way to the codes when the page is looked at again", async () => {
    const stage = await confirmed();
    stage.server.order = { ...redeemed(), delivery: "activate" };
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.shows("redeemed");
    expect(stage.eventNames.at(-1)).to.equal("reward-redeem");
    await stage.unveil();
    expect(stage.part("code-value").textContent).to.equal(SECRET_CODE);
    expect(inPage(stage)).not.to.contain(SECRET_URL);
  });

  it("gives way to the codes also where the server knows of it some seconds later only", async () => {
    const stage = await confirmed();
    document.dispatchEvent(new Event("visibilitychange"));
    await until(() => stage.server.count("GET /v1/order") === 1);
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(5_999);
    expect(stage.state).to.equal("activated");
    await stage.clock.pass(1);
    await stage.shows("redeemed");
  });

  it("gives way to the codes also where asking for it is refused", async () => {
    const server = new FakeServer();
    server.order = activated();
    server.reply("POST /v1/order/activate", () => {
      server.order = { ...redeemed(), delivery: "activate" };
      return problem("order_finished");
    });
    const stage = await mount({ server });
    await stage.unveil();
    expect(stage.eventNames).not.to.include("reward-error");
  });

  it("shows codes at once where the answer says it is redeemed", async () => {
    const server = new FakeServer();
    server.order = activated();
    server.reply("POST /v1/order/activate", () => {
      server.order = { ...redeemed(), delivery: "activate" };
      return data(server.order);
    });
    const stage = await mount({ server });
    await stage.unveil();
  });
});

describe("a link that is opened on another device", () => {
  const reads = ({ server }: Stage) => server.count("GET /v1/order");
  const settled = async (stage: Stage) => {
    await until(() => stage.find("terms"));
    await until(() => stage.find("barcode"));
    await stage.element.updateComplete;
  };

  it("gives way to the codes while the page stays in sight", async () => {
    const stage = await confirmed();
    await settled(stage);
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(15_000);
    await until(() => stage.find("code"));
    expect(stage.eventNames.at(-1)).to.equal("reward-redeem");
    expect(stage.root.activeElement?.localName).to.equal("h2");
    expect(inPage(stage)).not.to.contain(SECRET_URL);
  });

  it("does not take the focus from a person who is nowhere in the widget", async () => {
    const stage = await confirmed();
    await settled(stage);
    (stage.root.activeElement as HTMLElement | null)?.blur();
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(15_000);
    await stage.unveil();
    expect(stage.root.activeElement?.localName).to.equal(undefined);
  });

  it("is looked for every 15 s for ten minutes, and anew after a return", async () => {
    const stage = await showing();
    await settled(stage);
    const before = reads(stage);
    await stage.clock.pass(900_000);
    expect(reads(stage) - before).to.equal(40);
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.element.updateComplete;
    await stage.clock.pass(30_000);
    expect(reads(stage) - before).to.be.above(42);
  });

  it("changes, moves and says nothing as long as it was not opened, nor where there is no answer", async () => {
    const stage = await showing();
    await settled(stage);
    const link = stage.part("link");
    link.focus();
    const before = reads(stage);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((list) => changes.push(...list));
    observer.observe(stage.root, { childList: true, subtree: true, characterData: true });
    stage.server.reply("GET /v1/order", offline, () => problem("upstream_unavailable"));
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(reads(stage) - before).to.equal(4);
    expect([changes.length, stage.announced, stage.root.activeElement === link]).to.deep.equal([0, "", true]);
    expect(stage.eventNames).not.to.include("reward-error");
    observer.disconnect();
  });

  it("is not looked for while nobody sees the page, and as ever at the return", async () => {
    const stage = await showing();
    await settled(stage);
    const before = reads(stage);
    stage.clock.isVisible = false;
    await stage.clock.pass(300_000);
    expect(reads(stage)).to.equal(before);
    document.dispatchEvent(new Event("visibilitychange"));
    stage.clock.show();
    await stage.clock.pass(0);
    expect(reads(stage)).to.equal(before + 1);
    await stage.clock.pass(6_000);
    expect(reads(stage), "the one more look of a return").to.equal(before + 2);
  });

  it("stays on the screen where the session ends meanwhile, until the person comes back", async () => {
    const stage = await showing();
    await settled(stage);
    stage.server.sessions.clear();
    await stage.clock.pass(60_000);
    expect([stage.state, stage.find("link") !== undefined]).to.deep.equal(["activated", true]);
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.shows("session-expired");
  });
});
