/**
 * The catalog: fields, filter, cost, instructions, stock, free value, pages. Source: docs/proof/interface.md, "Fields", R9 and R10.
 */
import type { Check, Ctx } from "../check.ts";
import { dataIn, fits, holds, isRefused, kindOf, NotSupported, refused, refusedAs } from "../judge.ts";
import { itemsOf, member, text } from "../reading.ts";
import { FreeValueReward, Reward, RewardInFull } from "../shapes.ts";
import { known } from "../target.ts";
import { lastPageIsTheRest, pageIn, pagesAreFull, pagesDiffer, totalIsOfAll } from "./paging.ts";

const LIST = "Endpoints, List rewards";
const UNKNOWN_SKU = "CONFORMANCE-NO-SUCH-SKU";
const INSTRUCTIONS = ["how_to_use_instructions", "important_instructions"] as const;

const skuOf = (record: unknown) => member(record, "sku");
const isFreeValueSku = (record: unknown) => text(skuOf(record))?.endsWith("-VAR") === true;
/** Absent and null mean the same. */
const isThere = (value: unknown) => value !== undefined && value !== null;

/** The catalog's records; without any the check is not possible. */
function catalogOf({ target }: Ctx): readonly unknown[] {
  if (target.catalog.length === 0) throw new NotSupported("the catalog shows no reward");
  return target.catalog;
}

const readOne = async ({ api, target }: Ctx) => dataIn(await api.reward(known(target.anySku)), 200);

