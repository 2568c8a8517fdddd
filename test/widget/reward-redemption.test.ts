import { expect } from "@open-wc/testing";
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import { until } from "./support/fake-clock.ts";
import {
  booked,
  data,
  FakeServer,
  ORDER,
  offline,
  PRIMARY_AND_PIN,
  redeemed,
  silence,
} from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";

/** Seconds before the end of a hold. */
const WARNED_FROM = 300;
const MANY_PRESSES = 5;

describe("the first screen's words", () => {
  const words = { pick_title: "Choisissez votre récompense", loading: "Chargement…" };

  it("come with the order, so that no file is fetched before the first card", async () => {
    const fetched: string[] = [];
    const server = new FakeServer();
    const { rewards: catalog } = server;
    server.reply("POST /v1/opening", () =>
      data({ order: { ...ORDER, locale: "fr-FR" }, catalog, locale: "fr-FR", words }),
    );
    const texts = (tag: string, group: string) => {
      fetched.push(`${tag}-${group}`);
      return new Promise<never>(() => {});
    };
    const stage = await mount({ server, loaders: { texts } });
    await stage.shows("open");
    expect(stage.part("title").textContent).to.equal("Choisissez votre récompense");
    expect(fetched).not.to.include("fr-first");
  });

  it("are asked for in the language that the page set", async () => {
    const stage = await mount({ attributes: { locale: "pt-BR" } });
    await stage.shows("open");
    expect(stage.server.calls[0]?.body).to.include({ locale: "pt-BR" });
  });
});

