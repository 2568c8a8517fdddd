/**
 * Authentication: the token, its use, header credentials, and refusals without either. Source: docs/proof/interface.md, "Headers
 * and versions".
 */
import type { Api } from "../api.ts";
import { type Check, type Ctx, looksAt, type Need } from "../check.ts";
import type { TokenRequest } from "../credentials.ts";
import type { Answer } from "../exchange.ts";
import { fits, holds, NotSupported, refused, refusedAs, statusIs, told, unknownPath } from "../judge.ts";
import { member } from "../reading.ts";
import { byHeaders, codesByHeaders, type OfRedemption, UNPROVEN, unproven } from "../scenarios/proofs.ts";
import { Token } from "../shapes.ts";
import { known, type Target } from "../target.ts";

const SECTION = "Authentication";

/** Operations whose 401 the interface shows with the name `unauthorized`; the others show only `forbidden`. */
const UNAUTHORIZED = ["List promotions", "List rewards", "List redemptions", "Create a redemption"];

/** The refusal of a caller without valid credentials: with the shown name, or one of the two if none is shown. */
function isUnauthorized(answer: Answer): void {
  const forbidden =
    !UNAUTHORIZED.includes(answer.operation) && member(answer.body, "error_name") === "forbidden";
  refusedAs(answer, 401, forbidden ? "forbidden" : "unauthorized");
}

/** Only checks that the credentials were accepted. Other checks judge the result. */
function isLetIn(answer: Answer): void {
  holds(answer.status !== 401 && answer.status !== 403, `${answer.operation} is let in`, told(answer));
}

/** A read that can be sent with any credentials. */
interface Read {
  /** The end of the checks' ids. */
  readonly id: string;
  readonly operation: string;
  readonly needs?: readonly Need[];
  /** Set if the interface does not show the path. */
  readonly assumed?: true;
  ask(api: Api, target: Target): Promise<Answer>;
}

const READS: readonly Read[] = [
  { id: "account", operation: "Get current account", ask: (api) => api.account() },
  {
    id: "promotions",
    operation: "List promotions",
    needs: ["client"],
    ask: (api, { clientId }) => api.promotions(known(clientId)),
  },
  {
    id: "promotion",
    operation: "Get a promotion",
    needs: ["promotion"],
    ask: (api, { promotionId }) => api.promotion(known(promotionId)),
  },
  { id: "rewards", operation: "List rewards", ask: (api) => api.rewards() },
  {
    id: "reward",
    operation: "Get a reward",
    needs: ["reward"],
    ask: (api, { anySku }) => api.reward(known(anySku)),
  },
  {
    id: "redemptions",
    operation: "List redemptions",
    needs: ["promotion"],
    ask: (api, { promotionId }) => api.redemptions(known(promotionId)),
  },
  { id: "discounts", operation: "List discounts", assumed: true, ask: (api) => api.discounts() },
  { id: "clients", operation: "List clients", assumed: true, ask: (api) => api.clients() },
  {
    id: "client",
    operation: "Get a client",
    assumed: true,
    needs: ["client"],
    ask: (api, { clientId }) => api.client(known(clientId)),
  },
];

/** An assumed path may not exist, and then the answer says nothing about credentials. */
async function isThere({ assumed, ask }: Read, { api, target }: Ctx): Promise<void> {
  if (assumed && unknownPath(await ask(api, target)))
    throw new NotSupported("the path is not shown and not where it was looked for");
}

const aboutNone = (id: string, operation: string) => ({
  id: `authentication.none-${id}`,
  section: "Errors",
  rule: `Without credentials, and with a token, or a key and a secret, that were never issued, ${operation} is refused as 401.`,
});

const aboutHeaders = (id: string, operation: string) => ({
  id: `authentication.headers-${id}`,
  section: SECTION,
  rule: `Key and secret in the two headers open ${operation} as well.`,
});

const readsRefused = READS.map(
  (read): Check => ({
    ...aboutNone(read.id, read.operation),
    needs: read.needs,
    async run(ctx) {
      await isThere(read, ctx);
      for (const proof of UNPROVEN) isUnauthorized(await read.ask(ctx.as(proof), ctx.target));
    },
  }),
);

const readsByHeaders = READS.map(
  (read): Check => ({
    ...aboutHeaders(read.id, read.operation),
    needs: read.needs,
    async run(ctx) {
      await isThere(read, ctx);
      isLetIn(await read.ask(ctx.as("headers"), ctx.target));
    },
  }),
);

