/** Who may call: the token, its use, header credentials, and the refusal of whoever has neither. Source: Authentication. */
import { type Check, type Ctx, NOTHING } from "../check.ts";
import type { Proof } from "../credentials.ts";
import { fits, refusedAs, statusIs } from "../judge.ts";
import { Token } from "../shapes.ts";
import { known } from "../target.ts";

const SECTION = "Authentication";

/** That List rewards refuses a proof; it changes nothing and exists in every account. */
const refuses =
  (proof: Proof) =>
  async ({ api }: Ctx) =>
    refusedAs(await api.rewards({}, proof), 401, "unauthorized");

export const authenticationChecks: readonly Check[] = [
  {
    id: "authentication.token",
    section: "Authentication, Token request",
    title: "The token's answer",
    rule: "The token endpoint gives a token, its type, its life in whole seconds, its scope and when it was made.",
    needs: ["oauth"],
    async run({ credentials }) {
      await credentials.headers("usual");
      fits(Token, credentials.tokenAnswer?.body, "the token's answer");
    },
  },
  {
    id: "authentication.bearer",
    section: SECTION,
    title: "A bearer token",
    rule: "The token opens an endpoint when it is sent as a bearer token.",
    needs: ["oauth"],
    async run({ api }) {
      statusIs(await api.rewards(), 200);
    },
  },
  {
    id: "authentication.headers",
    section: SECTION,
    title: "Header credentials",
    rule: "Key and secret in the two headers open an endpoint as well.",
    async run({ api }) {
      statusIs(await api.rewards({}, "headers"), 200);
    },
  },
  {
    id: "authentication.none",
    section: "Errors",
    title: "No credentials: List rewards",
    rule: "Without credentials List rewards is refused as 401 unauthorized.",
    run: refuses("none"),
  },
  {
    id: "authentication.wrong-token",
    section: "Errors",
    title: "A made-up token",
    rule: "A token that was never issued is refused as 401 unauthorized.",
    run: refuses("wrong_token"),
  },
  {
    id: "authentication.wrong-headers",
    section: "Errors",
    title: "Made-up header credentials",
    rule: "A key and a secret that were never issued are refused as 401 unauthorized.",
    run: refuses("wrong_headers"),
  },
  {
    id: "authentication.none-promotions",
    section: "Errors",
    title: "No credentials: List promotions",
    rule: "Without credentials List promotions is refused as 401 unauthorized.",
    needs: ["client"],
    async run({ api, target }) {
      refusedAs(await api.promotions(known(target.clientId), {}, "none"), 401, "unauthorized");
    },
  },
  {
    id: "authentication.none-redemptions",
    section: "Errors",
    title: "No credentials: List redemptions",
    rule: "Without credentials List redemptions is refused as 401 unauthorized.",
    needs: ["promotion"],
    async run({ api, target }) {
      refusedAs(await api.redemptions(known(target.promotionId), {}, "none"), 401, "unauthorized");
    },
  },
  {
    id: "authentication.none-create",
    section: "Errors",
    title: "No credentials: Create a redemption",
    rule: "Without credentials Create a redemption is refused as 401 unauthorized.",
    needs: ["promotion", "create", "fixed_reward"],
    risks: { ...NOTHING, redemptions: 1 },
    async run({ api, newOrder }) {
      const order = newOrder();
      const data = { order_id: order.orderId, user: { email: order.email } };
      refusedAs(await api.createWith(order, data, "none"), 401, "unauthorized");
    },
  },
];
