import { expect } from "@open-wc/testing";
import type { Order } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  booked,
  data,
  FakeServer,
  notified,
  ORDER,
  offline,
  openFor,
  problem,
  processing,
  redeemed,
  reward,
} from "../support/fake-server.ts";
import { expectHelp, fixtureCleanup, mount, type Stage, type Wishes } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

afterEach(() => fixtureCleanup());

async function showing(order: Order, wishes: Wishes = {}): Promise<Stage> {
  const server = wishes.server ?? new FakeServer();
  server.order = order;
  const stage = await mount({ ...wishes, server });
  await stage.shows(order.state);
  await until(() => stage.find("summary"));
  return stage;
}

const TOLD = ["canceled", "refunded", "failed", "denied", "blocked", "expired"] as const;
const told = (state: Order["state"]): Order => ({ ...redeemed(), state });
const AFTER_THE_CHOICE: readonly Order[] = [
  booked(),
  processing("redeem"),
  redeemed(),
  activated(),
  notified(),
  ...TOLD.map(told),
];
const SUPPORT = "https://shop.example/help";

describe("the pass", () => {
  for (const order of AFTER_THE_CHOICE) {
    it(`is one object with art and name on the screen ${order.state}, which has a way to help`, async () => {
      const stage = await showing(order, { attributes: { support: SUPPORT } });
      expect(stage.all("summary").length).to.equal(1);
      const pass = stage.part("summary");
      expect(pass.querySelectorAll("[part~=card]").length).to.equal(1);
      expect(pass.querySelector(".name")?.textContent).to.equal("Reward A");
      if (order.state === "booked") return;
      const isToldOnly = order.state === "notified" || TOLD.some((state) => state === order.state);
      expectHelp(stage, isToldOnly ? "button" : "link");
      const help = stage.part("support") as HTMLAnchorElement;
      expect([help.href, help.target, help.rel]).to.deep.equal([SUPPORT, "_blank", "noopener noreferrer"]);
    });
  }

  const worth: [name: string, shown: string[], locale?: string][] = [
    ["Kestrow Card $25", ["Kestrow Card", "$25"]],
    ["Kestrow Card, $25.00", ["Kestrow Card", "$25"]],
    ["Kestrow Card", ["Kestrow Card", "$25"]],
    ["$25 for Kestrow", ["$25 for Kestrow"]],
    ["Kestrow Card $125", ["Kestrow Card $125", "$25"]],
    ["Kestrow Card $25.50", ["Kestrow Card $25.50", "$25"]],
    ["Kestrow Card, $5 to $150", ["Kestrow Card", "$25"]],
    ["Kestrow 25", ["Kestrow", "$25"]],
    ["Kestrow Card, $25", ["Kestrow Card", "25\u00a0$US"], "fr"],
    ["$25 for Kestrow", ["$25 for Kestrow"], "de"],
    ["Kestrow Card, $25", ["Kestrow Card", "\u206625\u00a0US$\u2069"], "ar"],
  ];
  for (const [name, shown, locale = "en"] of worth) {
    it(`of “${name}” worth $25 shows each once in ${locale}`, async () => {
      const stage = await showing(
        { ...booked(), reward_name: name, value: { amount: 25, currency: "USD" } },
        { attributes: { locale } },
      );
      const said = [...stage.part("summary").querySelectorAll(".name, .worth")].map(
        ({ textContent }) => textContent,
      );
      expect(said).to.deep.equal(shown);
    });
  }

  it("shows a worth that only the name has like all amounts, and takes no other number for a worth", async () => {
    const saidOf = async (name: string, currency: string, locale = "en"): Promise<(string | null)[]> => {
      const stage = await showing({ ...booked(), reward_name: name, currency }, { attributes: { locale } });
      const said = [...stage.part("summary").querySelectorAll(".name, .worth")].map(
        ({ textContent }) => textContent,
      );
      stage.element.remove();
      return said;
    };
    expect(await saidOf("Kestrow Card $25", "USD", "de")).to.deep.equal(["Kestrow Card", "25\u00a0$"]);
    expect(await saidOf("Carte Kestrow 25\u00a0€", "EUR", "fr")).to.deep.equal([
      "Carte Kestrow",
      "25\u00a0€",
    ]);
    expect(await saidOf("Studio 54", "USD")).to.deep.equal(["Studio 54"]);
    expect(await saidOf("Kestrow Card, $5 to $100", "USD")).to.deep.equal(["Kestrow Card, $5 to $100"]);
  });

  it("of a reward on hold keeps its colours: the reward may still come", async () => {
    const stage = await showing(told("blocked"));
    const art = stage.part("summary").querySelector(".picture") ?? expect.fail("no art");
    expect(getComputedStyle(art).filter).to.equal("none");
  });

  it("of a lost reward leads to help, instead of words about help", async () => {
    const stage = await showing(told("denied"), { attributes: { support: SUPPORT } });
    expectHelp(stage, "button");
    expect(stage.text).not.to.contain("Please contact this website");
    const art = stage.part("card");
    expect(getComputedStyle(art).filter).to.equal("grayscale(1)");
    const none = await showing(told("denied"));
    expect(none.text, "where there is no link").to.contain("Please contact this website");
  });

  it("of a confirmation without a connection says that it was not sent, and what will happen", async () => {
    const server = new FakeServer();
    server.order = booked();
    const stage = await mount({ server });
    await stage.shows("booked");
    server.reply("POST /v1/order/redeem", offline);
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    try {
      await stage.pressWhenReady("confirm");
      await until(() => /There is no connection/.test(stage.text), "what is told");
    } finally {
      Reflect.deleteProperty(navigator, "onLine");
    }
    expect(stage.root.querySelector("h2")?.textContent).to.equal("Not sent yet");
    expect(stage.text).to.contain("If you leave this page, nothing is lost: you can confirm later.");
    expect(stage.text).not.to.match(/Sent at|Getting your reward|still checking|You can leave this page/);
  });

  it("links to help by mail, too, and to the session's address if the page sets none", async () => {
    const byMail = await showing(told("failed"), { attributes: { support: "mailto:help@shop.example" } });
    expect((byMail.part("support") as HTMLAnchorElement).target).to.equal("");
    const bySession = await showing({ ...told("failed"), support_url: SUPPORT });
    expect((bySession.part("support") as HTMLAnchorElement).href).to.equal(SUPPORT);
    const refused = await showing(
      { ...told("failed"), support_url: SUPPORT },
      { attributes: { support: "javascript:alert(1)" } },
    );
    expect((refused.part("support") as HTMLAnchorElement).href).to.equal(SUPPORT);
    expect((await showing(told("failed"))).find("support")).to.equal(undefined);
  });

  it("has art also before a choice, and a way on", async () => {
    const server = new FakeServer().reply("POST /v1/opening", () => problem("upstream_unavailable"));
    const stage = await mount({ server });
    await stage.shows("problem");
    await until(() => stage.find("summary"));
    expect([stage.all("card").length, stage.find("retry") !== undefined]).to.deep.equal([1, true]);
    await expect(stage.element).to.be.accessible();
  });

  it("has the personal message of the site, and its sender, as text", async () => {
    const stage = await showing({
      ...redeemed(),
      gift: { message: "<b>Well done</b>\nMara", sender_name: "Your Club" },
    });
    expect(stage.root.querySelector(".gift blockquote")?.textContent).to.equal("<b>Well done</b>\nMara");
    expect(stage.root.querySelector(".gift figcaption")?.textContent).to.equal("– Your Club");
    expect((await showing(redeemed())).root.querySelector(".gift")).to.equal(null);
  });

  it("is unwrapped once if it was redeemed here just now, and is there at once on a return", async () => {
    const stage = await mount();
    await stage.redeem();
    const pass = stage.part("summary");
    const animations = pass.getAnimations({ subtree: true }).filter((each) => "animationName" in each);
    if (!matchMedia("(prefers-reduced-motion)").matches) expect(animations.length).to.be.above(0);
    for (const { effect } of animations) {
      expect(Number(effect?.getComputedTiming().endTime)).to.be.at.most(600);
      for (const frame of (effect as KeyframeEffect).getKeyframes()) {
        const { offset: _, computedOffset: __, easing: ___, composite: ____, ...moved } = frame;
        expect(
          Object.keys(moved).every((property) => ["opacity", "transform"].includes(property)),
          Object.keys(moved).join(),
        ).to.equal(true);
      }
    }
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await until(() => stage.find("code"));
    expect(stage.part("summary").className.trim()).to.equal("pass");
    const back = await showing(redeemed());
    await until(() => back.find("code"));
    expect(back.part("summary").className.trim()).to.equal("pass");
  });

  it("shows the offer before a choice, and the reward that was looked at when the session ended", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.pick("A");
    server.sessions.clear();
    await stage.press("book");
    await stage.shows("session-expired");
    expect(stage.part("summary").querySelector(".name")?.textContent).to.equal("Reward A");
    const closed = new FakeServer();
    closed.catalogComesAlong = false;
    closed.reply("GET /v1/catalog", () => problem("promotion_unavailable"));
    const none = await mount({ server: closed });
    await until(() => none.find("summary"));
    expect(none.part("summary").querySelector(".name")?.textContent).to.equal("Autumn");
  });

  it("has art of its full width on a phone if nothing is to be scanned, and never breaks an amount", async () => {
    const column = columnOf(320);
    const widthIn = async (server: FakeServer): Promise<number> => {
      server.order = { ...redeemed(), value: { amount: 100, currency: "USD" } };
      const stage = await mount({ server, into: column, attributes: { locale: "fr" } });
      await until(() => stage.find("code"));
      const worth = stage.part("summary").querySelector<HTMLElement>(".worth") ?? expect.fail("no worth");
      expect(worth.getClientRects().length).to.equal(1);
      expect(worth.offsetHeight).to.be.below(2 * Number.parseFloat(getComputedStyle(worth).fontSize));
      return stage.part("card").offsetWidth / stage.part("summary").offsetWidth;
    };
    const plain = new FakeServer();
    const { barcode: _, ...codes } = plain.codes;
    plain.codes = codes;
    expect(await widthIn(plain)).to.be.above(0.8);
    expect(await widthIn(new FakeServer())).to.be.below(0.6);
    column.remove();
  });

  it("has one width, in the middle of a wide column, on every screen without texts beside it", async () => {
    const column = columnOf(720);
    const server = new FakeServer();
    // The text on how to use a code is hidden before there is a code, and this reward has no other texts.
    server.rewards = [reward("A", { important_instructions: "", terms_and_conditions: "" })];
    const places = new Map<string, string[]>();
    for (const order of AFTER_THE_CHOICE.filter(({ state }) => !["booked", "redeemed"].includes(state))) {
      const stage = await showing(order, { server, into: column });
      await until(() => !stage.root.querySelector(".aside"), `no texts on ${order.state}`);
      const frame = stage.root.querySelector(".frame")?.getBoundingClientRect();
      const { left, right, width } = stage.part("summary").getBoundingClientRect();
      const place = `${width}, ${Math.round(left - (frame?.left ?? 0)) === Math.round((frame?.right ?? 0) - right)}`;
      places.set(place, [...(places.get(place) ?? []), order.state]);
      stage.element.remove();
    }
    column.remove();
    expect([...places.keys()], JSON.stringify([...places])).to.deep.equal(["544, true"]);
  });

  it("has its barcode on paper as wide as its buttons, or from border to border", async () => {
    const drawnIn = async (width: number): Promise<number[]> => {
      const column = columnOf(width);
      const stage = await showing(redeemed(), { into: column });
      await stage.unveil();
      await until(() => stage.find("barcode"), "the barcode");
      const pass = stage.part("summary");
      const [paper, button, border] = [".paper", "[part~=till]"]
        .map((each) => pass.querySelector(each)?.getBoundingClientRect())
        .concat(pass.getBoundingClientRect());
      column.remove();
      return [paper, button, border].map((box) => Math.round(box?.width ?? 0));
    };
    for (const width of [340, 360, 400, 480, 640, 720, 1100]) {
      const [paper, button = 0, border = 0] = await drawnIn(width);
      expect([button, border - 2], `${width} px`).to.include(paper);
    }
  });

  it("has buttons of equal height beside each other", async () => {
    const column = columnOf(1_100);
    const stage = await showing(booked(), { into: column });
    const [confirm, back] = ["confirm", "back"].map((part) => stage.part(part).getBoundingClientRect());
    expect([back?.top, back?.height]).to.deep.equal([confirm?.top, confirm?.height]);
    column.remove();
  });

  it("keeps the confirm button in sight on a small phone, with the words about the confirmation", async () => {
    const stage = await showing(booked());
    const foot = stage.root.querySelector(".foot") ?? expect.fail("no foot");
    expect(getComputedStyle(foot).position).to.equal("sticky");
    expect(foot.contains(stage.part("confirm")) && foot.querySelector("#final") !== null).to.equal(true);
  });

  it("of the only reward has a way back to it, with the chosen amount, and ends with help", async () => {
    const server = new FakeServer();
    server.rewards = [reward("FREE", { free_value: true, min_amount: "10", max_amount: "100" })];
    const stage = await mount({ server, attributes: { support: "https://shop.example/help" } });
    await stage.shows("details");
    await until(() => stage.find("terms"));
    await stage.type("amount", "50");
    await stage.press("book");
    await stage.shows("booked");
    const last = stage.root.querySelector(".column")?.lastElementChild;
    expect(last?.querySelector("[part~=support]")?.textContent).to.contain("Get help");
    expect(stage.part("back").textContent).to.equal("Go back");
    await stage.press("back");
    await stage.shows("details");
    expect((stage.part("amount") as HTMLInputElement).value).to.equal("50");
  });

  it("of an e-mail ends with help before it is confirmed", async () => {
    const server = new FakeServer();
    server.order = { ...openFor("notify"), support_url: "https://shop.example/help" };
    const stage = await mount({ server });
    await stage.choose("A");
    const last = stage.root.querySelector(".column")?.lastElementChild;
    expect(last?.querySelector("[part~=support]")).not.to.equal(null);
  });
});