describe("from choice to code", () => {
  it("sends the user's selection, booking and confirmation, each once", async () => {
    const stage = await mount();
    await stage.redeem("A");
    const { calls } = stage.server;
    expect(calls.map(({ route }) => route)).to.deep.equal([
      "POST /v1/opening",
      "GET /v1/rewards/A",
      "POST /v1/order/book",
      "POST /v1/order/redeem",
    ]);
    expect(calls.at(-1)?.body).to.deep.equal({ attempt: 1, sku: "A" });
    expect(stage.element.isConnected).to.equal(true);
  });

  it("sends one booking and one confirmation however often they are pressed", async () => {
    const stage = await mount();
    await stage.pick("A");
    const book = stage.part("book");
    for (let press = 0; press < MANY_PRESSES; press++) book.click();
    await stage.shows("booked");
    await stage.settle();
    await until(() => stage.part("confirm").ariaDisabled === "false");
    const confirm = stage.part("confirm");
    for (let press = 0; press < MANY_PRESSES; press++) confirm.click();
    await stage.shows("redeemed");
    expect([
      stage.server.count("POST /v1/order/book"),
      stage.server.count("POST /v1/order/redeem"),
    ]).to.deep.equal([1, 1]);
  });

  it("says that confirming is final before it can be pressed", async () => {
    const stage = await mount();
    await stage.book("A");
    expect(stage.text)
      .to.match(/final/)
      .and.not.match(/charged/);
    expect(stage.part("confirm").getAttribute("aria-describedby")).to.equal("final");
  });

  it("is not confirmed by the second half of a double click on the button that was there before", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.part("confirm").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    expect([stage.state, stage.server.count("POST /v1/order/redeem")]).to.deep.equal(["booked", 0]);
    await stage.press("confirm");
    await stage.shows("redeemed");
  });

  it("ignores presses of a pointer on a button that just appeared, but not those of keys", async () => {
    const stage = await mount();
    const tap = (part: string) =>
      stage.part(part).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    await stage.pick("A");
    tap("book");
    expect(stage.server.count("POST /v1/order/book")).to.equal(0);
    await stage.settle();
    tap("book");
    await stage.shows("booked");
    await until(() => stage.part("confirm").textContent?.includes("Confirm and get it"), "it is prepared");
    tap("confirm");
    expect(stage.part("confirm").ariaDisabled).to.equal("true");
    await stage.settle();
    await until(() => stage.part("confirm").ariaDisabled === "false");
    expect(stage.server.count("POST /v1/order/redeem")).to.equal(0);
    tap("confirm");
    await stage.shows("redeemed");
    await until(() => stage.find("till"), "the codes");
    const followed: string[] = [];
    stage.element.addEventListener("click", ({ defaultPrevented }) => followed.push(`${defaultPrevented}`));
    // Every button and link of the new screen; no press reaches the page.
    for (const each of stage.root.querySelectorAll("button, a, summary"))
      each.dispatchEvent(
        new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, detail: 1 }),
      );
    expect([followed, stage.find("close"), stage.eventNames.includes("reward-reveal")]).to.deep.equal([
      [],
      undefined,
      false,
    ]);
    await stage.press("reveal");
    expect(stage.eventNames.includes("reward-reveal"), "by a key").to.equal(true);
    await stage.settle();
    tap("till");
    await until(() => stage.find("close"), "the screen for the till");
  });

  it("waits until the page has stopped scrolling before a new screen takes a press of a pointer", async () => {
    const stage = await mount();
    await stage.pick("A");
    const isNew = (): boolean => stage.root.querySelector(".frame")?.hasAttribute("data-new") === true;
    const under = (each = stage.part("book")): Element | null => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return stage.root.elementFromPoint(left + width / 2, top + height / 2);
    };
    expect([isNew(), under()?.closest("button, a, input, summary") ?? null]).to.deep.equal([true, null]);
    const heading = stage.root.querySelector<HTMLElement>(".sheet h2") ?? expect.fail("no heading");
    expect(under(heading)?.closest(".scroll") ?? null, "it can be scrolled at once").not.to.equal(null);
    await stage.clock.pass(400);
    document.dispatchEvent(new Event("scroll", { bubbles: true }));
    await stage.clock.pass(100);
    expect(isNew(), "just after it scrolled").to.equal(true);
    await stage.clock.pass(150);
    await until(() => !isNew(), "it takes presses");
    expect(under()?.part.contains("book")).to.equal(true);
  });

  /** From here on the server cannot be reached until something is asked of it a second time. */
  const isOut = ({ server }: Stage) =>
    server.reply("POST /v1/opening", offline).reply("GET /v1/order", offline);

  it("cannot be confirmed while the barcode drawers cannot be loaded, but can after a retry", async () => {
    let isBroken = true;
    const { loaders } = await import("../../widget/loaders.ts");
    const drawers = async () =>
      isBroken ? Promise.reject(new Error("offline")) : (await loaders.flow()).fetchDrawers();
    const stage = await mount({ loaders: { drawers } });
    await stage.pick("A");
    isOut(stage);
    await stage.press("book");
    await stage.shows("booked");
    await until(() => stage.find("retry"), "retry");
    await stage.press("confirm");
    expect(stage.server.count("POST /v1/order/redeem")).to.equal(0);
    expect(stage.part("alert").textContent).to.match(/Nothing is final until you confirm/);
    isBroken = false;
    await stage.press("retry");
    await stage.pressWhenReady("confirm");
    await stage.shows("redeemed");
  });

  it("says so when the later screens cannot be loaded, and tries again", async () => {
    let isBroken = true;
    const { loaders } = await import("../../widget/loaders.ts");
    const flow = () => (isBroken ? Promise.reject(new Error("offline")) : loaders.flow());
    const stage = await mount({ loaders: { flow } });
    await until(() => stage.all("reward").length > 0);
    isOut(stage);
    stage.all("reward")[0]?.click();
    await stage.shows("problem");
    isBroken = false;
    await stage.press("retry");
    await stage.shows("open");
    await stage.pick("A");
  });

  const gone = () => Promise.reject(new Error("Failed to fetch …/flow.js"));
  for (const [what, loaders] of [
    ["the later screens", { flow: gone }],
    ["the barcode drawers", { drawers: gone }],
  ] as const) {
    it(`says to reload the page if the file of ${what} is gone and the server answers; the console names it once`, async () => {
      const told: unknown[][] = [];
      const { error } = globalThis.console;
      globalThis.console.error = (...line) => told.push(line);
      const stage = await mount({ loaders });
      await until(() => stage.all("reward").length > 0);
      stage.all("reward")[0]?.click();
      if ("drawers" in loaders) {
        await until(() => stage.find("terms"));
        await stage.press("book");
      }
      await until(() => stage.find("retry"), "a button");
      globalThis.console.error = error;
      expect(stage.part("alert").textContent).to.contain("Please reload the page");
      expect(stage.part("retry").textContent).to.equal("Reload the page");
      expect(told.map(([line]) => /flow\.js|qr\.js/.test(String(line)))).to.deep.equal([true]);
    });
  }

  it("handles a press from before the later screens were loaded as soon as they are, once", async () => {
    const { loaders } = await import("../../widget/loaders.ts");
    let arrive = () => {};
    const here = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const stage = await mount({ loaders: { flow: () => here.then(() => loaders.flow()) } });
    await until(() => stage.all("reward").length > 0);
    for (let press = 0; press < MANY_PRESSES; press++) stage.all("reward")[0]?.click();
    expect(stage.state).to.equal("open");
    arrive();
    await stage.shows("details");
    expect(stage.eventNames.filter((name) => name === "reward-select")).to.deep.equal(["reward-select"]);
  });

  it("does not wait for ever for a chunk that never arrives", async () => {
    const stage = await mount({ loaders: { flow: () => new Promise(() => {}) } });
    await until(() => stage.all("reward").length > 0);
    stage.all("reward")[0]?.click();
    await stage.clock.pass(15_000);
    await stage.shows("problem");
    expect(stage.text).to.contain("We cannot reach the server");
  });
});

