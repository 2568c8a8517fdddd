/** Language, direction, the page's own texts and the test mark. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, reward } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

describe("language and looks", () => {
  const table: [
    what: string,
    attributes: Record<string, string>,
    order: Partial<typeof ORDER>,
    title: string,
  ][] = [
    ["its attribute", { locale: "fr_FR" }, { locale: "en" }, "Choisissez votre récompense"],
    ["the session", {}, { locale: "fr" }, "Choisissez votre récompense"],
    ["the promotion", {}, { promotion: { id: "p", locale: "fr_CA" } }, "Choisissez votre récompense"],
    ["nobody it understands", { locale: "xx" }, {}, "Choose your reward"],
  ];
  for (const [what, attributes, order, title] of table) {
    it(`follow ${what}`, async () => {
      const server = new FakeServer();
      server.order = { ...ORDER, ...order };
      const stage = await mount({ server, attributes });
      await stage.shows("open");
      expect(stage.root.querySelector("h2")?.textContent).to.equal(title);
      expect(stage.root.querySelector(".frame")?.getAttribute("lang")).to.equal(
        title.startsWith("Choose") ? "en" : "fr",
      );
    });
  }

  it("are English after a while if the French texts never arrive", async () => {
    const stage = await mount({
      attributes: { locale: "fr" },
      loaders: { texts: () => new Promise(() => {}) },
    });
    await until(() => stage.clock.waiting > 0);
    await stage.clock.pass(4_000);
    await until(() => /Choose your reward/.test(stage.text));
  });

  it("are English if the French texts cannot be loaded", async () => {
    const stage = await mount({
      attributes: { locale: "fr" },
      loaders: { texts: () => Promise.reject(new Error("offline")) },
    });
    await stage.shows("open");
    expect(stage.text).to.contain("Choose your reward");
  });

  for (const locale of ["sw-KE", "ur", "hi-IN-u-nu-deva", "am-ET-u-ca-ethiopic"]) {
    it(`are English with English numbers without texts for ${locale}`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("FREE", { free_value: true, min_amount: "1000", max_amount: "5000" })];
      server.order = { ...ORDER, amount_limits: { max_amount: "5000" } };
      const stage = await mount({ server, attributes: { locale } });
      await until(() => stage.text.includes("1,000 to 5,000, whole"), `the range in: ${stage.text}`);
      expect(stage.root.querySelector(".frame")?.getAttribute("dir")).to.equal("ltr");
    });
  }

  it("declare the language and the direction of the service's texts", async () => {
    const server = new FakeServer();
    server.order = { ...ORDER, promotion: { id: "p", locale: "fr_CA" } };
    const stage = await mount({ server, attributes: { locale: "en" } });
    await stage.pick("A");
    const texts = [...stage.root.querySelectorAll<HTMLElement>(".beside h2, .text")];
    expect(stage.part("terms")?.querySelector(".text")).to.equal(texts.at(-1));
    expect(texts.length).to.equal(5);
    for (const text of texts) expect([text.lang, text.dir]).to.deep.equal(["fr-CA", "auto"]);
    expect(stage.root.querySelector(".frame")?.getAttribute("lang")).to.equal("en");
  });

  it("ignore values among the page's own texts that are no strings", async () => {
    const messages = { pick_title: undefined, search: null, out_of_stock: 7, problem: 5, offline: () => "" };
    const stage = await mount({ properties: { messages: messages as never } });
    await until(() => stage.all("reward").length > 0);
    expect(stage.text).to.contain("Choose your reward").and.contain("Out of stock");
  });

  it("declare the page's language if the page provides the texts", async () => {
    const stage = await mount({
      attributes: { locale: "de-AT" },
      properties: { messages: { pick_title: "Wählen Sie" } },
    });
    await stage.shows("open");
    expect(stage.root.querySelector(".frame")?.getAttribute("lang")).to.equal("de");
  });

  it("run from right to left if the page's own texts do, also on a page that runs from left to right", async () => {
    const stage = await mount({
      attributes: { locale: "ur" },
      properties: { messages: { pick_title: "اپنا انعام منتخب کریں" } },
    });
    await stage.shows("open");
    const frame = stage.root.querySelector(".frame");
    expect([frame?.getAttribute("lang"), frame?.getAttribute("dir")]).to.deep.equal(["ur", "rtl"]);
  });

  it("take the page's own texts", async () => {
    const stage = await mount({ properties: { messages: { pick_title: "Pick one, <b>friend</b>" } } });
    await stage.shows("open");
    expect(stage.root.querySelector("h2")?.textContent).to.equal("Pick one, <b>friend</b>");
  });

  for (const [order, isMarked] of [
    [{ environment: "simulated" }, true],
    [{ environment: "sandbox" }, true],
    [{ environment: "production", testing: true }, true],
    [{ environment: "production" }, false],
  ] as const) {
    it(`${isMarked ? "mark" : "do not mark"} ${JSON.stringify(order)} as a test`, async () => {
      const server = new FakeServer();
      server.order = { ...ORDER, ...order };
      const stage = await mount({ server });
      await stage.shows("open");
      expect(stage.root.querySelector(".badge") !== null).to.equal(isMarked);
    });
  }
});
