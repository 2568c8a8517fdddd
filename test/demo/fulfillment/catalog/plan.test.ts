import { describe, expect, test } from "vitest";
import {
  createFulfillment,
  DEMO_API_KEY,
  DEMO_API_SECRET,
  type PromotionPlan,
  promotionPlan,
} from "../../../../demo/fulfillment/app.ts";
import { MOST_PLANS } from "../../../../demo/fulfillment/store.ts";

const PLAN: PromotionPlan = {
  sender: { name: "Nordhof Markt", color: "#b3261e" },
  language: "de",
  currency: "EUR",
  notifies: false,
  brands: [
    { name: "Backstube Ähre", color: "#8a5a19", shows: "barcode", values: [10, { min: 5, max: 50 }] },
    { name: "Kino 7", about: "Filme und Popcorn.", color: "#1b1b2f", shows: "link", values: [15, 15] },
  ],
};

describe("a promotion that a client sets up", () => {
  test("offers what its plan says, in its language and currency", async () => {
    const { app, control } = createFulfillment();
    const id = control.setUpPromotion(PLAN);
    const offered = control.rewards().filter(({ offers }) => offers.some((it) => it.promotion_id === id));
    expect(offered.map(({ name }) => name)).toEqual([
      "Geschenkkarte von Backstube Ähre 10 €",
      "Geschenkkarte von Backstube Ähre, 5 € bis 50 €",
      "Geschenkkarte von Kino 7 15 €",
    ]);
    for (const { sku } of offered) {
      const card = await app.request(`/assets/cards/${sku}.svg`);
      expect(card.status).toBe(200);
      expect(await card.text()).not.toMatch(/undefined|NaN/);
    }
    expect((await app.request(`/assets/senders/${id}.svg`)).status).toBe(200);
  });

  test("is the same for the same plan, and another for another", () => {
    const { control } = createFulfillment();
    const id = control.setUpPromotion(PLAN);
    expect(control.setUpPromotion(structuredClone(PLAN))).toBe(id);
    expect(control.setUpPromotion({ ...PLAN, currency: "CHF" })).not.toBe(id);
    expect(control.promotions().filter((each) => each.id === id)).toHaveLength(1);
  });

  test("is there after a restart", () => {
    let text: string | undefined;
    const snapshot = {
      load: () => text,
      save: (json: string) => {
        text = json;
      },
    };
    const id = createFulfillment({ snapshot }).control.setUpPromotion(PLAN);
    const later = createFulfillment({ snapshot }).control;
    expect(later.promotions().find((each) => each.id === id)?.rewards).toBe(3);
  });

  test("with a redemption is there after a restart, however many came after it", async () => {
    let text: string | undefined;
    const snapshot = {
      load: () => text,
      save: (json: string) => {
        text = json;
      },
    };
    const { app, control } = createFulfillment({ snapshot });
    const id = control.setUpPromotion(PLAN);
    const [reward] = control.rewards().filter(({ offers }) => offers.some((it) => it.promotion_id === id));
    const booked = await app.request(
      `/api/fulfillment/v2/promotions/${id}/rewards/${reward?.sku}/redemptions/book`,
      {
        method: "POST",
        headers: {
          "api-key": DEMO_API_KEY,
          "api-secret": DEMO_API_SECRET,
          "content-type": "application/json",
        },
        body: JSON.stringify({ data: { order_id: "a" } }),
      },
    );
    expect(booked.status).toBe(201);
    for (let i = 0; i <= MOST_PLANS; i += 1)
      control.setUpPromotion({ ...PLAN, sender: { name: `Shop ${i}`, color: "#000000" } });
    const later = createFulfillment({ snapshot }).control;
    expect(later.redemptions().map(({ promotionId }) => promotionId)).toEqual([id]);
  });

  test("goes when nobody used it and there are too many", () => {
    const { control } = createFulfillment();
    const before = control.rewards().length;
    const ids = Array.from({ length: MOST_PLANS + 1 }, (_, i) =>
      control.setUpPromotion({ ...PLAN, sender: { name: `Shop ${i}`, color: "#000000" } }),
    );
    const left = control.promotions().map(({ id }) => id);
    expect(left).not.toContain(ids[0]);
    expect(left).toContain(ids[1]);
    expect(control.rewards()).toHaveLength(before + 3 * MOST_PLANS);
  });

  test.each([
    ["no brand", { brands: [] }],
    ["a colour by name", { sender: { name: "Shop", color: "red" } }],
    ["a range upside down", { brands: [{ ...PLAN.brands[0], values: [{ min: 50, max: 5 }] }] }],
    ["an unknown member", { discount: 5 }],
    [
      "two ranges of one reward",
      {
        brands: [
          {
            ...PLAN.brands[0],
            values: [
              { min: 5, max: 9 },
              { min: 20, max: 30 },
            ],
          },
        ],
      },
    ],
    ["a name with a control character", { sender: { name: "Sh\u0001op", color: "#000000" } }],
  ])("%s is no plan", (_, change) => {
    expect(promotionPlan.safeParse({ ...PLAN, ...change }).success).toBe(false);
  });
});
