/** What a run will make, printed before it makes anything. */
import { type Check, type Cost, NOTHING, needsOf, type Scenario } from "./check.ts";
import { type Allowed, whyNot } from "./needs.ts";
import type { Target } from "./target.ts";

/** The other user, in checks that repeat an order with another address: no mail can reach this host (RFC 2606). */
export const OTHER_EMAIL = "conformance.other@example.com";

/** The common prefix of a run's order ids. */
export const orderIdsOf = (run: string): string => `conformance.${run}.`;

/** An order id. The promotion is part of it, because order ids are searched by promotion but are unique beyond it. */
export const orderIdOf = (run: string, promotion: string, n: number | "<n>"): string =>
  `${orderIdsOf(run)}${promotion}.${n}`;

export interface Plan {
  readonly promotion: string | undefined;
  /** Another client's promotion in which one order is tried that should be refused. */
  readonly foreignPromotion: string | undefined;
  /** What a correct service will have made afterwards. */
  readonly makes: Cost;
  /** What an incorrect service may make in addition. */
  readonly risks: Cost;
}

const add = (a: Cost, b: Cost): Cost => ({
  redemptions: a.redemptions + b.redemptions,
  codes: a.codes + b.codes,
});

export function planOf(checks: readonly Check[], target: Target, allowed: Allowed): Plan {
  const tried = checks.filter((check) => whyNot(check, target, allowed) === undefined);
  const scenarios = new Set<Scenario>(tried.flatMap((check) => check.scenarios ?? []));
  const sum = (costs: (Cost | undefined)[]) =>
    costs.reduce<Cost>((all, cost) => add(all, cost ?? NOTHING), NOTHING);
  return {
    promotion: target.promotionId,
    foreignPromotion: tried.some((check) => needsOf(check).includes("refused_foreign_promotion"))
      ? target.foreignPromotionId
      : undefined,
    makes: sum([...scenarios].map((scenario) => scenario.makes)),
    risks: sum([...[...scenarios].map((scenario) => scenario.risks), ...tried.map((check) => check.risks)]),
  };
}

const counted = ({ redemptions, codes }: Cost) =>
  `${redemptions} redemption${redemptions === 1 ? "" : "s"} and ${codes} code${codes === 1 ? "" : "s"}`;

/** The plan in a few lines, for the user of the command. */
export function planText(plan: Plan, run: string, email: string): string {
  const { promotion, foreignPromotion, makes, risks } = plan;
  if (promotion === undefined || makes.redemptions + risks.redemptions + risks.codes === 0)
    return "Will only read: nothing is created.\n";
  return [
    `Will create ${counted(makes)} in promotion ${promotion}, with order ids ${orderIdOf(run, promotion, "<n>")} and e-mail ${email}.`,
    `Where the service takes what it should or may refuse, up to ${counted(risks)} more, some of them with e-mail ${OTHER_EMAIL}.`,
    ...(foreignPromotion === undefined
      ? []
      : [`One of these would be in promotion ${foreignPromotion}, which should refuse it.`]),
    "A promotion that notifies its users may send mail to these addresses.",
    "Afterwards what is pending is canceled and what is redeemed or debited is refunded; holds lapse by themselves.",
    "",
  ].join("\n");
}
