/**
 * The account, its clients and discounts. The interface does not show the last three paths. Source:
 * docs/proof/interface.md, "Operations" and "Fields".
 */
import type { Check } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, fits, holds, kindOf, NotSupported, unknownPath } from "../judge.ts";
import { itemsOf, member } from "../reading.ts";
import { Account, Discount } from "../shapes.ts";
import { known } from "../target.ts";
import { pageIn } from "./paging.ts";

/** An assumed path may differ on the service. A path that was named was found before the run began. */
function found(answer: Answer, path: "discounts" | "clients" | "client"): Answer {
  if (unknownPath(answer))
    throw new NotSupported(
      `the path is not shown and not where it was looked for: name it with --${path}-path`,
    );
  return answer;
}

export const accountChecks: readonly Check[] = [
  {
    id: "account.fields",
    section: "Resources, Account",
    rule: "Get current account gives the account with every member that is shown, its time zone being an IANA name.",
    async run({ api }) {
      fits(Account, dataIn(await api.account(), 200), "the account");
    },
  },
  {
    id: "account.discounts",
    section: "Resources, Discount",
    rule: "List discounts gives, in pages, what each discount is, on which SKU and of which brand.",
    async run(ctx) {
      const { items } = pageIn(found(await ctx.api.discounts(), "discounts"));
      for (const item of items) fits(Discount, item, "a discount");
    },
  },
  {
    id: "account.clients",
    section: "Resources, Client",
    rule: "List clients gives clients, each with a balance and its alerts.",
    async run(ctx) {
      const answer = found(await ctx.api.clients(), "clients");
      pageIn(answer);
      for (const client of itemsOf(answer)) requireBudget(client);
    },
  },
  {
    id: "account.client",
    section: "Resources, Client",
    rule: "Get a client gives the client with a balance and its alerts.",
    needs: ["client"],
    async run(ctx) {
      const answer = found(await ctx.api.client(known(ctx.target.clientId)), "client");
      requireBudget(dataIn(answer, 200));
    },
  },
];

/** Both members exist; the interface does not show their types. */
function requireBudget(client: unknown): void {
  for (const name of ["balance", "budget_alerts"]) {
    holds(member(client, name) !== undefined, `a client has ${name}`, kindOf(member(client, name)));
  }
}
