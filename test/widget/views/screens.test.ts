import { expect } from "@open-wc/testing";
import type { Delivery, Order } from "../../../shared/wire.ts";
import { FakeClock, until } from "../support/fake-clock.ts";
import {
  activated,
  booked,
  FakeServer,
  notified,
  ORDER,
  problem,
  processing,
  redeemed,
  reward,
} from "../support/fake-server.ts";
import { expectHelp, mount, type Stage } from "../support/mount.ts";

const done = (state: Order["state"], delivery: Delivery = "redeem"): Order => ({
  ...redeemed(),
  delivery,
  state,
});

/** Every state of an order, with its screen and text. */
const STATES: [order: Order, screen: string, says: RegExp][] = [
  [ORDER, "open", /choose your reward/i],
  [booked(), "booked", /reward a.*nothing is final until you confirm.*exchanged or returned/i],
  [processing("book"), "processing", /preparing.*reward a.*nothing is final/i],
  [
    processing("redeem", { reference: "rd-1" }),
    "processing",
    /still checking.*reward a.*sent.*not know yet.*leave this page.*only be issued once.*rd-1/i,
  ],
  [processing("activate"), "processing", /whether your link was created.*link appears here/i],
  [processing("notify"), "processing", /whether the email was sent.*emailed to you/i],
  [redeemed(), "redeemed", /ready.*rd-1/i],
  [activated(), "activated", /link is ready.*created when the link is opened.*rd-1/i],
  [notified(), "notified", /j•••@example\.org.*nothing arrives.*spam.*contact.*rd-1/i],
  [done("canceled"), "canceled", /no code was issued\..*if you did not.*contact.*rd-1/i],
  [done("canceled", "activate"), "canceled", /link, it no longer works\..*contact.*rd-1/i],
  [done("canceled", "notify"), "canceled", /link, it no longer works\..*contact.*rd-1/i],
  [done("refunded"), "refunded", /refunded to this website.*if you did not.*contact.*rd-1/i],
  [done("failed"), "failed", /contact.*rd-1/i],
  [done("denied"), "denied", /contact.*rd-1/i],
  [
    done("blocked"),
    "blocked",
    /result will be here when you come back.*can only be issued once.*contact.*rd-1/i,
  ],
  [done("expired"), "expired", /contact.*rd-1/i],
];

async function ready(stage: Stage, screen: string): Promise<void> {
  await stage.shows(screen);
  if (screen === "open") await until(() => stage.find("reward"));
  if (screen === "redeemed") await stage.unveil();
  if (screen === "redeemed" || screen === "activated") await until(() => stage.find("barcode"));
}

