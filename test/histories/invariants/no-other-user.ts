/**
 * Judged at every answer to a browser: the codes and the link in it were made for the address that the order's site uses for its
 * user. Other users may have the same order id: another user after a loss, or a user of another environment on the account.
 * Source: docs/proof/rules.md, rules 13 and 14.
 */
import type { Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A shorter value may occur in an answer by chance. */
const DISTINCTIVE_LENGTH = 8;

export const noOtherUser: Invariant = {
  id: "I8",
  says: "no answer to one session contains another user's codes or links",
  watch: (evidence) => ({
    answered({ plan, as, at }, { text, data }) {
      if (!plan || as !== "browser") return undefined;
      const told = evidence.control
        .redemptions()
        .find(
          (record) =>
            record.email !== plan.email &&
            [record.id, ...(record.codes?.items ?? []).map(({ value }) => value)].some(
              (value) => value.length >= DISTINCTIVE_LENGTH && text.includes(value),
            ),
        );
      if (told) return `an answer about ${plan.order_id} tells of ${told.orderId}, made for another address`;
      return data && linkOfNobody(evidence, data, at);
    },
  }),
};

/**
 * Both the link that Activate opens and the address of a mere hold are the redemption's own: where the service calls a hold
 * `pending` and refuses its Activate, the second is what the user gets (rule 14).
 */
function linkOfNobody(
  { control, start }: Evidence,
  { url, reference }: Readonly<Record<string, unknown>>,
  askedAt: number,
) {
  if (typeof url !== "string" || typeof reference !== "string") return undefined;
  const own = control.flowLink(reference);
  const record = control.redemption(reference);
  // Once an Activate had its effect, only its link, with the key, is the product.
  const isActivated = record?.activated === true && record.activatedAt < start + askedAt;
  return url === own || (!isActivated && withoutKey(url) === withoutKey(own))
    ? undefined
    : `the link that is shown is not the one of ${reference}`;
}

const withoutKey = (url: string): string => url.split("?", 1).join();
