/** An order and its rewards, as the benches play them to the widget. */

const ADJECTIVES = ["Amber", "Brisk", "Café", "Dusky", "Élan", "Frosty", "Golden", "Velvet"];
const NOUNS = ["Market", "Outdoors", "Cinema", "Books", "Coffee", "Travel"];

const reward = (index: number) => ({
  sku: `SKU-${index}`,
  name: `${ADJECTIVES[index % ADJECTIVES.length]} ${NOUNS[index % NOUNS.length]} Gift Card $${5 + (index % 96)}`,
  in_stock: index % 9 !== 0,
  stock_quantity: null,
  free_value: false,
  description: "Something nice for somebody who has earned it, to be spent wherever it pleases.",
  logo_url: null,
  catalog_card_url: null,
});

const ORDER = {
  order_id: "bench",
  delivery: "redeem",
  environment: "production",
  promotion: { id: "1", name: "Bench", locale: "en" },
  state: "open",
};

/** The answer to `POST /v1/opening`. */
export const openingOf = (count: number): string =>
  JSON.stringify({
    data: {
      order: ORDER,
      catalog: Array.from({ length: count }, (_, index) => reward(index)),
      locale: "en",
      server_time: new Date().toISOString(),
    },
  });

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
