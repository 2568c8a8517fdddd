/**
 * Reading redemptions: fields, one by one, and in lists with pages. Source: docs/proof/interface.md, "Fields" and "Parameters of
 * lists".
 */
import { type Check, type Ctx, looksAt } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, fits, holds, kindOf, NotSupported, refusedAs, word } from "../judge.ts";
import { dataOf, idOf, member, moment, sameId } from "../reading.ts";
import { activated } from "../scenarios/activated.ts";
import { hold } from "../scenarios/hold.ts";
import { pending } from "../scenarios/pending.ts";
import { Redemption } from "../shapes.ts";
import { known } from "../target.ts";
import { wasIn } from "./orders.ts";
import { lastPageIsTheRest, pageIn, pagesDiffer, type ReadPage, totalIsOfAll } from "./paging.ts";

/** In the shown format, and nobody's. */
const UNKNOWN_REDEMPTION = "00000-00000";
const ID = /^[^-\s]{5}-[^-\s]{5}$/;

const listOf =
  ({ api, target }: Ctx): ReadPage =>
  (query) =>
    api.redemptions(known(target.promotionId), query);

/** Oldest first, so that new redemptions of others move nothing. */
const oldestFirst =
  (ctx: Ctx): ReadPage =>
  (query) =>
    listOf(ctx)({ ...query, sort: "activation_datetime" });

/** When a redemption was last changed. Other checks report an unreadable time. */
function updatedIn(answer: Answer): number {
  const shown = member(dataOf(answer), "updated_datetime");
  const at = moment(shown);
  if (at === undefined) throw new NotSupported(`updated_datetime is ${kindOf(shown)}`);
  if (!/:\d\d:\d\d/.test(String(shown))) throw new NotSupported("updated_datetime shows no seconds");
  return at;
}

async function someOf(ctx: Ctx): Promise<readonly unknown[]> {
  const { items } = pageIn(await listOf(ctx)({}));
  if (items.length === 0) throw new NotSupported("no redemption in the promotion");
  return items;
}

export const redemptionChecks: readonly Check[] = [
  looksAt(
    hold,
    {
      id: "redemption.fields",
      section: "Resources, Redemption",
      rule: "Get a redemption gives it with every member that is shown.",
    },
    ({ read }) => fits(Redemption, dataIn(read, 200), "the redemption"),
  ),
  looksAt(
    hold,
    {
      id: "redemption.id-format",
      section: "Resources, Redemption",
      rule: "The id of a redemption is twice five characters with a hyphen between.",
    },
    ({ id }) => holds(ID.test(id), "five characters, a hyphen, five characters", `${id.length} characters`),
  ),
  looksAt(
    hold,
    {
      id: "redemption.of-order",
      section: "Endpoints, Get a redemption",
      rule: "Get a redemption gives back the id, the order id, the SKU and the promotion of the order.",
    },
    ({ read, id, order }) => {
      const redemption = dataIn(read, 200);
      holds(member(redemption, "id") === id, "the id asked for", "another one");
      holds(member(redemption, "order_id") === order.orderId, "the order id that was sent", "another one");
      holds(member(redemption, "reward", "sku") === order.sku, "the SKU that was ordered", "another one");
      const promotion = member(redemption, "promotion", "id");
      holds(sameId(promotion, order.promotion), "the promotion of the order", "another one");
    },
  ),
  looksAt(
    activated,
    {
      id: "redemption.updated",
      section: "Resources, Redemption",
      rule: "The updated_datetime of a hold is later after an Activate than before, and no earlier after the Cancel that follows.",
    },
    ({ afterWithoutData, read, afterCancel }) => {
      wasIn(afterWithoutData, "booked");
      wasIn(read, "pending");
      const [booked, pending, last] = [updatedIn(afterWithoutData), updatedIn(read), updatedIn(afterCancel)];
      holds(
        pending > booked,
        "a later moment after Activate",
        pending === booked ? "the same" : "an earlier one",
      );
      holds(last >= pending, "no earlier moment after Cancel", "an earlier one");
    },
  ),
  {
    id: "redemption.unknown",
    section: "Errors",
    rule: "Get a redemption answers 404 not_found for an id that does not exist.",
    async run({ api }) {
      refusedAs(await api.redemption(UNKNOWN_REDEMPTION), 404, "not_found");
    },
  },
  {
    id: "redemptions.fields",
    section: "Resources, Redemption",
    rule: "List redemptions gives redemptions with every member that is shown.",
    needs: ["promotion"],
    async run(ctx) {
      for (const item of await someOf(ctx)) fits(Redemption, item, "a redemption");
    },
  },
  {
    id: "redemptions.promotion",
    section: "Endpoints, List redemptions",
    rule: "List redemptions shows redemptions of the promotion that was asked for and of no other.",
    needs: ["promotion"],
    async run(ctx) {
      const items = await someOf(ctx);
      const others = items.filter((item) => !sameId(member(item, "promotion", "id"), ctx.target.promotionId));
      holds(others.length === 0, "every redemption is of the promotion", `${others.length} are not`, others);
    },
  },
  looksAt(
    pending,
    {
      id: "redemptions.listed-alike",
      section: "Resources, Redemption",
      rule: "A redemption shows the same id and state in List redemptions and in Get a redemption.",
    },
    ({ listed, read, id, order }) => {
      const { items } = pageIn(listed);
      const item = items.find((each) => member(each, "order_id") === order.orderId);
      holds(item !== undefined, "the redemption is listed", "it is not");
      holds(idOf(item) === id, "its id", "another one");
      const [inList, alone] = [member(item, "state"), member(dataIn(read, 200), "state")];
      holds(inList === alone, `state ${word(alone)}`, word(inList));
    },
  ),
  {
    id: "redemptions.pages",
    section: "Endpoints, Common list parameters",
    rule: "The second page of List redemptions brings other redemptions than the first.",
    needs: ["promotion"],
    run: (ctx) => pagesDiffer(oldestFirst(ctx), idOf),
  },
  {
    id: "redemptions.total",
    section: "Resources, Paging object",
    rule: "The total of List redemptions counts the whole list, and its last page has what is left.",
    needs: ["promotion"],
    async run(ctx) {
      await totalIsOfAll(listOf(ctx));
      await lastPageIsTheRest(oldestFirst(ctx));
    },
  },
];
