import { expect } from "@open-wc/testing";
import { emulateMedia, setViewport } from "@web/test-runner-commands";
import type { Codes } from "../../../shared/usages.ts";
import type { Order } from "../../../shared/wire.ts";
import { codesOf } from "../support/codes.ts";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  booked,
  data,
  FakeServer,
  notified,
  offline,
  processing,
  redeemed,
} from "../support/fake-server.ts";
import { expectHelp, fixtureCleanup, mount, type Stage, type Wishes } from "../support/mount.ts";

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

  it("has the personal message of the site, and its sender, as text", async () => {
    const stage = await showing({
      ...redeemed(),
      gift: { message: "<b>Well done</b>\nMara", sender_name: "Your Club" },
    });
    expect(stage.root.querySelector(".gift blockquote")?.textContent).to.equal("<b>Well done</b>\nMara");
    expect(stage.root.querySelector(".gift figcaption")?.textContent).to.equal("– Your Club");
    expect((await showing(redeemed())).root.querySelector(".gift")).to.equal(null);
  });

  it("keeps the confirm button in sight on a small phone, with the words about the confirmation", async () => {
    const stage = await showing(booked());
    const foot = stage.root.querySelector(".foot") ?? expect.fail("no foot");
    const before = { width: innerWidth, height: innerHeight };
    try {
      await setViewport({ width: 390, height: 664 });
      expect(getComputedStyle(foot).position).to.equal("sticky");
      // There it would cover the pass.
      await setViewport({ width: 1280, height: 620 });
      expect(getComputedStyle(foot).position).to.equal("static");
    } finally {
      await setViewport(before);
    }
    expect(foot.contains(stage.part("confirm")) && foot.querySelector("#final") !== null).to.equal(true);
  });
});

/** The moments of an unwrapping, from the first frame on. */
const MOMENTS_MS = [0, 150, 300, 450, 600, 750, 900, 1050, 1199];

/** A pass of a new code, its unwrapping held at the first frame. */
async function unwrapping(wishes: Wishes = {}): Promise<{ stage: Stage; held: Set<Animation> }> {
  const stage = await mount(wishes);
  const held = new Set<Animation>();
  stage.root.addEventListener("animationstart", () => {
    for (const each of stage.part("summary").getAnimations({ subtree: true })) {
      if (each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) continue;
      each.pause();
      held.add(each);
    }
  });
  await stage.redeem();
  return { stage, held };
}

const momentOf = (stage: Stage): string | null => stage.part("summary").getAttribute("data-unwrap");
const isWrapped = (stage: Stage): boolean => momentOf(stage) !== null;
const isOpening = (stage: Stage, held: Set<Animation>) =>
  until(() => momentOf(stage) === "opening" && held.size > 0, "the gift to open");