describe("the timeline", () => {
  it("shows when the confirmation was sent, since when it is checked, and the next step, as far as known", async () => {
    const stage = await mount();
    await stage.book("A");
    await stage.clock.pass(5 * 60_000);
    stage.server.reply("POST /v1/order/redeem", () => {
      stage.server.order = processing("redeem", { reference: "rd-1" });
      return data(stage.server.order, 202, { "retry-after": "2" });
    });
    const steps = () =>
      [...stage.root.querySelectorAll(".steps li")].map(({ textContent }) =>
        (textContent ?? "").replace(/\s+/g, " ").trim(),
      );
    await stage.press("confirm");
    await until(() => /Checking since/.test(stage.text));
    const sent = steps()[0];
    expect(sent).to.match(/^Sent at 10:05/);
    expect(steps()[1]).to.match(/^Checking since 10:05/);
    // The timeline shows the progress; a bar above it would repeat it.
    expect(stage.root.querySelector("[role=progressbar]")?.className).to.equal("unseen");
    await stage.clock.pass(3 * 60_000);
    await until(() => /taking longer than usual/.test(stage.text));
    expect(steps()[0]).to.equal(sent);
    expect(steps()[1]).to.match(/^Checking since 10:05/);
    expect(steps()[2]).to.equal("Your code appears here");
  });

  it("shows no time for a confirmation sent on another visit", async () => {
    const stage = await showing(processing("redeem"));
    expect(stage.root.querySelector(".steps .done")?.textContent).to.equal("Sent");
    expect(stage.text).to.contain("We do not know yet").and.not.contain("since");
  });
});

describe("an alert", () => {
  it("names its reward", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: "Fern Card" }), reward("B")];
    const stage = await mount({ server });
    await stage.pick("A");
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await stage.shows("open");
    await until(() => stage.find("alert"));
    expect(stage.part("alert").querySelector(".name")?.textContent).to.equal("Fern Card");
  });

  it("names the reward of the ended attempt", async () => {
    const server = new FakeServer();
    server.order = { ...openFor("redeem"), ended_attempt: 1, ended_reward_name: "Fern Card" };
    const stage = await mount({ server });
    await until(() => stage.find("alert"));
    expect(stage.part("alert").textContent).to.match(/Fern Card\s*Your last choice did not go through/);
    expect(ORDER.ended_attempt).to.equal(undefined);
  });
});
