import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { FakeServer, ORDER, processing, silence } from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";
import { columnOf } from "./support/scenes.ts";

describe("define", () => {
  it("upgrades an element that was already on the page, with its attributes and properties", async () => {
    const early = document.createElement("reward-redemption");
    early.setAttribute("session", "token-1");
    early.setAttribute("server", "https://rewards.invalid");
    const getSession = async () => "token-2";
    Object.assign(early, { getSession, messages: { pick_title: "Hello" } });
    document.body.append(early);
    await import("../../widget/define.ts");
    await early.updateComplete;
    expect(early.hasAttribute("session")).to.equal(false);
    expect(early.getSession).to.equal(getSession);
    expect(Object.hasOwn(early, "messages")).to.equal(false);
    early.remove();
  });

  it("may run twice", async () => {
    const first = await import("../../widget/define.ts");
    const again: typeof first = await import(`${"../../widget/define.ts"}?again`);
    expect(again.TAG_NAME).to.equal("reward-redemption");
    expect(customElements.get("reward-redemption")).to.equal(first.RewardRedemption);
  });

  it("registers nothing by importing the class", async () => {
    const frame = document.createElement("iframe");
    frame.srcdoc = `<script type="module">import "/widget/index.ts"; parent.postMessage(customElements.get("reward-redemption") === undefined)</script>`;
    const said = new Promise((resolve) =>
      addEventListener("message", ({ data }) => resolve(data), { once: true }),
    );
    document.body.append(frame);
    expect(await said).to.equal(true);
    frame.remove();
  });
});

describe("on a page", () => {
  it("several elements do not affect each other", async () => {
    const other = new FakeServer();
    other.order = { ...ORDER, order_id: "order-2", state: "canceled" };
    const stages: [Stage, Stage] = [await mount(), await mount({ server: other })];
    await stages[0].shows("open");
    await stages[1].shows("canceled");
    await stages[0].redeem("A");
    expect(stages[1].state).to.equal("canceled");
    expect(stages[1].events.map(({ detail }) => detail.order_id)).to.deep.equal(["order-2"]);
  });

  it("moving an element changes nothing", async () => {
    const stage = await mount();
    await stage.pick("A");
    const place = document.createElement("div");
    document.body.append(place);
    place.append(stage.element);
    await stage.element.updateComplete;
    expect([stage.state, stage.server.count("POST /v1/opening")]).to.deep.equal(["details", 1]);
    await stage.press("book");
    await stage.shows("booked");
    place.remove();
  });

  it("removing an element ends every wait, and inserting it again resumes", async () => {
    const server = new FakeServer();
    server.order = processing("redeem");
    const stage = await mount({ server });
    await stage.shows("processing");
    const parent = stage.element.parentElement;
    stage.element.remove();
    await until(() => stage.clock.waiting === 0, "no waits left");
    await stage.clock.pass(60_000);
    expect(server.count("POST /v1/opening")).to.equal(1);
    parent?.append(stage.element);
    await until(() => server.count("POST /v1/opening") === 2);
    await stage.shows("processing");
  });

  it("removing an element never cancels a confirmation that was sent", async () => {
    const stage = await mount();
    await stage.book("A");
    let signal: AbortSignal | null | undefined;
    stage.server.reply("POST /v1/order/redeem", (call) => {
      signal = call.signal;
      return silence();
    });
    await stage.press("confirm");
    await until(() => stage.server.count("POST /v1/order/redeem") === 1);
    stage.element.remove();
    await stage.clock.pass(1);
    expect(signal?.aborted ?? false).to.equal(false);
  });

  it("does not follow the page's root font size or its resets", async () => {
    document.documentElement.style.fontSize = "62.5%";
    const stage = await mount();
    await until(() => stage.find("reward"));
    expect(getComputedStyle(stage.part("reward")).fontSize).to.equal("16px");
    document.documentElement.style.fontSize = "";
  });

  it("keeps its look despite a page's rules for everything and its custom properties", async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, reward-rehearsal { font: 30px/3 serif; color: red; text-transform: uppercase; letter-spacing: 5px;
      white-space: pre; text-align: right; --reward-text: rgb(1, 2, 3); --reward-font: monospace; }`);
    document.adoptedStyleSheets.push(sheet);
    const stage = await mount();
    await until(() => stage.find("reward"));
    const looks = getComputedStyle(stage.root.querySelector("h2") ?? document.body);
    expect([
      looks.fontSize,
      looks.fontFamily,
      looks.color,
      looks.textTransform,
      looks.letterSpacing,
      looks.whiteSpace,
      looks.textAlign,
    ]).to.deep.equal(["24px", "monospace, sans-serif", "rgb(1, 2, 3)", "none", "normal", "normal", "start"]);
    stage.element.style.visibility = "hidden";
    expect(getComputedStyle(stage.part("reward")).visibility).to.equal("hidden");
    document.adoptedStyleSheets = [];
  });

  /** The kinds of parents that ask for the element's own width: its least one, its best one, or both. */
  const PARENTS = [
    "<div style='display: flex'>",
    "<div style='display: flex; justify-content: center'>",
    "<div style='display: flex; flex-direction: column; align-items: center'>",
    "<div style='display: flex; flex-wrap: wrap'><div style='flex: 1 1 auto'>",
    "<div style='display: flex'><div>",
    "<div style='display: grid; place-items: center'>",
    "<div style='display: grid; grid-template-columns: auto'><div>",
    "<div style='display: grid; grid-template-columns: 1fr'><div>",
    "<div style='display: inline-flex'><div>",
    "<div style='display: inline-block'>",
    "<div style='float: left'>",
    "<div style='width: fit-content'>",
    "<div style='width: min-content'>",
    "<div style='position: absolute'>",
    "<div style='display: table'>",
    "<div style='display: table-cell'>",
    "<table><tr><td>",
    "<fieldset>",
    "<dialog open style='margin: auto'>",
    "<center><div style='display: inline-grid'>",
  ];
  const widthIn = (column: HTMLElement, { element }: Stage, width: number): number => {
    column.style.inlineSize = `${width}px`;
    return element.getBoundingClientRect().width;
  };
  for (const parent of PARENTS) {
    it(`has a width of its own, and nothing out of sight on a phone, inside ${parent}`, async () => {
      const column = columnOf(390);
      column.style.position = "relative";
      column.innerHTML = parent;
      let place: Element = column;
      while (place.firstElementChild) place = place.firstElementChild;
      const stage = await mount({ into: place });
      await until(() => stage.find("reward"));
      const least = /min-content/.test(parent);
      expect(widthIn(column, stage, 700)).to.be.within(least ? 200 : 600, least ? 240 : 700);
      for (const go of [() => {}, () => stage.pick("A"), () => stage.redeem("A")]) {
        await go();
        expect(widthIn(column, stage, 390), stage.state).to.be.within(least ? 200 : 300, least ? 240 : 390);
        expect(column.scrollWidth, `${stage.state}: nothing is out of sight`).to.equal(390);
      }
      column.remove();
    });
  }

  it("lets the page's ::part reach its parts", async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("reward-rehearsal::part(reward) { outline: 7px solid rgb(1, 2, 3); }");
    document.adoptedStyleSheets.push(sheet);
    const stage = await mount();
    await until(() => stage.find("reward"));
    expect(getComputedStyle(stage.part("reward")).outlineColor).to.equal("rgb(1, 2, 3)");
    document.adoptedStyleSheets = [];
  });
});
