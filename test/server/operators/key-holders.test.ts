/** Who may do what, and since when. */
import { beforeEach, expect, it } from "vitest";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { holdersIn, KeyHolders } from "../../../server/operators/key-holders.ts";
import { parseSettings } from "../../../server/settings/env.ts";
import { quiet } from "../../support/postgres.ts";

const START = Date.UTC(2026, 10, 22, 12);
const anna = { name: "anna", may: "act" } as const;
const ben = { name: "ben", may: "read" } as const;
let now: number;
let holders: KeyHolders;
beforeEach(() => {
  now = START;
  holders = new KeyHolders({ ledger: openMemoryLedger(() => now), clock: { now: () => now }, log: quiet });
});
const at = (ms: number): string => new Date(START + ms).toISOString();

it("each begins when they were first seen, whatever starts in between", async () => {
  await holders.note([anna]);
  now += 1_000;
  await holders.note([anna, ben]);
  expect(await holders.since([anna, ben])).toEqual([
    { ...anna, since: at(0) },
    { ...ben, since: at(1_000) },
  ]);
});

it("who had gone, or may do something else, begins anew", async () => {
  await holders.note([anna, ben]);
  await holders.note([anna]);
  now += 1_000;
  const mayAct = { name: "ben", may: "act" } as const;
  await holders.note([anna, mayAct]);
  expect(await holders.since([anna, mayAct])).toEqual([
    { ...anna, since: at(0) },
    { ...mayAct, since: at(1_000) },
  ]);
});

it("they are the keys, the people of the proxy, and the sites, by name alone", () => {
  const settings = parseSettings({
    SITES: JSON.stringify([{ id: "shop", key: "s".repeat(40), origins: ["https://shop.example"] }]),
    OPERATOR_KEYS: JSON.stringify({ anna: "a".repeat(40) }),
    ...{ OPERATOR_HEADER: "Remote-User", OPERATOR_PROXIES: "10.0.0.5", TRUSTED_PROXIES: "1" },
    OPERATORS: JSON.stringify({ "ben@example.com": "read" }),
  });
  expect(holdersIn(settings)).toEqual([
    anna,
    { name: "ben@example.com", may: "read" },
    { name: "shop", may: "site" },
  ]);
});
