import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import { turn, until } from "./support/fake-clock.ts";
import {
  booked,
  data,
  FakeServer,
  ORDER,
  offline,
  PRIMARY_AND_PIN,
  problem,
  processing,
  redeemed,
  reward,
  SECRET_PIN,
  silence,
} from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";
import { columnOf } from "./support/scenes.ts";

/** Seconds before the end of a hold. */
const WARNED_FROM = 300;
const MANY_PRESSES = 5;
/** More tabs than any screen of these tests has stops. */
const MOST_TABS = 20;

describe("from choice to code", () => {
  it("sends what the person picked, booked and confirmed, each once", async () => {
    const { server, ...stage } = await withCodes();
    expect(server.calls.map(({ route }) => route)).to.deep.equal([
      "POST /v1/opening",
      "GET /v1/rewards/A",
      "POST /v1/order/book",
      "POST /v1/order/redeem",
    ]);
    expect(server.calls.at(-1)?.body).to.deep.equal({ attempt: 1, sku: "A" });
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

  it("is not confirmed by the second half of a double click on the button that stood there before", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.part("confirm").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    expect([stage.state, stage.server.count("POST /v1/order/redeem")]).to.deep.equal(["booked", 0]);
    await stage.press("confirm");
    await stage.shows("redeemed");
  });

  it("takes no press of a pointer on a button that just appeared, and those of keys at once", async () => {
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
  });

  it("cannot be confirmed while what shows the codes cannot be loaded, and can after one more try", async () => {
    let isBroken = true;
    const { loaders } = await import("../../widget/loaders.ts");
    const drawers = async () =>
      isBroken ? Promise.reject(new Error("offline")) : (await loaders.flow()).fetchDrawers();
    const stage = await mount({ loaders: { drawers } });
    await stage.pick("A");
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
    stage.all("reward")[0]?.click();
    await stage.shows("problem");
    isBroken = false;
    await stage.press("retry");
    await stage.shows("open");
    await stage.pick("A");
  });

  it("does what was pressed before the later screens were here as soon as they are, once", async () => {
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

  it("draws the first of many rewards at once, and more before their end is seen", async () => {
    const server = new FakeServer();
    server.rewards = Array.from({ length: 2_000 }, (_, index) => reward(`SKU-${index}`));
    const stage = await mount({ server });
    await until(() => stage.all("reward").length > 0);
    const first = stage.all("reward").length;
    expect(first).to.be.below(100);
    stage.part("more").scrollIntoView();
    await until(() => stage.all("reward").length > first);
    scrollTo(0, 0);
    await stage.type("search", "1999");
    expect(stage.all("reward").map(({ dataset }) => dataset.sku)).to.deep.equal(["SKU-1999"]);
  });

  it("comes back to the search and the card that was looked at", async () => {
    const stage = await mount();
    await until(() => stage.all("reward").length > 0);
    await stage.type("search", "free");
    await stage.pick("FREE");
    await stage.press("back");
    await stage.shows("open");
    expect((stage.part("search") as HTMLInputElement).value).to.equal("free");
    expect((stage.root.activeElement as HTMLElement | null)?.dataset.sku).to.equal("FREE");
  });

  it("does not wait for ever for a part of the widget that never comes", async () => {
    const stage = await mount({ loaders: { flow: () => new Promise(() => {}) } });
    await until(() => stage.all("reward").length > 0);
    stage.all("reward")[0]?.click();
    await stage.clock.pass(15_000);
    await stage.shows("problem");
    expect(stage.text).to.contain("There was no answer");
  });

  it("goes past the picker where there is one reward only", async () => {
    const server = new FakeServer();
    server.rewards = [reward("ONLY")];
    const stage = await mount({ server });
    await stage.shows("details");
    expect(stage.find("back")).to.equal(undefined);
  });

  it("leaves a booked reward for another one", async () => {
    const stage = await mount();
    await stage.book("A");
    await stage.press("back");
    await stage.shows("open");
    await stage.pick("FREE");
    await stage.type("amount", "50");
    await stage.press("book");
    await stage.shows("booked");
    await stage.pressWhenReady("confirm");
    await stage.shows("redeemed");
    expect(
      stage.server.calls.filter(({ route }) => route === "POST /v1/order/redeem").map(({ body }) => body),
    ).to.deep.equal([{ attempt: 2, sku: "FREE", amount: "50" }]);
  });
});

describe("amounts", () => {
  it("outside the session's limit are refused where they are typed, and nothing is sent", async () => {
    const stage = await mount();
    await stage.pick("FREE");
    expect(stage.text).to.contain("5 to 100, whole amounts only");
    await stage.type("amount", "101");
    await stage.press("book");
    expect(stage.part("alert").textContent).to.equal("Please enter an amount between 5 and 100.");
    const describedBy = stage.part("amount").getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(describedBy.map((id) => stage.root.getElementById(id)?.textContent)).to.deep.equal([
      "Please enter an amount between 5 and 100.",
      "5 to 100, whole amounts only",
    ]);
    expect(stage.part("amount").ariaInvalid).to.equal("true");
    expect(stage.root.activeElement).to.equal(stage.part("amount"));
    expect(stage.server.count("POST /v1/order/book")).to.equal(0);
  });

  for (const [locale, shown] of [
    ["en", ["$", "$5 to $100, whole amounts only", "$5", "left"]],
    ["de", ["$", "5\u00a0$ bis 100\u00a0$, nur ganze Beträge", "5\u00a0$", "right"]],
    ["ar", ["US$", "\u20665\u00a0US$\u2069", "\u20665\u00a0US$\u2069", "right"]],
  ] as const)
    it(`are money of the session's currency, as it is written in ${locale}; what is typed is a number alone`, async () => {
      const server = new FakeServer();
      server.order = { ...ORDER, currency: "USD" };
      const stage = await mount({ server, attributes: { locale } });
      await stage.pick("FREE");
      const [sign, hint, chip, side] = shown;
      const written = stage.root.querySelector(".sum > span");
      expect(written?.textContent).to.equal(sign);
      expect(stage.root.querySelector("#range")?.textContent).to.contain(hint);
      expect(stage.all("amount-choice")[0]?.textContent).to.equal(chip);
      const [of, field] = [written, stage.part("amount")].map((each) => each?.getBoundingClientRect());
      const isLeft = (of?.left ?? 0) + (of?.right ?? 0) < (field?.left ?? 0) + (field?.right ?? 0);
      expect(isLeft ? "left" : "right").to.equal(side);
      stage.all("amount-choice")[0]?.click();
      await stage.element.updateComplete;
      expect((stage.part("amount") as HTMLInputElement).value).to.equal("5");
    });

  it("that are refused are in sight with what is said of them, on the smallest phone", async () => {
    const column = columnOf(300);
    const stage = await mount({ into: column });
    await stage.pick("FREE");
    const terms = stage.part("terms");
    terms.style.maxHeight = "none";
    const scroll = stage.root.querySelector<HTMLElement>(".scroll") ?? expect.fail("nothing scrolls");
    scroll.style.flex = "none";
    scroll.style.height = "300px";
    await stage.type("amount", "500");
    await stage.press("book");
    const [field, refusal, seen] = [stage.part("amount"), stage.part("alert"), scroll].map((each) =>
      each.getBoundingClientRect(),
    );
    expect(field?.top).to.be.at.least(seen?.top ?? 0);
    expect(refusal?.bottom).to.be.at.most(seen?.bottom ?? 0);
    column.remove();
  });

  it("can be chosen with one press, inside the session's limit", async () => {
    const stage = await mount();
    await stage.pick("FREE");
    expect(stage.all("amount-choice").map(({ textContent }) => textContent)).to.deep.equal([
      "5",
      "10",
      "25",
      "50",
      "100",
    ]);
    stage.all("amount-choice")[2]?.click();
    await stage.element.updateComplete;
    expect((stage.part("amount") as HTMLInputElement).value).to.equal("25");
    expect(stage.all("amount-choice").map(({ ariaPressed }) => ariaPressed)).to.deep.equal([
      "false",
      "false",
      "true",
      "false",
      "false",
    ]);
    await stage.press("book");
    await stage.shows("booked");
    expect(stage.server.calls.at(-1)?.body).to.deep.equal({ sku: "FREE", amount: "25" });
  });

  it("of which only one is left are told, not asked, and sent", async () => {
    const server = new FakeServer();
    server.rewards = [reward("FREE", { free_value: true, min_amount: "25", max_amount: "25" })];
    const stage = await mount({ server });
    await stage.shows("details");
    await until(() => stage.find("terms"));
    expect([stage.find("amount"), stage.text.includes("Amount: 25")]).to.deep.equal([undefined, true]);
    await stage.press("book");
    await stage.shows("booked");
    expect(server.calls.find(({ route }) => route.endsWith("/book"))?.body).to.deep.equal({
      sku: "FREE",
      amount: "25",
    });
  });

  it("that the session fixes are told, not asked", async () => {
    const server = new FakeServer();
    server.order = { ...ORDER, amount_limits: { amount: "25" } };
    const stage = await mount({ server });
    await stage.pick("FREE");
    expect(stage.find("amount")).to.equal(undefined);
    expect(stage.text).to.contain("Amount: 25");
    await stage.press("book");
    await stage.shows("booked");
    expect(server.calls.at(-1)?.body).to.deep.equal({ sku: "FREE", amount: "25" });
  });
});

describe("doubt", () => {
  it("about a confirmation is told as doubt, and ends with the codes", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.book("A");
    server.reply("POST /v1/order/redeem", () => {
      server.order = processing("redeem", { reference: "rd-1" });
      return data(server.order, 202, { "retry-after": "2" });
    });
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    expect(stage.state).to.equal("processing");
    expect(stage.text)
      .to.match(/only be issued once/)
      .and.match(/leave this page/)
      .and.contain("rd-1");
    expect(stage.text).not.to.contain("longer than usual");
    const looks = server.count("GET /v1/order");
    await stage.clock.pass(1_999);
    expect(server.count("GET /v1/order")).to.equal(looks);
    await stage.clock.pass(1);
    expect(server.count("GET /v1/order")).to.equal(looks + 1);
    for (let looks = 0; looks < 4; looks++) await stage.clock.pass(5_000);
    await until(() => stage.text.includes("longer than usual"));
    server.order = redeemed();
    await stage.clock.pass(5_000);
    await stage.shows("redeemed");
    await until(() => stage.find("code"));
    expect([server.count("POST /v1/order/redeem"), server.count("POST /v1/order/codes")]).to.deep.equal([
      1, 1,
    ]);
  });

  it("after a broken connection repeats the same confirmation, and no other", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", offline);
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    expect(stage.text).to.contain("There is no connection. We keep trying.");
    await stage.clock.pass(2_000);
    await stage.shows("redeemed");
    const bodies = stage.server.calls.filter(({ route }) => route.endsWith("redeem")).map(({ body }) => body);
    expect(bodies).to.deep.equal([
      { attempt: 1, sku: "A" },
      { attempt: 1, sku: "A" },
    ]);
  });

  it("about an answer that never comes is looked into, without taking the confirmation back", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", () => {
      stage.server.order = processing("redeem");
      return silence();
    });
    await stage.press("confirm");
    await stage.clock.pass(20_000);
    await until(() => stage.text.includes("still checking"));
    stage.server.order = redeemed();
    await stage.clock.pass(5_000);
    await stage.shows("redeemed");
    expect(stage.server.count("POST /v1/order/redeem")).to.equal(1);
  });

  it("does not ask while nobody looks, and asks when somebody does", async () => {
    const server = new FakeServer();
    server.order = processing("redeem");
    const stage = await mount({ server });
    await stage.shows("processing");
    stage.clock.isVisible = false;
    await stage.clock.pass(60_000);
    expect(server.count("GET /v1/order")).to.equal(0);
    stage.clock.show();
    await until(() => server.count("GET /v1/order") === 1);
  });

  it("about a booking can be left for another choice", async () => {
    const server = new FakeServer();
    server.order = processing("book");
    const stage = await mount({ server });
    await stage.shows("processing");
    expect(stage.text).to.match(/Nothing is final until you confirm/);
    await stage.press("back");
    await stage.pick("A");
  });

  it("that ended without a code is told as that, not as a hold that ran out", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", () => {
      stage.server.order = ORDER;
      return data(processing("redeem"), 202);
    });
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    await stage.clock.pass(2_000);
    await stage.shows("details");
    expect(stage.part("alert").textContent).to.match(
      /^\s*Reward A\s+Your reward could not be issued. You can choose again./,
    );
    expect(stage.events.at(-1)?.type).to.equal("reward-error");
    expect(stage.events.at(-1)?.detail.code).to.equal(undefined);
  });
});

