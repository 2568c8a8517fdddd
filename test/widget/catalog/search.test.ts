import { expect } from "@open-wc/testing";
import { findRewards } from "../../../widget/catalog/search.ts";
import { ORDER, reward } from "../support/fake-server.ts";

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

/** A name as a shop writes it, and what the keyboards of phones make of it in that language. */
const TYPED: [language: string, name: string, ...queries: string[]][] = [
  [
    "English",
    "Domino's",
    "Domino’s",
    "domino‘s",
    "domino`s",
    "domino´s",
    "dominoʼs",
    "ｄｏｍｉｎｏ＇ｓ",
    "dom\u00adino's",
  ],
  ["French", "L’Occitane", "L'Occitane", "l’occitane", "occitane", "l'oc\u200bcitane"],
  ["French", "Cœur – Bœuf", "coeur", "cœur", "CŒUR – bœuf", "cœur - boeuf", "coeur — boeuf"],
  ["English", "Gift $1,500", "$1,500", "$1500", "1,500$", "1500", "$ 1,500.00"],
  ["French", "Carte 25 €", "25€", "25 €", "€25", "25,00 €", "25.00"],
  ["German", "Straße Weiß", "strasse", "STRASSE", "STRAẞE", "straße weiss"],
  ["German", "Karte 1.000 €", "1.000", "1000", "1 000", "1,000", "1\u202f000", "1'000", "1’000"],
  ["Swedish", "Kort 1\u00a0000 kr", "1 000 kr", "1000", "1.000"],
  ["Danish", "Smørrebrød Æble", "smorrebrod", "smørrebrød", "aeble", "ÆBLE"],
  ["Dutch", "Bĳenkorf", "bijenkorf", "BIJENKORF"],
  ["Spanish", "Coca‑Cola", "coca-cola", "coca–cola", "coca−cola", "coca cola"],
  ["Catalan", "Col·lecció", "col·lecció", "colleccio", "col‧lecció"],
  ["Turkish", "Kırmızı İstanbul", "kırmızı", "KIRMIZI", "istanbul", "İSTANBUL", "ıstanbul"],
  ["Polish", "Łódź", "lodz", "łódź"],
  ["Ukrainian", "Здоров’я", "здоров'я", "ЗДОРОВʼЯ"],
  ["Greek", "Δώρος", "δωρος", "ΔΩΡΟΣ", "δώροσ"],
  ["Hebrew", "ג׳ירף צה״ל", "ג'ירף", "ג’ירף", 'צה"ל', "צה״ל"],
  ["Arabic", "بطاقة ١٬٠٠٠", "١٠٠٠", "1000", "1,000", "بطاقه", "بطـاقة"],
  ["Persian", "کارت ۵۰", "۵۰", "50", "٥٠", "كارت"],
  ["Persian", "می\u200cخرم", "میخرم", "ميخرم"],
  ["Hindi", "कार्ड ५००", "५००", "500", "कार्ड"],
  ["Bengali", "কার্ড 1,00,000", "১০০০০০", "1,00,000", "100000"],
  ["Thai", "บัตร ๑๐๐", "100", "๑๐๐"],
  ["Japanese", "スターバックス・カード", "ｽﾀｰﾊﾞｯｸｽ", "すたーばっくす", "スターバックスカード", "ｶｰﾄﾞ"],
  ["Japanese", "ギフト１０００円", "1000円", "１０００", "ぎふと"],
  ["Korean", "상품권", "상품", "상푸"],
  ["Chinese", "卡（100元）", "100元", "(100", "（100"],
  ["Vietnamese", "Đồng Hồ", "dong ho", "đồng hồ"],
];

describe("the signs that phones type", () => {
  const other = reward("other", { name: "Zzz" });
  for (const [language, name, ...queries] of TYPED) {
    it(`find ${name} (${language})`, () => {
      const cards = [other, reward("this", { name })];
      const missed = queries.filter((query) => {
        const found = findRewards(cards, query);
        return found.length !== 1 || found[0]?.sku !== "this";
      });
      expect(missed).to.deep.equal([]);
    });
  }

  it("a grouped number is no other number, and two numbers stay two", () => {
    const cards = ["Desk 1,500", "Phone 15 256 GB", "Card 1.50"].map((name) => reward(name, { name }));
    const found = (query: string) => findRewards(cards, query).map(({ name }) => name);
    expect(["500", "1.500", "256", "15 256", "150"].map(found)).to.deep.equal([
      [],
      ["Desk 1,500"],
      ["Phone 15 256 GB"],
      ["Phone 15 256 GB"],
      [],
    ]);
  });
});

