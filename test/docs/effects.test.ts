/** The table and the picture of docs/redemption.md are those of the code. `npm run docs` renews them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { EFFECTS } from "../../server/redemption/effects.ts";
import { effectsTable, statesPicture, withEffects } from "./draw-effects.ts";

it("docs/redemption.md shows the table that the server uses", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/redemption.md"), "utf8");
  expect(withEffects(page) === page, "run `npm run docs`").toBe(true);
});

describe("what is drawn", () => {
  it("has a row for each meaning", () => {
    expect(effectsTable().split("\n")).toHaveLength(2 + Object.keys(EFFECTS.booked).length);
  });

  it.each(Object.keys(EFFECTS))("names the phase %s in the picture", (phase) => {
    expect(statesPicture()).toMatch(new RegExp(`\\b${phase}\\b`));
  });

  it("never leads from redeemed to anything but refunded (I13)", () => {
    const arrows = statesPicture()
      .split("\n")
      .filter((line) => line.startsWith("  redeemed -->"));
    expect(arrows).toEqual(["  redeemed --> refunded"]);
  });
});
