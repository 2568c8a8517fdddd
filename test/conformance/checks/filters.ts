/**
 * The filters and orders of List redemptions, tried on the promotion's redemptions: with values of an existing item,
 * and with values that match nothing. Source: docs/proof/interface.md, "Parameters of lists".
 */
import type { Query } from "../api.ts";
import { type Check, type Ctx, looksAt, type Scenario } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { holds, isRefused, NotSupported, refused, word } from "../judge.ts";
import { DAY } from "../limits.ts";
import { idOf, member, moment, text } from "../reading.ts";
import { pendingApart, redeemedApart, type Sort } from "../scenarios/apart.ts";
import { hold } from "../scenarios/hold.ts";
import { listedOnce } from "../scenarios/steps.ts";
import { REDEMPTION_STATES } from "../shapes.ts";
import { known } from "../target.ts";
import { pageIn } from "./paging.ts";

const SECTION = "Endpoints, List redemptions";

const list = async ({ api, target }: Ctx, query: Query) =>
  pageIn(await api.redemptions(known(target.promotionId), query)).items;

/** An item of the promotion with a value to filter by. */
async function sampleWith(ctx: Ctx, has: (item: unknown) => boolean): Promise<unknown> {
  const sample = (await list(ctx, {})).find(has);
  if (sample === undefined) throw new NotSupported("no redemption in the promotion to look for");
  return sample;
}

function allFit(items: readonly unknown[], fits: (item: unknown) => boolean, what: string): void {
  const others = items.filter((item) => !fits(item));
  holds(
    others.length === 0,
    `only redemptions ${what}`,
    `${others.length} of ${items.length} are not`,
    others,
  );
}

const nothing = (items: readonly unknown[], what: string) =>
  holds(items.length === 0, `nothing for ${what}`, `${items.length} redemptions`, items);

/** The interface does not show the answer to a made-up value: an empty list, or a refusal. */
async function findsNothing({ api, target }: Ctx, query: Query, what: string): Promise<void> {
  const answer = await api.redemptions(known(target.promotionId), query);
  if (refused(answer)) isRefused(answer, what);
  else nothing(pageIn(answer).items, what);
}

const hasText =
  (...path: string[]) =>
  (item: unknown) =>
    Boolean(text(member(item, ...path)));

/** A filter by a text field: found items have the value, the sample is found, and nothing has a made-up value. */
const byText = (id: string, name: string, madeUp: string, ...path: string[]): Check => ({
  id,
  section: SECTION,
  rule: `List redemptions with ${name} gives those that have it and no others; a made-up one finds nothing.`,
  needs: ["promotion"],
  async run(ctx) {
    const value = text(member(await sampleWith(ctx, hasText(...path)), ...path)) ?? "";
    const items = await list(ctx, { [name]: value });
    holds(items.length > 0, "what is known to be there", "an empty list");
    allFit(items, (item) => member(item, ...path) === value, `with the ${name} asked for`);
    await findsNothing(ctx, { [name]: madeUp }, `a made-up ${name}`);
  },
});

/** A filter by a range of times, both ends included. */
const byMoments = (id: string, parameter: string, field: string): Check => ({
  id,
  section: SECTION,
  rule: `List redemptions with ${parameter}_start and ${parameter}_end gives those in between, both ends included.`,
  needs: ["promotion"],
  async run(ctx) {
    const at = (item: unknown) => moment(member(item, field));
    const own = await sampleWith(ctx, (item) => at(item) !== undefined);
    const [shown, orderId] = [String(member(own, field)), member(own, "order_id")];
    const here = at(own) ?? 0;
    // A time shown without a fraction may be stored with one, so the end of the range is a second later.
    const end = shown.includes(".") ? shown : new Date(here + 999).toISOString();
    const items = await list(ctx, { [`${parameter}_start`]: shown, [`${parameter}_end`]: end });
    const found = items.some((item) => member(item, "order_id") === orderId);
    holds(found, "what lies on the ends of the range", "not found");
    const inside = (item: unknown) =>
      (at(item) ?? Number.NaN) >= here && (at(item) ?? Number.NaN) <= here + 999;
    allFit(items, inside, "in the range");
    const later = new Date(here + 1000).toISOString();
    allFit(
      await list(ctx, { [`${parameter}_start`]: later }),
      (item) => (at(item) ?? 0) > here,
      "after its start",
    );
    const earlier = new Date(here - 1000).toISOString();
    const before = await list(ctx, { [`${parameter}_end`]: earlier });
    allFit(before, (item) => (at(item) ?? Number.POSITIVE_INFINITY) < here, "before its end");
    nothing(await list(ctx, { [`${parameter}_end`]: new Date(DAY).toISOString() }), "a range long ago");
  },
});

