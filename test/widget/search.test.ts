import { expect } from "@open-wc/testing";
import { findRewards } from "../../widget/search.ts";
import { reward } from "./support/fake-server.ts";

const NAMES = ["Café Lumière", "Tea house", "İstanbul Çay", "House of Coffee", "Straße Øl", "Ｗｉｄｅ"];
const rewards = NAMES.map((name, index) => reward(String(index), { name }));

describe("findRewards", () => {
  const table: [query: string, names: string[]][] = [
    ["", NAMES],
    ["  ", NAMES],
    ["cafe", ["Café Lumière"]],
    ["CAFÉ lum", ["Café Lumière"]],
    ["cay", ["İstanbul Çay"]],
    ["house", ["Tea house", "House of Coffee"]],
    ["house coffee", ["House of Coffee"]],
    ["strasse", ["Straße Øl"]],
    ["ol", ["Straße Øl"]],
    ["straße", ["Straße Øl"]],
    ["wide", ["Ｗｉｄｅ"]],
    ["(", []],
    ["zzz", []],
  ];
  for (const [query, names] of table) {
    it(`“${query}” finds ${names.length}`, () =>
      expect(findRewards(rewards, query).map(({ name }) => name)).to.deep.equal(names));
  }
});
