/** A tile shows what tells its reward from the others: the words that most names share are left out, in any language. */
import { expect, it } from "vitest";
import { brandNames } from "../../../server/catalog/brand-name.ts";

const called = (names: readonly string[], brands: readonly string[] = []) => {
  const rewards = names.map((name, at) => ({ name, ...(brands[at] && { brand: brands[at] }) }));
  const found = brandNames(rewards);
  return rewards.map((reward) => found.get(reward));
};

it.each([
  [
    ["Velmora Gift Card, $5 to $150", "Oatvane Coffee Gift Card $20", "Kestrow Gift Card"],
    ["Velmora", "Oatvane Coffee", "Kestrow"],
  ],
  [
    [
      "Geschenkkarte von Velmora 20 €",
      "Geschenkkarte von Oatvane",
      "Geschenkkarte von Kestrow, 5 € bis 50 €",
    ],
    ["Velmora", "Oatvane", "Kestrow"],
  ],
  [
    ["بطاقة هدايا Velmora, AED 20", "بطاقة هدايا Oatvane", "بطاقة هدايا Kestrow"],
    ["Velmora", "Oatvane", "Kestrow"],
  ],
  [
    ["Velmora gift card", "Oatvane Gift Card", "Kestrow Gift card", "Rivolane Cinemas"],
    ["Velmora", "Oatvane", "Kestrow", undefined],
  ],
])("%j", (names, brands) => expect(called(names)).toEqual(brands));

it("leaves two names as they are: they may share a word by chance", () => {
  expect(called(["Velmora Market", "Plumvale Market"])).toEqual([undefined, undefined]);
});

it("leaves a word that most names do not have", () => {
  const names = [
    "Velmora Market",
    "Plumvale Market",
    "Kestrow Market",
    "Tundrel",
    "Solvane",
    "Gripfell",
    "Voltreon",
  ];
  expect(called(names)).toEqual(names.map(() => undefined));
});

it("counts a brand once, however many values it has", () => {
  const names = ["Velmora Plus $5", "Velmora Plus $10", "Velmora Plus $25", "Oatvane", "Kestrow"];
  expect(called(names, ["v", "v", "v", "o", "k"])).toEqual(names.map(() => undefined));
});

it("leaves no name empty", () => {
  expect(called(["Gift Card", "Velmora Gift Card", "Oatvane Gift Card", "Kestrow Gift Card"])).toEqual([
    undefined,
    "Velmora",
    "Oatvane",
    "Kestrow",
  ]);
});
