/** The operations that change redemptions. Source: docs/proof/interface.md, "Operations" and R1 to R9. */

import type { Answer } from "../answers.ts";
import { invalid } from "../errors.ts";
import type { Handle, Input } from "../handle.ts";
import type { Result } from "../redemptions.ts";
import { readOrder, readUser } from "../requests.ts";
import type { Service } from "../service.ts";
import { redemptionView } from "../views.ts";
import { promotionOf, redemptionOf } from "./reads.ts";

export function changeHandlers(service: Service) {
  const answer = (status: 200 | 201, { record, effect }: Result): Answer => ({
    status,
    body: { data: redemptionView(record, service.store, service.settings) },
    effect,
  });

  const order =
    (trigger: "create_and_redeem" | "book"): Handle =>
    (input) => {
      const promotion = promotionOf(service, input);
      const request = readOrder(input.body);
      const sku = input.params.sku ?? "";
      return answer(
        201,
        service.redemptions.order(trigger, promotion, sku, request, input.now, input.divert),
      );
    };

  const act =
    (trigger: "activate" | "redeem" | "cancel" | "refund"): Handle =>
    (input: Input) => {
      const record = redemptionOf(service, input);
      const named = trigger === "activate" || trigger === "redeem";
      const email = named ? readUser(input.body) : undefined;
      return answer(200, service.redemptions.act(trigger, record, email, input.now, input.divert));
    };

  return {
    /** One form has the reward in the path, the other in the body. */
    create: (input) => {
      const promotion = promotionOf(service, input);
      const request = readOrder(input.body);
      const sku = input.params.sku ?? request.sku;
      if (request.orderId === undefined) throw invalid("data.order_id: required");
      if (request.email === undefined) throw invalid("data.user: required");
      if (sku === undefined) throw invalid("data.reward.sku: required");
      return answer(
        201,
        service.redemptions.order("create", promotion, sku, request, input.now, input.divert),
      );
    },
    create_and_redeem: order("create_and_redeem"),
    book: order("book"),
    activate: act("activate"),
    redeem: act("redeem"),
    cancel: act("cancel"),
    refund: act("refund"),
  } satisfies Record<string, Handle>;
}
