/**
 * Each field of each resource, planted as a mistake: a resource of the simulated service fits its shape, and no longer
 * fits without the field or with another type in its place.
 */
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { DEMO_API_KEY, DEMO_API_SECRET } from "../../demo/fulfillment/app.ts";
import { type Harness, setUp } from "../demo/fulfillment/harness.ts";
import {
  Account,
  CardBalance,
  Codes,
  Discount,
  FreeValueReward,
  Paging,
  Promotion,
  PromotionReward,
  Redemption,
  Reward,
  RewardFormat,
  RewardInFull,
  Token,
} from "./shapes.ts";

type Fields = Record<string, unknown>;

const PROMOTION = "/promotions/4001";
const read = async (harness: Harness, path: string) =>
  (await harness.api<unknown>("GET", path)).data as Fields;
const redeemed = async ({ createAndRedeem }: Harness) =>
  (await createAndRedeem()).data as unknown as Fields & { reward_codes: Fields & { codes: Fields[] } };

/** Each shape, and a real resource for it. */
const RESOURCES: readonly (readonly [string, z.ZodType, (harness: Harness) => Promise<Fields>])[] = [
  ["paging", Paging, async ({ list }) => ({ ...(await list()).paging })],
  [
    "token",
    Token,
    async ({ call }) => {
      const body = {
        client_id: DEMO_API_KEY,
        client_secret: DEMO_API_SECRET,
        grant_type: "client_credentials",
      };
      return JSON.parse((await call("POST", "/auth/oauth/token", body, {})).text) as Fields;
    },
  ],
  ["account", Account, (harness) => read(harness, "/accounts/me")],
  ["promotion", Promotion, (harness) => read(harness, PROMOTION)],
  [
    "promotion reward",
    PromotionReward,
    async (harness) => ((await read(harness, PROMOTION)).rewards as Fields[])[0] as Fields,
  ],
  ["reward", Reward, (harness) => read(harness, "/rewards/KESTROW-CODE-PLAIN-25")],
  ["reward with instructions", RewardInFull, (harness) => read(harness, "/rewards/KESTROW-CODE-PLAIN-25")],
  ["free-value reward", FreeValueReward, (harness) => read(harness, "/rewards/VELMORA-VAR")],
  ["redemption", Redemption, redeemed],
  ["reward_format", RewardFormat, async (harness) => (await redeemed(harness)).reward_format as Fields],
  ["reward_codes", Codes, async (harness) => (await redeemed(harness)).reward_codes],
  ["discount", Discount, async (harness) => (await read(harness, "/discounts"))[0] as Fields],
  [
    "card balance",
    CardBalance,
    async (harness) => {
      const { data } = await harness.createAndRedeem({ promotion: 4013, sku: "PLUMVALE-20" });
      return read(harness, `/redemptions/${data.id}/card_consult`);
    },
  ],
];

/** Names and paths of a shape's fields, including those of nested objects. */
function fieldsOf(shape: z.ZodType, path: readonly string[] = []): string[][] {
  const inner = (shape as { shape?: Record<string, z.ZodType> }).shape;
  return Object.entries(inner ?? {}).flatMap(([name, each]) => [
    [...path, name],
    ...fieldsOf(each, [...path, name]),
  ]);
}

/** A copy with one field changed; `undefined` removes the field. */
function changed(resource: Fields, [name = "", ...rest]: readonly string[], value: unknown): Fields {
  const next = rest.length === 0 ? value : changed(resource[name] as Fields, rest, value);
  return { ...resource, [name]: next };
}

/** Present only on a condition; the checks `rewards.cost` and `rewards.no-cost` cover the first one. */
const OPTIONAL = ["cost", "expiration_date"];

describe.each(RESOURCES)("%s", (_name, shape, sample) => {
  it("as the service shows it fits", async () => {
    expect(shape.safeParse(await sample(setUp())).error).toBeUndefined();
    expect(fieldsOf(shape).length).toBeGreaterThan(0);
  });

  it.each(fieldsOf(shape).map((path) => [path.join(".")]))("without %s does not", async (path) => {
    const without = changed(await sample(setUp()), path.split("."), undefined);
    expect(shape.safeParse(without).success).toBe(OPTIONAL.includes(path));
  });

  it.each(fieldsOf(shape).map((path) => [path.join(".")]))(
    "with another type of %s does not",
    async (path) => {
      // No field of the interface is a list of lists.
      const wrong = changed(await sample(setUp()), path.split("."), [[]]);
      expect(shape.safeParse(wrong).success).toBe(false);
    },
  );
});

describe("a code", () => {
  it.each(["name", "value", "format", "usage"])("without %s does not fit", async (name) => {
    const { reward_codes } = await redeemed(setUp());
    const codes = reward_codes.codes.map((code) => ({ ...code, [name]: undefined }));
    expect(Codes.safeParse({ ...reward_codes, codes }).success).toBe(false);
  });
});