describe("screens", () => {
  for (const [order, screen, says] of STATES) {
    it(`${order.delivery}: ${order.state}${order.step ? ` ${order.step}` : ""} says what is so, accessibly`, async () => {
      const server = new FakeServer();
      server.order = order;
      const stage = await mount({ server });
      await ready(stage, screen);
      expect(stage.text).to.match(says);
      await expect(stage.element).to.be.accessible();
    });
  }

  it("of a test say so, each of them, and those of production never", async () => {
    for (const [order, screen] of STATES) {
      for (const [more, isMarked] of [
        [{ environment: "sandbox" }, true],
        [{ environment: "production", testing: true }, true],
        [{}, false],
      ] as const) {
        const server = new FakeServer();
        server.order = { ...order, ...more };
        const stage = await mount({ server });
        await ready(stage, screen);
        const badges = [...stage.root.querySelectorAll(".frame > .badge")];
        expect(
          badges.map(({ textContent }) => textContent),
          `${order.state} ${JSON.stringify(more)}`,
        ).to.deep.equal(isMarked ? ["Test mode: nothing here has real value."] : []);
        stage.element.remove();
      }
    }
  });

  it("never say that nothing is final if a code may exist", async () => {
    const table = [
      ["codes_unreadable", /Your reward is safe\./],
      ["order_processing", /Your reward can only be issued once/],
      ["upstream_unavailable", /Your reward can only be issued once/],
      ["upstream_invalid", /Your reward can only be issued once/],
    ] as const;
    for (const [code, said] of table) {
      const stage = await mount();
      stage.server.reply("POST /v1/order/redeem", () => problem(code));
      await stage.book("A");
      await stage.press("confirm");
      await stage.clock.pass(1);
      await stage.shows("booked");
      expect(stage.part("alert").textContent, code).to.match(said);
      expect(stage.part("alert").textContent, code).not.to.match(/charged/);
      expect(stage.part("alert").textContent, code).not.to.contain("Nothing is final until you confirm");
    }
  });

  it("offer to reload the page if nothing else on it helps", async () => {
    const server = new FakeServer().reply("POST /v1/opening", () => problem("order_not_found"));
    const stage = await mount({ server });
    await stage.shows("problem");
    await until(() => /We could not find your order/.test(stage.text));
    expect(stage.part("retry").textContent).to.equal("Reload the page");
  });

  it("offer a retry only if that can help, and say that an offer is closed", async () => {
    const server = new FakeServer().reply("GET /v1/catalog", () => problem("promotion_unavailable"));
    server.catalogComesAlong = false;
    const stage = await mount({ server, attributes: { support: "https://help.example/" } });
    await stage.shows("problem");
    await until(() => /This offer is not available right now/.test(stage.text));
    expect(stage.find("retry")).to.equal(undefined);
    expectHelp(stage, "button");
  });

  const START = "2027-03-01T12:00:00Z";
  const SOON = new Date(new FakeClock().date().getTime() + 3 * 3_600_000).toISOString();
  const closed: [member: object, title: string, says: RegExp, canRetry: boolean][] = [
    [
      { promotion_reason: "not_started", start_datetime: START },
      "This offer has not started yet",
      /starts on March\u00a01,\u00a02027\. Please/,
      false,
    ],
    [
      { promotion_reason: "not_started", start_datetime: SOON },
      "This offer has not started yet",
      /starts on .* at \d/,
      true,
    ],
    [
      { promotion_reason: "not_started" },
      "This offer has not started yet",
      /come back once it has started/,
      true,
    ],
    [
      { promotion_reason: "ended", end_datetime: "2026-10-31T12:00:00Z" },
      "This offer has ended",
      /ended on October\u00a031,\u00a02026.*no longer/,
      false,
    ],
    [{ promotion_reason: "ended" }, "This offer has ended", /no longer/, false],
    [{ promotion_reason: "not_enabled" }, "This offer is closed at the moment", /come back later/, true],
    [{ promotion_reason: "not_ready" }, "This offer is not ready yet", /being set up/, true],
  ];
  for (const [member, title, says, canRetry] of closed) {
    it(`say what ${JSON.stringify(member)} means${canRetry ? ", and try again" : ", which does not pass while somebody waits"}`, async () => {
      const server = new FakeServer().reply("GET /v1/catalog", () =>
        problem("promotion_unavailable", member),
      );
      server.catalogComesAlong = false;
      const stage = await mount({ server });
      await stage.shows("problem");
      await until(() => stage.find("alert"));
      expect(stage.root.querySelector("h2")?.textContent).to.equal(title);
      expect(stage.part("alert").textContent).to.match(says);
      expect(stage.find("retry") !== undefined).to.equal(canRetry);
      // A permanent reason: a user who did not expect it is told whom to ask.
      const isOver = Object.values(member).includes("ended");
      expect(/did not expect this/.test(stage.text)).to.equal(isOver);
      await expect(stage.element).to.be.accessible();
      if (!canRetry) return;
      await stage.press("retry");
      await stage.shows("open");
      await until(() => stage.find("reward"));
    });
  }

  for (const promotion_reason of ["not_started", "ended", "not_enabled", "not_ready"])
    it(`offer help as the quiet link if the user can act, otherwise as the only button: ${promotion_reason}`, async () => {
      const server = new FakeServer().reply("GET /v1/catalog", () =>
        problem("promotion_unavailable", { promotion_reason }),
      );
      server.catalogComesAlong = false;
      const stage = await mount({ server, attributes: { support: "https://help.example/" } });
      await stage.shows("problem");
      await until(() => stage.find("support"));
      expect(stage.all("support").length).to.equal(1);
      const isOver = promotion_reason === "ended";
      expect(stage.all("primary")).to.deep.equal(isOver ? [] : [stage.part("retry")]);
      expectHelp(stage, isOver ? "button" : "link");
    });

  it("say that an offer ended between the choice and the booking, when nothing is left to confirm", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () =>
      problem("promotion_unavailable", { promotion_reason: "ended" }),
    );
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.find("alert"));
    expect(stage.part("alert").textContent).to.match(
      /^\s*This offer has ended\s+Its rewards can no longer be chosen/,
    );
    expect(stage.state).to.equal("details");
  });

  it("say that a reward sold out meanwhile, without words about confirming, and offer the others", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.pick("A");
    await stage.press("book");
    await stage.shows("open");
    expect(stage.part("alert").textContent).to.contain("out of stock").and.not.contain("Nothing is final");
    await until(() => stage.server.count("GET /v1/catalog") === 1);
  });

  it("do not claim that nothing is final once a code exists", async () => {
    const server = new FakeServer().reply("POST /v1/order/codes", () => problem("upstream_unavailable"));
    server.order = redeemed();
    const stage = await mount({ server });
    await until(() => stage.find("alert"));
    expect(stage.state).to.equal("redeemed");
    expect(stage.text).to.contain("Your reward is safe").and.contain("rd-1");
    expect(stage.text).not.to.match(/Nothing is final until you confirm/);
    await expect(stage.element).to.be.accessible();
    await stage.press("retry");
    await until(() => stage.find("code"));
  });
});

describe("texts of the service", () => {
  const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>\nsecond line';

  it("are text only, with their line breaks", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", {
        name: HOSTILE,
        description: HOSTILE,
        terms_and_conditions: HOSTILE,
        how_to_use_instructions: HOSTILE,
        important_instructions: HOSTILE,
      }),
      reward("B"),
    ];
    const stage = await mount({ server });
    await stage.pick("A");
    expect(stage.root.querySelectorAll("img, script").length).to.equal(0);
    const terms = stage.part("terms");
    expect(terms.textContent).to.equal(HOSTILE);
    expect(getComputedStyle(terms.firstElementChild ?? terms).whiteSpace).to.equal("pre-line");
    expect(stage.root.querySelector(".beside h2")?.textContent).to.equal(HOSTILE);
  });
});