export const filterChecks: readonly Check[] = [
  byText("filter.order-id", "order_id", "conformance.no-such-order", "order_id"),
  byText("filter.reward-sku", "reward_sku", "CONFORMANCE-NO-SUCH-SKU", "reward", "sku"),
  {
    id: "filter.state",
    section: SECTION,
    rule: "List redemptions takes each of the nine states and gives only redemptions in it.",
    needs: ["promotion"],
    async run(ctx) {
      const own = member(await sampleWith(ctx, hasText("state")), "state");
      for (const state of REDEMPTION_STATES) {
        const items = await list(ctx, { state });
        allFit(items, (item) => member(item, "state") === state, `in state ${word(state)}`);
        if (state === own) holds(items.length > 0, `the one in state ${word(state)}`, "an empty list");
      }
    },
  },
  looksAt(
    hold,
    {
      id: "filter.email",
      section: SECTION,
      rule: "List redemptions with an e-mail gives that user's redemptions.",
    },
    async ({ order }, ctx) => {
      const isOwn = (item: unknown) => member(item, "order_id") === order.orderId;
      const read = () =>
        ctx.api.redemptions(order.promotion, { email: order.email, order_id: order.orderId });
      holds(
        pageIn(await listedOnce(ctx, read, isOwn)).items.some(isOwn),
        "the user's redemption",
        "not found",
      );
    },
  ),
  looksAt(
    hold,
    {
      id: "filter.email-other",
      section: SECTION,
      rule: "List redemptions with another e-mail, or with the beginning of one, does not give that user's redemptions.",
    },
    async ({ order }, ctx) => {
      for (const email of [`nobody.${order.email}`, order.email.slice(0, -1)]) {
        await findsNothing(ctx, { email, order_id: order.orderId }, "an e-mail that is not the user's");
      }
    },
  ),
  byMoments("filter.redeemed", "redeemed_datetime", "redeemed_datetime"),
  byMoments("filter.activated", "activation_datetime", "activation_datetime"),
  byMoments("filter.refunded", "refund_datetime", "refunded_datetime"),
];

/** Both directions of an order. An item without the time may be anywhere. */
const bySort = (id: string, name: string, field: string): Check => ({
  id,
  section: SECTION,
  rule: `List redemptions sorted by ${name} rises, and with a hyphen before it falls.`,
  needs: ["promotion"],
  async run(ctx) {
    for (const [sort, direction] of [
      [name, 1],
      [`-${name}`, -1],
    ] as const) {
      const moments = (await list(ctx, { sort })).flatMap((item) => moment(member(item, field)) ?? []);
      if (new Set(moments).size < 2)
        throw new NotSupported(`fewer than two redemptions with another ${field}`);
      const wrong = moments.filter((at, i) => i > 0 && direction * (at - (moments[i - 1] ?? at)) < 0).length;
      holds(wrong === 0, `${field} ${direction > 0 ? "rises" : "falls"}`, `${wrong} times it does not`);
    }
  },
});

interface Apart {
  /** The ids of a pair, the earlier time first. */
  readonly order: readonly string[];
  readonly rising: Answer;
  readonly falling: Answer;
}

/** The pair has this order in the list. The first page of a list may lack one of them. */
function standsIn(answer: Answer, order: readonly string[], direction: string): void {
  const found = pageIn(answer).items.filter((item) => order.includes(idOf(item) ?? ""));
  if (found.length < order.length) throw new NotSupported("the pair is not on the first page of the list");
  holds(
    order.every((id, place) => idOf(found[place]) === id),
    `of the pair, the one with the ${direction === "rising" ? "earlier" : "later"} moment first`,
    "the other one first",
    found,
  );
}

/** Checks that a pair whose times are more than a second apart is sorted by this time and by no other. */
const apart = <S extends Sort>(
  id: string,
  name: S,
  scenario: Scenario<Readonly<Record<S, Apart>>>,
): Check => ({
  id,
  section: SECTION,
  rule: `List redemptions sorted by ${name} puts two redemptions in the order of that moment, not of another one, and with a hyphen before it in the other order.`,
  scenarios: [scenario],
  async run(ctx) {
    const { order, rising, falling } = (await ctx.played(scenario))[name];
    standsIn(rising, order, "rising");
    standsIn(falling, order.toReversed(), "falling");
  },
});

export const sortChecks: readonly Check[] = [
  apart("sort.activation-apart", "activation_datetime", pendingApart),
  apart("sort.updated-apart", "updated_datetime", pendingApart),
  apart("sort.redeemed-apart", "redeem_datetime", redeemedApart),
  apart("sort.refunded-apart", "refund_datetime", redeemedApart),
  bySort("sort.activation", "activation_datetime", "activation_datetime"),
  bySort("sort.updated", "updated_datetime", "updated_datetime"),
  bySort("sort.redeemed", "redeem_datetime", "redeemed_datetime"),
  bySort("sort.refunded", "refund_datetime", "refunded_datetime"),
];