/** Checks that no order can be made without credentials. */
const orderRefused = (
  id: string,
  operation: string,
  needs: readonly Need[],
  send: (api: Api, order: ReturnType<Ctx["newOrder"]>) => Promise<Answer>,
): Check => ({
  ...aboutNone(id, operation),
  needs: ["promotion", "create", ...needs, "fixed_reward"],
  risks: { redemptions: 1, codes: 1 },
  async run({ as, newOrder }) {
    const order = newOrder();
    for (const proof of UNPROVEN) isUnauthorized(await send(as(proof), order));
  },
});

const actionRefused = (id: OfRedemption, operation: string): Check =>
  looksAt(unproven, aboutNone(id, operation), (played) => {
    for (const answer of played[id]) isUnauthorized(answer);
  });

/**
 * Checks that the token endpoint gives no token if one member of the request is wrong. The form of the refusal is not
 * shown.
 */
const noTokenFor = (id: string, what: string, wrong: keyof TokenRequest): Check => ({
  id: `authentication.token-${id}`,
  section: "Authentication, Token request",
  rule: `The token endpoint gives no token for ${what}.`,
  needs: ["oauth"],
  async run({ credentials }) {
    const answer = await credentials.askWrongly(wrong);
    if (answer.status === 429) throw new NotSupported("the limit of the token endpoint came first");
    holds(refused(answer), `${what} is refused with a 4xx`, told(answer));
    holds(member(answer.body, "access_token") === undefined, "no token", "one beside the refusal");
  },
});

/**
 * Checks that header credentials are refused if only one is right. List rewards changes nothing and exists in every
 * account.
 */
const refusesHeaders = (id: string, what: string, proof: "wrong_key" | "wrong_secret"): Check => ({
  id: `authentication.headers-${id}`,
  section: "Errors",
  rule: `Header credentials with ${what} are refused as 401 unauthorized.`,
  run: async ({ as }) => isUnauthorized(await as(proof).rewards()),
});

export const authenticationChecks: readonly Check[] = [
  {
    id: "authentication.token",
    section: "Authentication, Token request",
    rule: "The token endpoint gives a token, its type, its life in whole seconds, its scope and when it was made.",
    needs: ["oauth"],
    async run({ credentials }) {
      await credentials.headers("usual");
      fits(Token, credentials.tokenAnswer?.body, "the token's answer");
    },
  },
  noTokenFor("wrong-secret", "a wrong secret", "client_secret"),
  noTokenFor("wrong-key", "a key that was never issued", "client_id"),
  noTokenFor("wrong-grant", "another grant_type than client_credentials", "grant_type"),
  {
    id: "authentication.bearer",
    section: SECTION,
    rule: "The token opens an endpoint when it is sent as a bearer token.",
    needs: ["oauth"],
    async run({ api }) {
      statusIs(await api.rewards(), 200);
    },
  },
  refusesHeaders("wrong-key", "the right secret and a key that was never issued", "wrong_key"),
  refusesHeaders("wrong-secret", "the right key and a wrong secret", "wrong_secret"),
  ...readsRefused,
  orderRefused("create", "Create a redemption", [], (api, order) => api.create(order)),
  orderRefused("book", "Book", [], (api, order) => api.book(order)),
  orderRefused("deliver", "Create and redeem", ["bill"], (api, order) => api.deliver(order)),
  actionRefused("redemption", "Get a redemption"),
  actionRefused("consult", "Consult card"),
  actionRefused("refund", "Refund"),
  actionRefused("cancel", "Cancel"),
  actionRefused("activate", "Activate"),
  actionRefused("redeem", "Redeem"),
  ...readsByHeaders,
  ...(
    [
      ["book", "Book"],
      ["redemption", "Get a redemption"],
      ["consult", "Consult card"],
      ["activate", "Activate"],
      ["cancel", "Cancel"],
      ["refund", "Refund"],
      ["create", "Create a redemption"],
    ] as const
  ).map(([id, operation]) =>
    looksAt(byHeaders, aboutHeaders(id, operation), (played) => isLetIn(played[id])),
  ),
  looksAt(codesByHeaders, aboutHeaders("redeem", "Redeem"), ({ redeem }) => isLetIn(redeem)),
  looksAt(codesByHeaders, aboutHeaders("deliver", "Create and redeem"), ({ deliver }) => isLetIn(deliver)),
];
