/** The range at the end of a name goes, where an amount was chosen; every other end stays. */
import { expect, it } from "vitest";
import { withoutRange } from "../../shared/reward-name.ts";

it.each([
  ["Velmora Gift Card, $5 to $150", "Velmora Gift Card"],
  ["Velmora Gift Card $5-$150", "Velmora Gift Card"],
  ["Velmora Gift Card (5–150 €)", "Velmora Gift Card"],
  ["Velmora Gutschein, 5 € bis 150 €", "Velmora Gutschein"],
  ["Tarjeta regalo Velmora, 5 US$ a 150 US$", "Tarjeta regalo Velmora"],
  ["Velmora, from $1,000 to $5,000", "Velmora"],
  ["Velmora Gift Card", "Velmora Gift Card"],
  ["Velmora Gift Card $50", "Velmora Gift Card $50"],
  ["Hotel 7 Sisters", "Hotel 7 Sisters"],
  ["Club 2024", "Club 2024"],
  ["$5 to $150", "$5 to $150"],
])("%s: %s", (name, without) => expect(withoutRange(name)).toBe(without));
