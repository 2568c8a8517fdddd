import { describe, expect, it } from "vitest";
import type { Reward } from "../../../shared/wire.ts";
import { priceOf, tilesOf } from "../../../widget/catalog/tiles.ts";
import { ORDER, reward } from "../support/fake-server.ts";

const order = { ...ORDER, currency: "USD" };
const logo_url = "https://rewards.example/images/a";
const named = (name: string, more: Partial<Reward> = {}): Reward => reward(name, { name, logo_url, ...more });
const usd = (amount: number) => ({ amount, currency: "USD" });

/** Each tile as its name and its chips. */
const shown = (rewards: readonly Reward[]): string[] =>
  tilesOf(rewards, order, "en").map(({ name, chips }) =>
    [name, ...chips.map(({ label }) => label)].join(" | "),
  );

describe("tilesOf", () => {
  const table: [what: string, rewards: Reward[], tiles: string[]][] = [
    [
      "says brand and value once, the values rising",
      [named("Plumvale Gift Card $50"), named("Plumvale Gift Card $5"), named("Plumvale Gift Card $30")],
      ["Plumvale Gift Card | $5 | $30 | $50"],
    ],
    [
      "says a value that was learned instead of the one in the name",
      [named("Plumvale $20", { value: usd(25) }), named("Plumvale 50", { value: usd(50) })],
      ["Plumvale | $25 | $50"],
    ],
    [
      "has the range that the session leaves, last",
      [
        named("Velmora Gift Card, $5 to $150", { free_value: true, min_amount: "5", max_amount: "150" }),
        named("Velmora Gift Card $25"),
      ],
      ["Velmora Gift Card | $25 | $5\u00a0– $100"],
    ],
    [
      "tells apart by words where there are no values",
      [named("Tundrel Music, one month"), named("Tundrel Music, one year")],
      ["Tundrel Music, one | month | year"],
    ],
    [
      "takes off what names end with, too",
      [named("Carte cadeau Oatvane 10\u00a0€"), named("Carte cadeau Oatvane 25\u00a0€")],
      ["Carte cadeau Oatvane | 10\u00a0€ | 25\u00a0€"],
    ],
    ["leaves a name alone that ends with no price", [named("Hotel 7 Sisters")], ["Hotel 7 Sisters | "]],
    [
      "says the price of one reward beside its name",
      [named("Kestrow Gift Card $25")],
      ["Kestrow Gift Card | $25"],
    ],
    [
      "keeps rewards apart that share a logo and no word",
      [named("Kestrow $25"), named("Plumvale $30")],
      ["Kestrow | $25", "Plumvale | $30"],
    ],
    [
      "keeps rewards apart that have neither brand nor logo",
      [named("Kestrow $25", { logo_url: null }), named("Kestrow $50", { logo_url: null })],
      ["Kestrow | $25", "Kestrow | $50"],
    ],
    [
      "goes by the brand before the logo",
      [named("Kestrow $25", { brand: "k" }), named("Kestrow $50", { brand: "k", logo_url: null })],
      ["Kestrow | $25 | $50"],
    ],
    ["never has an empty chip", [named("Glimtree"), named("Glimtree $10")], ["Glimtree | $10 | Glimtree"]],
  ];
  it("writes the price at a name's end like all amounts, if it is in the session's currency", () => {
    const euros = { ...order, currency: "EUR" };
    const rewards = [named("Kestrow $5"), named("Kestrow $25", { value: usd(25) })];
    const labels = (spoken: typeof order) =>
      tilesOf(rewards, spoken, "fr").flatMap(({ chips }) => chips.map(({ label }) => label));
    expect(labels(order)).to.deep.equal(["5\u00a0$US", "25\u00a0$US"]);
    expect(labels(euros)).to.deep.equal(["$5", "25\u00a0$US"]);
  });

  it("writes a range as the language does", () => {
    const range = [named("Velmora", { free_value: true, min_amount: "5", max_amount: "150" })];
    const labels = (locale: string) =>
      tilesOf(range, order, locale).flatMap(({ chips }) => chips.map(({ label }) => label));
    expect(labels("fr")).to.deep.equal(["5–100\u00a0$US"]);
    expect(labels("es")).to.deep.equal(["5-\u200b100\u00a0US$"]);
    expect(labels("ar-u-nu-latn")).to.deep.equal(["\u20665–100\u00a0US$\u2069"]);
  });

  it("reads only the names of shown rewards, and not of thousands more", () => {
    let read = 0;
    const counted = Array.from({ length: 2_000 }, (_, index) => {
      const one = named(`Reward ${index}`, { logo_url: null });
      const name = (): string => {
        read++;
        return `Reward ${index}`;
      };
      return Object.defineProperty(one, "name", { get: name });
    });
    expect(tilesOf(counted, order, "en", 1).length).to.equal(1);
    const forOne = read;
    read = 0;
    expect(tilesOf(counted, order, "en", 25).length).to.equal(25);
    expect(read).to.equal(25 * forOne);
  });

  for (const [what, rewards, tiles] of table) it(what, () => expect(shown(rewards)).to.deep.equal(tiles));
});

it.each([
  ["Atlas $25", "USD", 25],
  ["Atlas $1,000.00", "USD", 1_000],
  ["Atlas 25 €", "EUR", 25],
  ["Atlas, 1.000,50 €", "EUR", 1_000.5],
  ["Atlas AED 20", "AED", 20],
  ["アトラス ￥3,750", "JPY", undefined],
  ["Atlas ¥3,750", "JPY", 3_750],
  ["Atlas 12.50", undefined, 12.5],
  ["Atlas $25", "EUR", undefined],
  ["Atlas, $5 to $150", "USD", undefined],
  ["Atlas", "USD", undefined],
])("the price that %s says in %s is %s", (name, currency, amount) => {
  const order = { ...ORDER, currency } as unknown as Parameters<typeof priceOf>[1];
  expect(priceOf({ name } as Reward, order)).toBe(amount);
});
