/** Promotions and their rewards. Source: docs/proof/interface.md, "Promotions and rewards" and "Operations". */
import { type Check, type Ctx, looksAt, NOTHING, type Scenario } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, fits, holds, NotSupported, refusedAs, word } from "../judge.ts";
import { PAGES_MOST } from "../limits.ts";
import { idOf, member, sameId } from "../reading.ts";
import { Promotion, PromotionRewards } from "../shapes.ts";
import { known } from "../target.ts";
import { lastPageIsTheRest, pageIn, pagesDiffer, type ReadPage, totalIsOfAll } from "./paging.ts";

/** Far above the ids of any service. */
const UNKNOWN_PROMOTION = "999999999";

const listOf =
  ({ api, target }: Ctx): ReadPage =>
  (query) =>
    api.promotions(known(target.clientId), query);

/** The first page without paging parameters; read once. */
const firstPage: Scenario<Answer> = {
  name: "first page of promotions",
  needs: ["client"],
  makes: NOTHING,
  risks: NOTHING,
  play: (ctx) => listOf(ctx)({}),
};

const readPromotion = async ({ api, target }: Ctx) =>
  dataIn(await api.promotion(known(target.promotionId)), 200);

export const promotionChecks: readonly Check[] = [
  looksAt(
    firstPage,
    {
      id: "promotions.fields",
      section: "Resources, Promotion",
      rule: "List promotions gives promotions with every member that is shown.",
    },
    (page) => {
      for (const item of pageIn(page).items) fits(Promotion, item, "a promotion");
    },
  ),
  looksAt(
    firstPage,
    {
      id: "promotions.client",
      section: "Endpoints, List promotions of a client",
      rule: "List promotions shows promotions of the client that was asked for and of no other.",
    },
    (page, { target }) => {
      const others = pageIn(page).items.filter(
        (item) => !sameId(member(item, "client", "id"), target.clientId),
      );
      holds(others.length === 0, "every promotion is the client's", `${others.length} are not`, others);
    },
  ),
  {
    id: "promotions.pages",
    section: "Endpoints, Common list parameters",
    rule: "The second page of List promotions brings other promotions than the first.",
    needs: ["client"],
    run: (ctx) => pagesDiffer(listOf(ctx), idOf),
  },
  {
    id: "promotions.total",
    section: "Resources, Paging object",
    rule: "The total of List promotions counts the whole list, not the page.",
    needs: ["client"],
    async run(ctx) {
      await totalIsOfAll(listOf(ctx));
      await lastPageIsTheRest(listOf(ctx));
    },
  },
  {
    id: "promotions.complete",
    section: "Endpoints, List promotions of a client",
    rule: "A promotion of the client that can be read is among those listed.",
    needs: ["promotion"],
    scenarios: [firstPage],
    async run(ctx) {
      const { promotionId, clientId, promotion } = ctx.target;
      if (!sameId(member(promotion, "client", "id"), clientId))
        throw new NotSupported("the promotion is not known to be this client's");
      let page = pageIn(await ctx.played(firstPage));
      for (let seen = page.items.length, number = 2; number <= PAGES_MOST; number++) {
        if (page.items.some((item) => sameId(member(item, "id"), promotionId))) return;
        holds(seen < page.total && page.items.length > 0, "the promotion is listed", "it is not");
        page = pageIn(await listOf(ctx)({ page: number }));
        seen += page.items.length;
      }
      throw new NotSupported(`not among the first ${PAGES_MOST} pages`);
    },
  },
  {
    id: "promotion.fields",
    section: "Resources, Promotion",
    rule: "Get a promotion gives it with every member that is shown.",
    needs: ["promotion"],
    async run(ctx) {
      fits(Promotion, await readPromotion(ctx), "the promotion");
    },
  },
  {
    id: "promotion.id",
    section: "Endpoints, Get a promotion",
    rule: "Get a promotion gives the promotion whose id was asked for.",
    needs: ["promotion"],
    async run(ctx) {
      const promotion = await readPromotion(ctx);
      holds(sameId(member(promotion, "id"), ctx.target.promotionId), "the id asked for", "another one");
    },
  },
  {
    id: "promotion.rewards",
    section: "Resources, Promotion reward",
    rule: "Get a promotion includes its rewards, each with SKU, name, kind, state and status as shown.",
    needs: ["promotion"],
    async run(ctx) {
      fits(PromotionRewards, member(await readPromotion(ctx), "rewards"), "rewards");
    },
  },
  {
    id: "promotion.variable-value",
    section: "Resources, Promotion reward",
    rule: "A promotion's reward says variable_value exactly where its record in the catalog says free_value.",
    needs: ["promotion"],
    async run(ctx) {
      const rewards = member(await readPromotion(ctx), "rewards");
      const offered = Array.isArray(rewards) ? rewards : [];
      for (const record of ctx.target.catalog) {
        const offer = offered.find((reward) => member(reward, "sku") === member(record, "sku"));
        if (offer === undefined) continue;
        const [variable, free] = [member(offer, "variable_value"), member(record, "free_value")];
        holds(
          variable === free,
          "variable_value equals free_value",
          `${variable === true} and ${free === true}`,
        );
      }
    },
  },
  {
    id: "promotion.unknown",
    section: "Errors",
    rule: "Get a promotion answers 404 not_found for an id that does not exist.",
    async run({ api }) {
      refusedAs(await api.promotion(UNKNOWN_PROMOTION), 404, "not_found");
    },
  },
  {
    id: "promotion.foreign",
    section: "Errors",
    rule: "Get a promotion answers 401 forbidden for a promotion that the account may not see.",
    needs: ["foreign_promotion"],
    async run({ api, target }) {
      refusedAs(await api.promotion(known(target.foreignPromotionId)), 401, "forbidden");
    },
  },
  looksAt(
    firstPage,
    {
      id: "promotion.listed-alike",
      section: "Resources, Promotion",
      rule: "A promotion shows the same status and state in List promotions and in Get a promotion.",
    },
    async (page, { api }) => {
      const listed = pageIn(page).items.find((item) => idOf(item) !== undefined);
      if (listed === undefined) throw new NotSupported("no promotion is listed");
      const alone = dataIn(await api.promotion(known(idOf(listed))), 200);
      for (const name of ["status", "state"]) {
        const [inList, byItself] = [member(listed, name), member(alone, name)];
        holds(inList === byItself, `${name} ${word(inList)}, as listed`, word(byItself));
      }
    },
  ),
];
