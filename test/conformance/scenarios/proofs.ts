/** Holds and orders called with other credentials than the run's own: none, wrong ones, and headers. */
import { type Api, userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import type { Proof } from "../credentials.ts";
import type { Answer } from "../exchange.ts";
import { dataOf, idOf } from "../reading.ts";
import { requireId } from "./steps.ts";

/** Operations on one redemption. Redeem comes last, because nothing else can follow a code. */
const OF_REDEMPTION = {
  redemption: (api: Api, id: string) => api.redemption(id),
  consult: (api: Api, id: string) => api.consult(id),
  refund: (api: Api, id: string) => api.refund(id),
  cancel: (api: Api, id: string) => api.cancel(id),
  activate: (api: Api, id: string, email: string) => api.activate(id, userBody(email)),
  redeem: (api: Api, id: string, email: string) => api.redeem(id, userBody(email)),
} as const;

export type OfRedemption = keyof typeof OF_REDEMPTION;

/** Credentials that nobody issued. */
export const UNPROVEN: readonly Proof[] = ["none", "wrong_token", "wrong_headers"];

async function playUnproven(ctx: Ctx): Promise<Record<OfRedemption, readonly Answer[]>> {
  const order = ctx.newOrder();
  const id = requireId(await ctx.api.book(order));
  const asked = async (name: OfRedemption) => {
    const answers: Answer[] = [];
    for (const proof of UNPROVEN) answers.push(await OF_REDEMPTION[name](ctx.as(proof), id, order.email));
    return answers;
  };
  return {
    redemption: await asked("redemption"),
    consult: await asked("consult"),
    refund: await asked("refund"),
    cancel: await asked("cancel"),
    activate: await asked("activate"),
    redeem: await asked("redeem"),
  };
}

/** A hold on which callers without valid credentials try every operation. */
export const unproven: Scenario<Awaited<ReturnType<typeof playUnproven>>> = {
  name: "unproven",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 0, codes: 1 },
  play: playUnproven,
};

/** The redemption's id; if header credentials were refused, the call is repeated with the run's own credentials. */
const idWith = async (answer: Answer, again: () => Promise<Answer>) =>
  idOf(dataOf(answer)) ?? requireId(await again());

async function playByHeaders(ctx: Ctx) {
  const by = ctx.as("headers");
  const order = ctx.newOrder();
  const book = await by.book(order);
  const id = await idWith(book, () => ctx.api.book(order));
  const redemption = await by.redemption(id);
  const consult = await by.consult(id);
  const activate = await by.activate(id, userBody(order.email));
  const cancel = await by.cancel(id);
  const refund = await by.refund(id);
  const created = ctx.newOrder();
  const create = await by.create(created);
  await ctx.api.cancel(await idWith(create, () => ctx.api.create(created)));
  return { book, redemption, consult, activate, cancel, refund, create };
}

/** A hold from Book to Cancel, and a created redemption, with header credentials. */
export const byHeaders: Scenario<Awaited<ReturnType<typeof playByHeaders>>> = {
  name: "by headers",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 2, codes: 0 },
  risks: { redemptions: 0, codes: 2 },
  play: playByHeaders,
};

async function playCodesByHeaders(ctx: Ctx) {
  const by = ctx.as("headers");
  const order = ctx.newOrder();
  const id = requireId(await ctx.api.book(order));
  const redeem = await by.redeem(id, userBody(order.email));
  const deliver = await by.deliver(ctx.newOrder());
  await ctx.api.refund(id);
  const delivered = idOf(dataOf(deliver));
  if (delivered !== undefined) await ctx.api.refund(delivered);
  return { redeem, deliver };
}

/** Two codes requested with header credentials. */
export const codesByHeaders: Scenario<Awaited<ReturnType<typeof playCodesByHeaders>>> = {
  name: "codes by headers",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 2, codes: 2 },
  risks: { redemptions: 1, codes: 1 },
  play: playCodesByHeaders,
};