describe("the unwrapping of a new code’s pass", () => {
  const places: [width: string, locale: string, codes: Codes][] = [
    ["200px", "en", codesOf(["primary"], "c128")],
    ["240px", "ar", codesOf(["primary"])],
    ["358px", "ar", codesOf(["primary"], "c128")],
    ["358px", "en", codesOf(["primary"])],
    ["480px", "en", codesOf(["primary"], "qrcode")],
    ["640px", "ar", codesOf(["primary"])],
  ];
  for (const [width, locale, codes] of places) {
    const barcode = codes.reward_format.barcode_type;
    it(`takes 1.1 to 1.4 s, and moves nothing but the card and its gift: ${width}, ${locale}, ${barcode}`, async () => {
      const server = new FakeServer();
      server.codes = codes;
      const { stage, held } = await unwrapping({ server, attributes: { locale, style: `width: ${width}` } });
      expect(momentOf(stage), "closed while the page moves").to.equal("closed");
      await isOpening(stage, held);
      const gift = stage.root.querySelector(".parcel") ?? expect.fail("no gift");
      const code = stage.root.querySelector(".pass .room") ?? stage.part("code");
      const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
      const placesNow = () =>
        JSON.stringify(
          ["title", "summary", "code", "code-value", "rest"].map((part) => boxOf(stage.part(part))),
        );
      const ends = [...held].map((each) => Number(each.effect?.getComputedTiming().endTime));
      expect(Math.max(...ends)).to.be.within(1_100, 1_400);
      const seen = MOMENTS_MS.map((moment) => {
        for (const each of held) each.currentTime = moment;
        expect(code.checkVisibility({ visibilityProperty: true }), "read by assistive technology").to.equal(
          true,
        );
        expect(code.closest("[aria-hidden]")).to.equal(null);
        for (const each of [stage.part("card"), gift]) {
          expect(boxOf(each).left, "inside the widget").to.be.at.least(boxOf(stage.element).left);
          expect(boxOf(each).right, "inside the widget").to.be.at.most(boxOf(stage.element).right);
        }
        return placesNow();
      });
      for (const each of held) each.finish();
      await until(() => !isWrapped(stage), "the end");
      expect(code.checkVisibility({ checkOpacity: true }), "seen at the end").to.equal(true);
      expect(gift.checkVisibility(), "the gift is gone").to.equal(false);
      expect(boxOf(stage.part("card")).bottom, "the card lies above the code").to.be.below(boxOf(code).top);
      expect(new Set([...seen, placesNow()]).size, "nothing else has moved").to.equal(1);
    });
  }

  it("begins in the middle of what is seen of the pass", async () => {
    const { stage, held } = await unwrapping({ attributes: { style: "width: 390px" } });
    await isOpening(stage, held);
    for (const each of held) each.currentTime = 0;
    const pass = stage.part("summary").getBoundingClientRect();
    const card = stage.part("card").getBoundingClientRect();
    const middle = (Math.max(pass.top, 0) + Math.min(pass.bottom, innerHeight)) / 2;
    expect(card.top + card.height / 2).to.be.closeTo(middle, 2);
    expect(card.left + card.width / 2).to.be.closeTo(pass.left + pass.width / 2, 2);
  });

  for (const name of ["keydown", "pointerdown", "wheel"]) {
    it(`ends with a ${name} anywhere on the page`, async () => {
      const { stage } = await unwrapping();
      expect(isWrapped(stage)).to.equal(true);
      document.body.dispatchEvent(new Event(name, { bubbles: true }));
      expect(isWrapped(stage)).to.equal(false);
      expect(stage.part("card").getAnimations({ subtree: true })).to.deep.equal([]);
    });
  }

  it("comes once: not for codes that are shown again, read again in another session, or found on a return", async () => {
    const { stage, held } = await unwrapping();
    await isOpening(stage, held);
    for (const each of held) each.finish();
    await until(() => !isWrapped(stage), "the end");
    await stage.press("reveal");
    stage.element.style.display = "none";
    expect(stage.element.offsetHeight).to.equal(0);
    stage.element.style.display = "";
    expect(stage.part("card").getAnimations({ subtree: true })).to.deep.equal([]);
    stage.server.sessions.clear();
    await stage.press("balance");
    await stage.shows("session-expired");
    stage.server.sessions.add("token-2");
    stage.element.session = "token-2";
    await stage.shows("redeemed");
    await until(() => stage.find("code"));
    expect(isWrapped(stage), "after another session").to.equal(false);
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await until(() => stage.find("code"));
    expect(isWrapped(stage)).to.equal(false);
    const back = await showing(redeemed());
    await until(() => back.find("code"));
    expect(isWrapped(back)).to.equal(false);
  });

  it("does not move with reduced motion", async function () {
    // Only Chromium's driver can set that.
    await emulateMedia({ reducedMotion: "reduce" }).catch(() => this.skip());
    try {
      const { stage } = await unwrapping();
      expect(isWrapped(stage)).to.equal(false);
      expect(stage.part("summary").getAnimations({ subtree: true })).to.deep.equal([]);
      expect(stage.root.querySelector(".parcel")?.checkVisibility()).to.equal(false);
    } finally {
      await emulateMedia({ reducedMotion: "no-preference" });
    }
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
});