describe("time", () => {
  it("left is shown, announced before its end, and ended by the server", async () => {
    const server = new FakeServer();
    server.order = { ...booked(), hold_seconds_left: WARNED_FROM + 1 + CONFIRM_MARGIN_SECONDS };
    const stage = await mount({ server });
    const passes = async (seconds: number) => {
      await stage.clock.pass(seconds * 1_000);
      await stage.element.updateComplete;
    };
    await stage.shows("booked");
    expect(stage.part("countdown").textContent).to.match(/^Reserved for you until \d/);
    expect(stage.announced).to.equal("");
    await passes(1.5);
    expect([stage.part("countdown").textContent, stage.announced]).to.deep.equal([
      "5:00",
      "5 minutes left to confirm.",
    ]);
    await passes(240);
    expect([stage.part("countdown").textContent, stage.announced]).to.deep.equal([
      "1:00",
      "One minute left to confirm.",
    ]);
    stage.server.order = ORDER;
    await passes(60);
    await stage.shows("details");
    expect(stage.part("alert").textContent).to.match(/run out.*Nothing is final until you confirm/);
    await stage.press("book");
    await stage.shows("booked");
    expect(stage.server.count("POST /v1/order/redeem")).to.equal(0);
  });
});

describe("resuming", () => {
  it("shows the codes of an order that was redeemed before, asking by POST", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    const stage = await mount({ server });
    await until(() => stage.find("code"));
    expect(stage.eventNames).to.deep.equal(["reward-ready"]);
    await stage.unveil();
    expect(stage.part("code-value").textContent).to.equal(PRIMARY_AND_PIN.items[0]?.value);
  });

  it("continues a booking with the time left that the server gives", async () => {
    const server = new FakeServer();
    server.order = { ...booked(), hold_seconds_left: 90 + CONFIRM_MARGIN_SECONDS };
    const stage = await mount({ server });
    await stage.shows("booked");
    expect(stage.part("countdown").textContent).to.equal("1:30");
    await until(() => stage.find("terms"));
    await stage.pressWhenReady("confirm");
    await stage.shows("redeemed");
  });
});

describe("the server", () => {
  it("may be set after the session, and the session goes to no other server", async () => {
    const stage = await mount({ session: null });
    stage.element.removeAttribute("server");
    await stage.element.updateComplete;
    stage.element.session = "token-1" as never;
    stage.element.server = "https://late.test";
    await stage.shows("open");
    expect(stage.server.hosts).to.deep.equal(["late.test"]);
  });

  it("may be corrected until one has answered", async () => {
    const stage = await mount({ server: new FakeServer().reply("POST /v1/opening", silence) });
    await until(() => stage.server.count("POST /v1/opening") === 1);
    stage.element.server = "https://right.test";
    await stage.shows("open");
    expect(stage.server.hosts).to.deep.equal(["rewards.test", "right.test"]);
  });

  it("that answers something else leads to a message, not to an endless wait", async () => {
    const stage = await mount({
      server: new FakeServer()
        .reply("POST /v1/opening", () => data({ state: "open" }))
        .reply("GET /v1/order", () => data({ state: "open" })),
    });
    await stage.shows("problem");
    await until(() => /Something went wrong on our side/.test(stage.text));
  });
});