describe("time", () => {
  it("left is shown, announced before its end, and the server's to end", async () => {
    const server = new FakeServer();
    server.order = { ...booked(), hold_seconds_left: WARNED_FROM + 1 + CONFIRM_MARGIN_SECONDS };
    const stage = await mount({ server });
    const passes = async (seconds: number) => {
      await stage.clock.pass(seconds * 1_000);
      await stage.element.updateComplete;
    };
    await stage.shows("booked");
    expect([stage.part("countdown").textContent, stage.announced]).to.deep.equal(["5:01", ""]);
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

  it("takes up a booking with the time the server says is left", async () => {
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

describe("the session", () => {
  it("is gone from the attribute at once", async () => {
    const stage = await mount({ session: null });
    stage.element.setAttribute("session", "token-1");
    expect(stage.element.hasAttribute("session")).to.equal(false);
    expect(stage.element.session).to.equal(undefined);
    await stage.shows("open");
    expect(stage.element.outerHTML).not.to.contain("token-1");
    expect(stage.server.calls[0]?.token).to.equal("token-1");
  });

  it("may come as a property, also later", async () => {
    const stage = await mount({ session: null });
    expect([stage.state, stage.server.calls.length]).to.deep.equal(["loading", 0]);
    stage.element.session = "token-1" as never;
    await stage.shows("open");
  });

  it("is asked for at the start where the page can give one", async () => {
    const stage = await mount({ session: null, properties: { getSession: async () => "token-1" } });
    await stage.shows("open");
  });

  it("is renewed once without losing the place", async () => {
    let asked = 0;
    const stage = await mount();
    stage.element.getSession = async () => {
      asked++;
      stage.server.sessions = new Set(["token-2"]);
      return "token-2";
    };
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("booked");
    expect([asked, stage.server.count("POST /v1/order/book")]).to.deep.equal([1, 2]);
    expect(stage.eventNames).not.to.include("reward-session-expired");
  });

  it("that ended for good has a screen and an event, and a new one goes on at the same place", async () => {
    const stage = await mount();
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("session-expired");
    expect(stage.eventNames.at(-1)).to.equal("reward-session-expired");
    expect(stage.part("retry").textContent, "no page brings a new one by itself").to.equal("Reload the page");
    stage.server.sessions.add("token-3");
    stage.element.setAttribute("session", "token-3");
    await stage.shows("details");
    await stage.press("book");
    await stage.shows("booked");
  });

  it("that the page cannot give at first is asked for again by the person, and none is made up", async () => {
    let asked = 0;
    const stage = await mount({
      session: null,
      properties: {
        getSession: () => (++asked === 1 ? Promise.reject(new Error("not now")) : Promise.resolve("token-1")),
      },
    });
    await stage.shows("session-expired");
    expect([stage.server.calls.length, stage.eventNames]).to.deep.equal([0, ["reward-session-expired"]]);
    await until(() => stage.text.includes("Press “Try again”"));
    await stage.press("retry");
    await stage.shows("open");
    expect(stage.server.calls.every(({ token }) => token === "token-1")).to.equal(true);
  });

  it("that never comes is given up, and asked for again", async () => {
    let asked = 0;
    const stage = await mount({
      session: null,
      properties: {
        getSession: () => (++asked === 1 ? new Promise(() => {}) : Promise.resolve("token-1")),
      },
    });
    await until(() => asked === 1);
    await stage.clock.pass(10_000);
    await stage.shows("session-expired");
    await stage.press("retry");
    await stage.shows("open");
  });

  it("that is not known is a problem of its own", async () => {
    const stage = await mount({
      server: new FakeServer().reply("POST /v1/opening", () => problem("session_invalid")),
    });
    await stage.shows("problem");
    expect(stage.text).to.match(/do not recognize your session/i);
  });
});

describe("events", () => {
  it("tell each step, and never a secret", async () => {
    const { events, eventNames } = await withCodes(async (stage) => {
      await stage.press("reveal");
      await stage.press("copy");
    });
    expect(eventNames.slice(0, 4)).to.deep.equal([
      "reward-ready",
      "reward-select",
      "reward-book",
      "reward-redeem",
    ]);
    expect(events[1]?.detail).to.include({ order_id: "order-1", sku: "A", state: "open" });
    expect(events[3]?.detail).to.deep.equal({ order_id: "order-1", sku: "A", attempt: 1, state: "redeemed" });
    const told = JSON.stringify(events.map(({ type, detail }) => [type, detail]));
    for (const secret of [...PRIMARY_AND_PIN.items.map(({ value }) => value), "token-1"]) {
      expect(told).not.to.contain(secret);
    }
  });

  it("bubble out of every shadow root around them", async () => {
    const outer = document.createElement("div");
    document.body.append(outer);
    const heard: string[] = [];
    outer.addEventListener("reward-ready", ({ type }) => heard.push(type));
    const inner = outer.attachShadow({ mode: "open" }).appendChild(document.createElement("section"));
    const stage = await mount({ into: inner });
    await until(() => stage.find("reward"));
    expect(heard).to.deep.equal(["reward-ready"]);
    outer.remove();
  });

  for (const code of ["rate_limited", "upstream_unavailable", "confirmation_mismatch"] as const) {
    it(`tell a hold once, also when its confirmation is answered ${code}`, async () => {
      const stage = await mount();
      stage.server.reply("POST /v1/order/redeem", () => problem(code));
      await stage.book("A");
      await stage.press("confirm");
      await until(() => stage.eventNames.includes("reward-error"));
      await stage.clock.pass(1);
      await stage.shows("booked");
      expect(stage.eventNames.filter((name) => name === "reward-book").length).to.equal(1);
      await stage.press("back");
      await stage.pick("A");
      await stage.press("book");
      await until(() => stage.eventNames.filter((name) => name === "reward-book").length === 2);
    });
  }

  it("tell nothing of the hold with another reward that is picked", async () => {
    const stage = await mount();
    await stage.book("A");
    await stage.press("back");
    await stage.pick("FREE");
    expect(stage.events.at(-1)?.type).to.equal("reward-select");
    expect(stage.events.at(-1)?.detail).to.deep.equal({ order_id: "order-1", sku: "FREE" });
  });

  it("tell whose session ended, also at the second try", async () => {
    const stage = await mount({ properties: { getSession: () => Promise.reject(new Error("no")) } });
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("session-expired");
    await stage.press("retry");
    await until(() => stage.eventNames.filter((name) => name === "reward-session-expired").length === 2);
    expect(stage.events.at(-1)?.detail.order_id).to.equal("order-1");
  });

  it("tell a problem with its code and request id", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.eventNames.includes("reward-error"));
    expect(stage.events.at(-1)?.detail).to.include({
      code: "out_of_stock",
      request_id: "req-1",
      order_id: "order-1",
    });
  });
});

describe("the server", () => {
  it("may be named after the session, and the session goes to no other", async () => {
    const stage = await mount({ session: null });
    stage.element.removeAttribute("server");
    await stage.element.updateComplete;
    stage.element.session = "token-1" as never;
    stage.element.server = "https://late.test";
    await stage.shows("open");
    expect(stage.server.hosts).to.deep.equal(["late.test"]);
  });

  it("may be corrected as long as none has answered", async () => {
    const stage = await mount({ server: new FakeServer().reply("POST /v1/opening", silence) });
    await until(() => stage.server.count("POST /v1/opening") === 1);
    stage.element.server = "https://right.test";
    await stage.shows("open");
    expect(stage.server.hosts).to.deep.equal(["rewards.test", "right.test"]);
  });

  it("that answers something else leads to words, not to an endless wait", async () => {
    const stage = await mount({
      server: new FakeServer().reply("POST /v1/opening", () => data({ state: "open" })),
    });
    await stage.shows("problem");
    await until(() => /Something unexpected came back/.test(stage.text));
  });
});

describe("focus and keyboard", () => {
  it("goes to what went wrong, right above the button that was pressed", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () => problem("upstream_unavailable"));
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.find("alert"));
    await stage.element.updateComplete;
    const alert = stage.part("alert");
    expect(stage.root.activeElement === alert, "the focus is on the alert").to.equal(true);
    expect(alert.nextElementSibling?.contains(stage.part("book"))).to.equal(true);
  });

  it("leaves the page's focus alone until something was done here", async () => {
    const stage = await mount();
    await stage.shows("open");
    expect(document.activeElement).not.to.equal(stage.element);
  });

  it("moves the focus to the heading of each new screen", async () => {
    const stage = await mount();
    await stage.pick("A");
    expect(stage.root.activeElement?.tagName).to.equal("H2");
    await stage.press("book");
    await stage.shows("booked");
    expect(stage.root.activeElement?.textContent).to.match(/confirm/i);
  });

  it("brings a ready reward into sight from its top, else from its code, with what is done with it where that fits", async () => {
    for (const [width, hasBarcode, fits] of [
      [320, true, "code"],
      [320, false, "all"],
      [640, true, "code and button"],
      [780, true, "code and button"],
      [780, false, "all"],
    ] as const) {
      const column = columnOf(width);
      column.style.padding = "200px 0 1000px";
      const server = new FakeServer();
      const { barcode, ...codes } = server.codes;
      if (!hasBarcode) server.codes = { ...codes, items: codes.items.slice(0, 1) };
      const stage = await mount({ server, into: column });
      scrollTo(0, 0);
      await stage.redeem();
      await until(() => !hasBarcode || stage.find("barcode"), "the barcode");
      const { top } = stage.element.getBoundingClientRect();
      const main = stage.root.querySelector(".pass .main") ?? expect.fail("no main button");
      const { bottom } = main.getBoundingClientRect();
      const code = stage.root.querySelector(".pass .room, .pass .code")?.getBoundingClientRect().top;
      const said = `${width}, ${hasBarcode ? "with" : "without"} a barcode: ${top} to ${bottom} of ${innerHeight}`;
      column.remove();
      scrollTo(0, 0);
      expect(code, said).to.be.within(-1, innerHeight);
      expect(bottom < innerHeight, said).to.equal(fits !== "code");
      expect(top > -1, said).to.equal(fits === "all");
    }
  });

  describe("on a page that scrolls smoothly", () => {
    const { style } = document.documentElement;
    /** More than the widget waits for after a scroll has ended. */
    const FRAMES = 4;
    let column: HTMLElement;
    beforeEach(() => {
      style.scrollBehavior = "smooth";
      column = columnOf(640);
      column.style.padding = "2000px 0 1000px";
    });
    afterEach(() => {
      style.scrollBehavior = "";
      column.remove();
      scrollTo(0, 0);
    });

    /** The page has just begun to scroll to a ready reward. */
    async function toReady(): Promise<Stage> {
      const stage = await mount({ into: column });
      await stage.redeem();
      await until(() => stage.find("barcode"), "the barcode");
      return stage;
    }
    const stop = async (): Promise<void> => {
      const ended = new Promise((resolve) => addEventListener("scrollend", resolve, { once: true }));
      scrollTo({ top: 10, behavior: "instant" });
      await ended;
    };
    const codeBottom = (stage: Stage): number =>
      stage.root.querySelector(".pass .room")?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;

    it("brings the reward into sight at once where the page gives up on its way", async function () {
      // WebKit, which does not give up, does not tell either.
      if (!("onscrollend" in window)) this.skip();
      const stage = await toReady();
      await stop();
      await until(() => codeBottom(stage) < innerHeight, "the code is in sight");
    });

    it("lets who scrolls meanwhile go where they want", async function () {
      if (!("onscrollend" in window)) this.skip();
      await toReady();
      dispatchEvent(new WheelEvent("wheel"));
      await stop();
      for (let frame = 0; frame < FRAMES; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
      // Not to the pixel: a page that grows above what is in sight moves with it.
      expect(scrollY).to.be.below(100);
    });
  });

  it("goes from the button that shows more to the first card that it brought", async () => {
    const server = new FakeServer();
    server.rewards = Array.from({ length: 30 }, (_, index) => reward(`SKU-${index}`));
    const stage = await mount({ server, attributes: { style: "margin-block-start: 4000px" } });
    await until(() => stage.find("more"));
    // The rules of the focus come with the later screens.
    const { loaders } = await import("../../widget/loaders.ts");
    await loaders.flow();
    await turn();
    await stage.element.updateComplete;
    const drawn = stage.all("reward").length;
    // Before its nearness alone brings more.
    stage.part("more").focus({ preventScroll: true });
    await stage.press("more");
    await until(() => stage.all("reward").length > drawn);
    await until(() => stage.root.activeElement === stage.all("reward")[drawn]);
  });

  it("goes to the amount again when it is refused again", async () => {
    const stage = await mount();
    await stage.pick("FREE");
    for (let press = 0; press < 2; press++) {
      stage.part("book").focus();
      await stage.press("book");
      expect(stage.root.activeElement).to.equal(stage.part("amount"));
    }
  });

  it("goes from a reveal button that is gone to what was revealed", async () => {
    const stage = await mount();
    await stage.redeem("A");
    stage.part("reveal").focus();
    await stage.press("reveal");
    expect(stage.root.activeElement?.textContent).to.equal(SECRET_PIN);
  });

  it("goes to the heading where a button is gone without a new screen", async () => {
    const server = new FakeServer().reply("POST /v1/order/codes", () => problem("upstream_unavailable"));
    server.order = redeemed();
    const stage = await mount({ server });
    await until(() => stage.find("retry"));
    stage.part("retry").focus();
    await stage.press("retry");
    expect(stage.root.activeElement?.tagName).to.equal("H2");
  });

  it("needs nothing but the keyboard from choice to code", async () => {
    const stage = await mount();
    await until(() => stage.all("reward").length > 0);
    const goTo = async (part: string) => {
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        await sendKeys({ press: "Tab" });
        if (stage.root.activeElement?.matches(`[part~="${part}"]`)) return;
      }
      throw new Error(`${part} cannot be reached`);
    };
    await goTo("reward");
    await sendKeys({ press: "Enter" });
    await until(() => stage.find("terms"));
    await goTo("book");
    await sendKeys({ press: "Enter" });
    await stage.settle();
    await until(() => stage.find("confirm")?.ariaDisabled === "false");
    await goTo("confirm");
    await sendKeys({ press: " " });
    await until(() => stage.find("code"));
    await goTo("reveal");
    await sendKeys({ press: "Enter" });
    await until(() => stage.all("code-value").length === 2);
  });
});

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

  it("are English after a while where the French words never come", async () => {
    const stage = await mount({
      attributes: { locale: "fr" },
      loaders: { texts: () => new Promise(() => {}) },
    });
    await until(() => stage.clock.waiting > 0);
    await stage.clock.pass(4_000);
    await until(() => /Choose your reward/.test(stage.text));
  });

  it("are English where the French words cannot be loaded", async () => {
    const stage = await mount({
      attributes: { locale: "fr" },
      loaders: { texts: () => Promise.reject(new Error("offline")) },
    });
    await stage.shows("open");
    expect(stage.text).to.contain("Choose your reward");
  });

  for (const locale of ["sw-KE", "ur", "hi-IN-u-nu-deva", "am-ET-u-ca-ethiopic"]) {
    it(`are English with English numbers where nothing is spoken of ${locale}`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("FREE", { free_value: true, min_amount: "1000", max_amount: "5000" })];
      server.order = { ...ORDER, amount_limits: { max_amount: "5000" } };
      const stage = await mount({ server, attributes: { locale } });
      await until(() => stage.text.includes("1,000 to 5,000, whole"), `the range in: ${stage.text}`);
      expect(stage.root.querySelector(".frame")?.getAttribute("dir")).to.equal("ltr");
    });
  }

  it("name the language and the direction of the service's texts", async () => {
    const server = new FakeServer();
    server.order = { ...ORDER, promotion: { id: "p", locale: "fr_CA" } };
    const stage = await mount({ server, attributes: { locale: "en" } });
    await stage.pick("A");
    const texts = [
      stage.part("terms"),
      ...stage.root.querySelectorAll<HTMLElement>(".beside h2, .text:not(.terms)"),
    ];
    expect(texts.length).to.equal(5);
    for (const text of texts) expect([text.lang, text.dir]).to.deep.equal(["fr-CA", "auto"]);
    expect(stage.root.querySelector(".frame")?.getAttribute("lang")).to.equal("en");
  });

  it("ignore what is no text among the page's own texts", async () => {
    const messages = { pick_title: undefined, search: null, out_of_stock: 7, problem: 5, offline: () => "" };
    const stage = await mount({ properties: { messages: messages as never } });
    await until(() => stage.all("reward").length > 0);
    expect(stage.text).to.contain("Choose your reward").and.contain("Out of stock");
  });

  it("are said to be in the page's language where the page brings the words", async () => {
    const stage = await mount({
      attributes: { locale: "de-AT" },
      properties: { messages: { pick_title: "Wählen Sie" } },
    });
    await stage.shows("open");
    expect(stage.root.querySelector(".frame")?.getAttribute("lang")).to.equal("de");
  });

  it("run from right to left where the page's own words do, also on a page that runs from the left", async () => {
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

async function withCodes(more?: (stage: Awaited<ReturnType<typeof mount>>) => Promise<void>) {
  const stage = await mount();
  await stage.redeem("A");
  await more?.(stage);
  const { server, element, events, eventNames } = stage;
  return { server, element, events, eventNames };
}
