import { expect } from "@open-wc/testing";
import type { Balance } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, problem, redeemed } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

async function showing(server = new FakeServer(), locale = "en"): Promise<Stage> {
  server.order = redeemed();
  const stage = await mount({ server, attributes: { locale } });
  await stage.unveil();
  return stage;
}

const status = ({ root }: Stage): string =>
  root.querySelector(".balance[role=status]")?.textContent ?? "gone";
const label = (stage: Stage): string | null | undefined => stage.find("balance")?.textContent?.trim();

describe("the balance of a card", () => {
  it("is requested by the user only, and announced", async () => {
    const stage = await showing();
    expect([status(stage), stage.server.count("POST /v1/order/balance")]).to.deep.equal(["", 0]);
    await stage.press("balance");
    await until(() => status(stage) === "Balance: €12.50");
    expect(label(stage)).to.equal("Check again");
    expect(stage.part("balance").closest("details")).to.equal(null);
    await expect(stage.element).to.be.accessible();
  });

  for (const [name, answer] of [
    ["told", undefined],
    ["not told", problem("balance_unavailable")],
    ["not to be read", problem("upstream_unavailable")],
  ] as const)
    it(`moves no control when it is ${name}`, async () => {
      const server = new FakeServer();
      if (answer) server.reply("POST /v1/order/balance", () => answer);
      const stage = await showing(server);
      await until(() => stage.find("barcode"));
      const topOf = (): number => stage.part("till").getBoundingClientRect().top + scrollY;
      const before = topOf();
      await stage.press("balance");
      await until(() => !["", "Looking up the balance…"].includes(status(stage)));
      expect(topOf()).to.equal(before);
    });

  const written: [card: Balance, locale: string, says: string][] = [
    [{ card_balance: 25, card_currency: "EUR" }, "en", "Balance: €25"],
    [{ card_balance: 1234.5, card_currency: "EUR" }, "fr", "Solde : 1 234,50 €"],
    [{ card_balance: 0, card_currency: "GBP" }, "en", "Balance: £0"],
    [{ card_balance: 1500, card_currency: "JPY" }, "en", "Balance: ¥1,500"],
    [{ card_balance: 7, card_currency: null }, "en", "Balance: 7"],
    [{ card_balance: 7, card_currency: "not one" }, "en", "Balance: 7 not one"],
    [
      { card_balance: null, card_currency: null },
      "en",
      "This card’s balance is not available at the moment.",
    ],
    [
      { card_balance: null, card_currency: "EUR" },
      "en",
      "This card’s balance is not available at the moment.",
    ],
  ];
  for (const [card, locale, says] of written) {
    it(`${JSON.stringify(card)} in ${locale} is “${says}”`, async () => {
      const stage = await showing(Object.assign(new FakeServer(), { balance: card }), locale);
      await stage.press("balance");
      await until(
        () => stage.server.count("POST /v1/order/balance") === 1 && /\d|not available/.test(status(stage)),
      );
      expect(status(stage).replace(/[\u00a0\u202f]/g, " ")).to.equal(says);
    });
  }

  it("that is not available is reported as that, is no error, and is not offered again", async () => {
    const stage = await showing(
      new FakeServer().reply("POST /v1/order/balance", () => problem("balance_unavailable")),
    );
    await stage.press("rest");
    stage.part("balance").focus();
    await stage.press("balance");
    await until(() => status(stage) === "This card’s balance cannot be checked here.");
    expect([stage.find("balance"), stage.find("alert")]).to.deep.equal([undefined, undefined]);
    expect(stage.root.activeElement?.getAttribute("role")).to.equal("status");
    expect(stage.eventNames).not.to.include("reward-error");
    expect(stage.find("code-value")).not.to.equal(undefined);
    await expect(stage.element).to.be.accessible();
  });
});
