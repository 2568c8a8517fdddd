/** Prices in the website's points, where the session says what a unit of the currency costs. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, openFor, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

const USD = { currency: "USD", points_per_unit: 100 };

function serving(more: object = USD): FakeServer {
  const server = new FakeServer();
  server.order = { ...ORDER, ...more };
  server.rewards = [
    reward("A", { name: "Atlas $25", brand: "a" }),
    reward("B", { name: "Atlas", brand: "a", free_value: true, min_amount: "5", max_amount: "150" }),
    reward("C", { name: "Boreal", value: { amount: 12.5, currency: "USD" } }),
    reward("D", { name: "Cirrus", value: { amount: 10, currency: "EUR" } }),
    reward("E", { name: "Dune" }),
  ];
  return server;
}

const wordsOf = (stage: Stage) =>
  stage.all("reward").map((each) => [each.dataset.sku, each.textContent?.replace(/\s+/g, " ").trim()]);

describe("prices in points", () => {
  it("stand beside each value that is known in the session's currency", async () => {
    const stage = await mount({ server: serving() });
    await until(() => stage.find("reward"));
    expect(wordsOf(stage)).to.deep.equal([
      ["A", "Atlas $252,500 points"],
      ["B", "Atlas Other amount"],
      ["C", "BBoreal$12.501,250 points"],
      ["D", "CCirrus€10"],
      ["E", "DDune"],
    ]);
  });

  it("follow a typed amount, and stand on the confirmation", async () => {
    const stage = await mount({ server: serving() });
    await stage.pick("B");
    await stage.type("amount", "42");
    await until(() => stage.text.includes("4,200 points"));
    await stage.press("book");
    await stage.shows("booked");
    expect(stage.text).to.contain("4,200 points");
  });

  it("stand on the confirmation of an e-mail", async () => {
    const server = serving();
    server.order = { ...openFor("notify"), ...USD };
    const stage = await mount({ server });
    await stage.pick("A");
    await stage.press("book");
    await stage.shows("confirming");
    expect(stage.text).to.contain("2,500 points");
  });

  it("are written in the widget's language", async () => {
    const stage = await mount({ server: serving(), attributes: { locale: "de" } });
    await until(() => stage.find("reward"));
    expect(stage.text).to.contain("2.500 Punkte");
  });

  it("are nowhere without that price of a unit", async () => {
    const stage = await mount({ server: serving({ currency: "USD" }) });
    await until(() => stage.find("reward"));
    expect(stage.text).not.to.contain("points");
  });
});
