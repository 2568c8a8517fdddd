/* global document, expect, test */
/** What a site's own unit test does with the packed element. Vitest and Jest run this file: test/frameworks/unit-tests.ts. */
import { RewardRedemption } from "reward-redemption/define";

const ORDER = { order_id: "1042", delivery: "redeem", promotion: { id: "1", locale: "en" }, state: "open" };
const CATALOG = [1, 2, 3, 4].map((at) => ({
  sku: `S${at}`,
  name: `Card ${at}`,
  in_stock: true,
  description: "",
}));
const answerTo = (address) =>
  /opening/.test(address) ? { order: ORDER, catalog: CATALOG, locale: "en" } : CATALOG[1];

globalThis.fetch = async (address) => ({
  ok: true,
  status: 200,
  headers: new Map(),
  json: async () => ({ data: answerTo(address) }),
});
const told = [];
globalThis.console.error = (...line) => told.push(line);
process.on("unhandledRejection", (reason) => told.push(reason));

const until = async (isSo) => {
  while (!isSo()) await new Promise((passed) => setTimeout(passed, 10));
};

test("the element is drawn, heard, moved, taken away and brought back", async () => {
  const element = document.createElement("reward-redemption");
  expect(element).toBeInstanceOf(RewardRedemption);
  const heard = [];
  for (const name of ["reward-ready", "reward-select", "reward-error"])
    element.addEventListener(name, ({ type, detail }) => heard.push([type, detail.sku]));
  element.server = "https://rewards.example";
  element.getSession = async () => "token";
  document.body.append(element);
  const rewards = () => element.shadowRoot.querySelectorAll("[part~=reward]");
  await until(() => rewards().length === CATALOG.length);
  rewards()[1].click();
  await until(
    () =>
      element.dataset.state === "details" && element.shadowRoot.querySelector("[part~=terms], [part~=book]"),
  );
  document.body.append(document.createElement("main"));
  document.querySelector("main").append(element);
  element.remove();
  await element.updateComplete;
  document.body.append(element);
  await until(() => rewards().length === CATALOG.length);
  expect([heard, told]).toEqual([
    [
      ["reward-ready", undefined],
      ["reward-select", "S2"],
    ],
    [],
  ]);
});