describe("a description", () => {
  const cards = [
    reward("a", { name: "Oatvane", description: "For restaurants and bars, from 2500 places." }),
    reward("b", { name: "Kestrow", description: "Prestaurant is no word." }),
  ];
  const table: [query: string, skus: string[], why: string][] = [
    ["restaur", ["a"], "a word that begins so"],
    ["oatvane restaurant", ["a"], "beside the name"],
    ["bar", [], "too short"],
    ["2500", [], "a number"],
    ["restaurent", [], "is not forgiven a wrong letter"],
  ];
  for (const [query, skus, why] of table) {
    it(`is searched for “${query}”: ${why}`, () =>
      expect(findRewards(cards, query).map(({ sku }) => sku)).to.deep.equal(skus));
  }
});

describe("a number", () => {
  const cards = ["Card $5", "Card $15", "Card $50", "Card $5 – $25", "A115 5K", "Desk 1,500 12.50"].map(
    (name) => reward(name, { name }),
  );
  const table: [query: string, names: string[]][] = [
    ["5", ["Card $5", "Card $50", "Card $5 – $25", "A115 5K"]],
    ["15", ["Card $15"]],
    ["25", ["Card $5 – $25"]],
    ["card 5", ["Card $5", "Card $50", "Card $5 – $25"]],
    ["a115", ["A115 5K"]],
    ["$1", ["Card $15"]],
    ["500", []],
    ["1,5", ["Desk 1,500 12.50"]],
  ];
  for (const [query, names] of table) {
    it(`is found by its beginning: “${query}”`, () =>
      expect(findRewards(cards, query).map(({ name }) => name)).to.deep.equal(names));
  }
});

describe("an amount", () => {
  const free = { free_value: true, min_amount: "10", max_amount: "500" };
  const cards = [
    reward("free", { name: "Tarnwell, $10 – $500", ...free }),
    reward("known", { name: "Kestrow", value: { amount: 25, currency: "USD" } }),
  ];
  const order = { ...ORDER, amount_limits: { max_amount: "100" } };
  const table: [query: string, why: string, skus: string[]][] = [
    ["50", "may be chosen", ["free"]],
    ["٥٠", "may be chosen, in Arabic digits", ["free"]],
    ["$50", "may be chosen, written with its sign", ["free"]],
    ["100", "is the order's limit", ["free"]],
    ["250", "is above the order's limit, though the name says it", []],
    ["500", "is above the order's limit, though the name ends with it", []],
    ["25", "may be chosen, or is the known worth", ["free", "known"]],
    ["tarn 25", "beside a word of the name", ["free"]],
  ];
  for (const [query, why, skus] of table) {
    it(`“${query}” ${why}`, () =>
      expect(findRewards(cards, query, order).map(({ sku }) => sku)).to.deep.equal(skus));
  }
});

describe("a wrong letter", () => {
  const shops = ["Kestrow Gift Card", "Kestral", "Plumvale Market", "Reward 1998"].map((name) =>
    reward(name, { name }),
  );
  const table: [query: string, why: string, names: string[]][] = [
    ["kestrow", "nothing is wrong: nothing else is found", ["Kestrow Gift Card"]],
    ["kastrow", "another one", ["Kestrow Gift Card"]],
    ["kstrow", "left out", ["Kestrow Gift Card"]],
    ["kesttrow", "one too many", ["Kestrow Gift Card"]],
    ["ketsrow", "swapped with the next", ["Kestrow Gift Card"]],
    ["plmva", "in a word that is still being typed", ["Plumvale Market"]],
    ["plumvale mraket", "beside a word that is right", ["Plumvale Market"]],
    ["kaztrow", "two are too many", []],
    ["kestro gft", "left out of three, beside a longer word", ["Kestrow Gift Card"]],
    ["kastro gft", "left out of three, beside a longer one with another", ["Kestrow Gift Card"]],
    ["kestrow acr", "swapped in three, beside a longer word", ["Kestrow Gift Card"]],
    ["plumvale gft", "left out of three, in another reward's word", []],
    ["kestrow gxf", "another one of three, beside a longer word", []],
    ["kestrow cxa", "one too many of three, beside a longer word", []],
    ["reward 198", "a digit left out is another number, also beside a word", []],
    ["gft", "too short to be told from another word", []],
    ["gft cd", "beside one that is no longer", []],
    ["kxs", "too short to be told from another word", []],
    ["1999", "a digit is another number", []],
  ];
  for (const [query, why, names] of table) {
    it(`“${query}”: ${why}`, () =>
      expect(findRewards(shops, query).map(({ name }) => name)).to.deep.equal(names));
  }
});