export const rewardChecks: readonly Check[] = [
  {
    id: "rewards.fields",
    section: "Resources, Reward",
    rule: "List rewards gives rewards with every member that is shown for a list.",
    async run(ctx) {
      pageIn(await ctx.api.rewards());
      for (const record of catalogOf(ctx)) fits(Reward, record, "a reward");
    },
  },
  {
    id: "rewards.sku-filter",
    section: LIST,
    rule: "List rewards with a SKU gives that reward and no other.",
    needs: ["reward"],
    async run({ api, target }) {
      const { items, total } = pageIn(await api.rewards({ sku: known(target.anySku) }));
      const fitting = items.filter((item) => skuOf(item) === target.anySku).length;
      holds(fitting === 1 && items.length === 1 && total === 1, "one reward", `${items.length} of ${total}`);
    },
  },
  {
    id: "rewards.sku-filter-several",
    section: LIST,
    rule: "List rewards with SKUs separated by commas gives exactly those.",
    needs: ["reward"],
    async run(ctx) {
      const [one, other] = catalogOf(ctx).map((record) => text(skuOf(record)) ?? "");
      if (!one || !other || one === other) throw new NotSupported("the catalog shows only one reward");
      const { items } = pageIn(await ctx.api.rewards({ sku: `${one},${other}` }));
      const found = new Set(items.map(skuOf));
      const right = found.has(one) && found.has(other) && items.length === 2;
      holds(right, "the two rewards asked for", `${items.length} rewards`);
    },
  },
  {
    id: "rewards.sku-filter-unknown",
    section: LIST,
    rule: "List rewards with a SKU that does not exist gives an empty list, or refuses it.",
    async run({ api }) {
      const answer = await api.rewards({ sku: UNKNOWN_SKU });
      if (refused(answer)) return isRefused(answer, "a SKU that does not exist");
      const { items } = pageIn(answer);
      holds(items.length === 0, "an empty list", `${items.length} rewards`);
    },
  },
  {
    id: "rewards.cost",
    section: "Behavior rules, R10",
    rule: "List rewards shows the cost, as a number, when a client is named.",
    needs: ["client", "reward"],
    async run({ api, target }) {
      const answer = await api.rewards({ client_id: known(target.clientId) });
      const without = pageIn(answer).items.filter((item) => typeof member(item, "cost") !== "number");
      holds(without.length === 0, "every reward has a cost", `${without.length} have none`, without);
    },
  },
  {
    id: "rewards.no-cost",
    section: "Behavior rules, R10",
    rule: "Neither List rewards nor Get a reward shows a cost when no client is named.",
    needs: ["reward"],
    async run(ctx) {
      const shown = [...catalogOf(ctx), await readOne(ctx)].filter((record) =>
        isThere(member(record, "cost")),
      );
      holds(shown.length === 0, "no cost", `a cost in ${shown.length} records`, shown);
    },
  },
  {
    id: "rewards.no-instructions",
    section: "Behavior rules, R10",
    rule: "List rewards shows no instruction texts: only Get a reward has them.",
    async run(ctx) {
      const shown = catalogOf(ctx).filter((record) =>
        INSTRUCTIONS.some((name) => isThere(member(record, name))),
      );
      holds(shown.length === 0, "no instructions", `instructions in ${shown.length} records`, shown);
    },
  },
  {
    id: "rewards.free-value-sku",
    section: "Resources, Reward",
    rule: "A reward says free_value exactly where its SKU ends with -VAR.",
    async run(ctx) {
      const wrong = catalogOf(ctx).filter(
        (record) => isFreeValueSku(record) !== (member(record, "free_value") === true),
      );
      holds(
        wrong.length === 0,
        "free_value where the SKU says so",
        `${wrong.length} rewards disagree`,
        wrong,
      );
    },
  },
  {
    id: "rewards.range",
    section: "Resources, Reward",
    rule: "A free-value reward names its range as two whole numbers with two dots between them, the smaller one first.",
    async run(ctx) {
      const free = catalogOf(ctx).filter(
        (record) => isFreeValueSku(record) || member(record, "free_value") === true,
      );
      if (free.length === 0) throw new NotSupported("the catalog shows no free-value reward");
      for (const record of free) fits(FreeValueReward, record, "a free-value reward");
    },
  },
  {
    id: "rewards.stock",
    section: "Behavior rules, R10",
    rule: "A reward whose quantity is 0 does not say that it is in stock.",
    async run(ctx) {
      const counted = catalogOf(ctx).filter((record) => member(record, "stock_quantity") === 0);
      if (counted.length === 0) throw new NotSupported("no reward has a quantity of 0");
      const wrong = counted.filter((record) => member(record, "in_stock") !== false);
      holds(
        wrong.length === 0,
        "in_stock is false",
        `it is not for ${wrong.length} of ${counted.length}`,
        wrong,
      );
    },
  },
  {
    id: "rewards.pages",
    section: "Endpoints, Common list parameters",
    rule: "Pages of List rewards are full while more follow, and the second brings other rewards than the first.",
    async run({ api }) {
      await pagesAreFull(api.rewards);
      await pagesDiffer(api.rewards, skuOf);
    },
  },
  {
    id: "rewards.total",
    section: "Resources, Paging object",
    rule: "The total of List rewards counts the whole list, not the page.",
    run: ({ api }) => totalIsOfAll(api.rewards),
  },
  {
    id: "rewards.last-page",
    section: "Resources, Paging object",
    rule: "The last page of List rewards has what the total leaves for it.",
    run: ({ api }) => lastPageIsTheRest(api.rewards),
  },
  {
    id: "reward.fields",
    section: "Resources, Reward",
    rule: "Get a reward gives it with every member that is shown.",
    needs: ["reward"],
    async run(ctx) {
      fits(Reward, await readOne(ctx), "the reward");
    },
  },
  {
    id: "reward.instructions",
    section: "Behavior rules, R10",
    rule: "Get a reward shows both instruction texts.",
    needs: ["reward"],
    async run(ctx) {
      fits(
        RewardInFull.pick({ how_to_use_instructions: true, important_instructions: true }),
        await readOne(ctx),
        "the reward",
      );
    },
  },
  {
    id: "reward.listed-alike",
    section: "Resources, Reward",
    rule: "A reward shows the same SKU, stock and kind in List rewards and in Get a reward.",
    needs: ["reward"],
    async run(ctx) {
      const alone = await readOne(ctx);
      const [listed] = itemsOf(await ctx.api.rewards({ sku: known(ctx.target.anySku) }));
      if (listed === undefined) throw new NotSupported("the reward is not listed");
      for (const name of ["sku", "in_stock", "free_value"]) {
        const same = member(alone, name) === member(listed, name);
        holds(same, `${name} as in the list`, `another one: ${kindOf(member(alone, name))}`);
      }
    },
  },
  {
    id: "reward.unknown",
    section: "Errors",
    rule: "Get a reward answers 404 not_found for a SKU that does not exist.",
    async run({ api }) {
      refusedAs(await api.reward(UNKNOWN_SKU), 404, "not_found");
    },
  },
];
