/** An amount that the user types or presses: limits, currency and focus. */
import { expect } from "@open-wc/testing";
import { typedAmount } from "../../widget/state/actions.ts";
import { until } from "./support/fake-clock.ts";
import { FakeServer, ORDER, reward } from "./support/fake-server.ts";
import { mount } from "./support/mount.ts";

describe("a typed amount", () => {
  for (const [typed, amount] of [
    ["12 €", "12"],
    ["€12", "12"],
    ["US$ 12", "12"],
    ["12 EUR", "12"],
    ["12 kr.", "12"],
    ["12 zł", "12"],
    ["Rp 12.000", "12000"],
    ["R12", "12"],
    ["12円", "12"],
    ["12,- Kč", "12"],
    ["１２", "12"],
    ["￥１２，０００", "12000"],
    ["1.200 €", "1200"],
    ["12,00 €", "12"],
    ["12k", "12k"],
    ["12万", "12万"],
    ["12 mil", "12 mil"],
    ["€", "€"],
    ["-12 €", "-12"],
  ] as const)
    it(`${typed} is ${amount}`, () => expect(typedAmount(typed)).to.equal(amount));
});

describe("amounts", () => {
  it("outside the session's limit are refused at their field, and nothing is sent", async () => {
    const stage = await mount();
    await stage.pick("FREE");
    expect(stage.text).to.contain("5 to 100, whole amounts only");
    await stage.type("amount", "101");
    await stage.press("book");
    expect(stage.part("alert").textContent).to.equal("Please enter an amount between 5 and 100.");
    const describedBy = stage.part("amount").getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(describedBy.map((id) => stage.root.getElementById(id)?.textContent)).to.deep.equal([
      "Please enter an amount between 5 and 100.",
    ]);
    const hint = stage.root.getElementById("range");
    expect(hint && getComputedStyle(hint).visibility, "the range is said once").to.equal("hidden");
    expect(hint?.offsetHeight, "and nothing moves").to.be.greaterThan(0);
    expect(stage.part("amount").ariaInvalid).to.equal("true");
    expect(stage.root.activeElement).to.equal(stage.part("amount"));
    expect(stage.server.count("POST /v1/order/book")).to.equal(0);
    await stage.type("amount", "ten");
    await stage.press("book");
    expect(stage.part("alert").textContent).to.equal("Please enter a whole number, in digits only.");
    expect(stage.text).to.contain("5 to 100, whole amounts only");
  });

  for (const [locale, shown] of [
    ["en", ["$", "$5 to $100, whole amounts only", "$5", "left"]],
    ["de", ["$", "5\u00a0$ bis 100\u00a0$, nur ganze Beträge", "5\u00a0$", "right"]],
    ["ar", ["US$", "\u20665\u00a0US$\u2069", "\u20665\u00a0US$\u2069", "right"]],
  ] as const)
    it(`have the session's currency, written as in ${locale}; the typed text is only a number`, async () => {
      const server = new FakeServer();
      server.order = { ...ORDER, currency: "USD" };
      const stage = await mount({ server, attributes: { locale } });
      await stage.pick("FREE");
      const [sign, hint, chip, side] = shown;
      const written = stage.root.querySelector(".sum > bdi");
      expect(written?.textContent).to.equal(sign);
      expect(getComputedStyle(written ?? stage.element).direction, "of the sign").to.equal("ltr");
      expect(stage.root.querySelector("#range")?.textContent).to.contain(hint);
      expect(stage.all("amount-choice")[0]?.textContent).to.equal(chip);
      const [of, field] = [written, stage.part("amount")].map((each) => each?.getBoundingClientRect());
      const isLeft = (of?.left ?? 0) + (of?.right ?? 0) < (field?.left ?? 0) + (field?.right ?? 0);
      expect(isLeft ? "left" : "right").to.equal(side);
      stage.all("amount-choice")[0]?.click();
      await stage.element.updateComplete;
      expect((stage.part("amount") as HTMLInputElement).value).to.equal("5");
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

  it("of which only one is allowed are shown, not asked for, and sent", async () => {
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

  it("that the session fixes are shown, not asked for", async () => {
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
