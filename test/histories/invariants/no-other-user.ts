/**
 * Judged at every answer to a browser: the codes and the link in it were made for the address that the order's site names its
 * user by. An order id is the same for whoever has it: another user after a loss, another environment on the account.
 */
import { type Evidence, emailAt } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A shorter value may stand in an answer by chance. */
const DISTINCTIVE_LENGTH = 8;

export const noOtherUser: Invariant = {
  id: "I8",
  says: "no answer to one session contains another user's codes or links",
  watch: (evidence) => ({
    answered({ plan, as, generation }, { text, data }) {
      if (!plan || as !== "browser") return undefined;
      const email = emailAt(evidence, plan, generation);
      const told = evidence.control
        .redemptions()
        .find(
          (record) =>
            record.email !== email &&
            [record.id, ...(record.codes?.items ?? []).map(({ value }) => value)].some(
              (value) => value.length >= DISTINCTIVE_LENGTH && text.includes(value),
            ),
        );
      if (told) return `an answer about ${plan.order_id} tells of ${told.orderId}, made for another address`;
      return data && linkOfNobody(evidence, data);
    },
  }),
};

/**
 * A link is shown as the product of Activate: the one that opens the redemption, and no other (rule 12). A hold that the service calls
 * `pending` is told from a link by when the service changed it; not held against histories in which `Date` says another time than that.
 */
function linkOfNobody(
  { control, dateMoves }: Evidence,
  { url, reference }: Readonly<Record<string, unknown>>,
) {
  if (typeof url !== "string" || typeof reference !== "string" || dateMoves.length > 0) return undefined;
  return url === control.flowLink(reference)
    ? undefined
    : `the link that is shown is not the one of ${reference}`;
}
