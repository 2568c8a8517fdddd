/**
 * Injects faults, and acts as the service's back office. Faults (faults.ts) are the service's (its control) or the network's; each
 * has a name, so that the faults at each step can be counted.
 */
import type { Control, Fault } from "../../demo/fulfillment/app.ts";
import { CONFIRMING } from "./back-office.ts";
import type { Draws } from "./draws.ts";
import { drawFault, drawListFault, drawOperation, drawTrouble, type Operation } from "./faults.ts";
import type { Trouble } from "./network.ts";
import { isOf, type Plan } from "./plan.ts";
import { SECOND } from "./stage.ts";
import type { Style } from "./style.ts";

/** A list with the longest lag. */
const LAGGING: Fault = {
  operation: "list_redemptions",
  kind: "lag",
  newer_than_ms: 110 * SECOND,
  times: "always",
};

export interface FaultInjectorOptions {
  readonly draws: Draws;
  readonly control: Control;
  /** The orders that can be met; never empty. */
  readonly plans: () => readonly Plan[];
  readonly say: (what: () => string) => void;
  /** The operation that an order will most likely need next. */
  readonly nextCall: (plan: Plan) => Operation;
  /** Whether the user may follow the link, which was shown or mailed. */
  readonly mayOpen: (redemptionId: string) => boolean;
  readonly elsewhere: (redemptionId: string, action: "refund" | "cancel") => void;
  readonly style: Pick<Style, "isShared" | "isReleased">;
  /** Another environment on the account uses the order's ids. */
  readonly otherEnvironment: (plan: Plan) => void;
}

/** In histories with many releases, one fault in this many ends a confirmation so that the order needs a person. */
const DENIALS = 3;
const DENIED = ["denied", "blocked"] as const;

export class FaultInjector {
  readonly #options: FaultInjectorOptions;
  #troubles: { readonly operation: string; readonly trouble: Trouble }[] = [];

  constructor(options: FaultInjectorOptions) {
    this.#options = options;
  }

  /** The network's fault for the next call of an operation; each is used once. */
  trouble(operation: string): Trouble | undefined {
    const index = this.#troubles.findIndex((each) => each.operation === operation);
    return index < 0 ? undefined : this.#troubles.splice(index, 1)[0]?.trouble;
  }

  /** A call that is delivered twice has no other fault: its effect is not also late. */
  secondDelivery(operation: string): void {
    const { control } = this.#options;
    for (const { id, kind, operation: of } of control.faults())
      if (kind === "late" && of === operation) control.clearFaults(id);
  }

  /** Ends all faults. Calls under way go on. */
  clear(): void {
    this.#troubles = [];
    this.#options.control.clearFaults();
  }

  /** Begins one fault. */
  worsen(): void {
    const { draws, control, say, style } = this.#options;
    const plans = this.#options.plans();
    if (style.isReleased && draws.oneIn(DENIALS)) {
      const { delivery } = draws.one(plans);
      const operation = CONFIRMING[delivery];
      const fault = { operation, kind: "state", state: draws.one(DENIED), times: 1 } as const;
      say(() => `fault: ${fault.operation} ${describe(fault)}`);
      control.fault(fault);
      return;
    }
    const plan = draws.one(plans);
    const next = draws.oneIn(2) ? this.#options.nextCall(plan) : undefined;
    const operation = next ?? drawOperation(draws, plan.delivery);
    if (operation === "list_redemptions" && draws.oneIn(3)) {
      const fault = drawListFault(draws);
      say(() => `fault: ${operation} ${fault.kind}`);
      control.fault(fault);
      return;
    }
    if (draws.oneIn(5)) {
      const trouble = drawTrouble(draws, operation);
      say(() => `fault: ${operation} ${trouble.kind}${"ms" in trouble ? ` ${trouble.ms / SECOND} s` : ""}`);
      this.#troubles.push({ operation, trouble });
      // After a second delivery is refused, a list shows the redemption; the case is dangerous only if that list lags.
      if (trouble.kind === "delivered_twice" && operation === "create") control.fault(LAGGING);
      return;
    }
    const fault = drawFault(draws, operation);
    say(() => `fault: ${operation} ${describe(fault)}`);
    control.fault(fault);
  }

  /** The user follows the link they have. @returns whether there is one */
  openLink(plan: Plan): boolean {
    const { draws, control, say, mayOpen } = this.#options;
    const own = control.redemptions().filter(({ orderId }) => isOf(plan, orderId));
    const out = own.filter(({ id, state }) => state === "pending" && mayOpen(id));
    if (out.length === 0) return false;
    const { id, orderId } = draws.one(out);
    say(() => `the user opens the link of ${orderId}`);
    attempt(() => control.openLink(id));
    return true;
  }

  /** Some links are opened, and some rewards refunded, at the service alone. */
  actElsewhere(): void {
    const { draws, control, plans, say, elsewhere } = this.#options;
    for (const plan of plans()) {
      if (draws.oneIn(2) && this.openLink(plan)) continue;
      const made = control
        .redemptions()
        .filter(({ orderId, state }) => isOf(plan, orderId) && state === "redeemed");
      if (made.length === 0 || !draws.oneIn(2)) continue;
      const { id, orderId } = draws.one(made);
      say(() => `the service's back office: refund of ${orderId}`);
      elsewhere(id, "refund");
    }
  }

  /** The service's back office acts, or the user acts outside of our pages. */
  meddle(): void {
    const { draws, control, plans, say, elsewhere, style } = this.#options;
    const plan = draws.one(plans());
    const { sku } = draws.one(plan.choices);
    const own = control.redemptions().filter(({ orderId }) => isOf(plan, orderId));
    const one = own.length > 0 ? draws.one(own) : undefined;
    switch (
      draws.weighted({
        open: 6,
        refund: 3,
        cancel: 3,
        force: style.isReleased ? 15 : 3,
        pause: 2,
        resume: 2,
        stock: 2,
        end: 2,
        revoke: 2,
        other: style.isShared ? 8 : 0,
      })
    ) {
      case "open":
        this.openLink(plan);
        return;
      case "refund":
      case "cancel": {
        // A known rest (docs/proof/index.md): a failed redemption with a code that is ended before anybody asked shows no trace of
        // it.
        if (!one || (one.state === "failed" && control.codes().some((code) => code.redemption_id === one.id)))
          return;
        const action = one.state === "redeemed" || one.debited ? "refund" : "cancel";
        say(() => `the service's back office: ${action} of ${one.orderId}`);
        elsewhere(one.id, action);
        return;
      }
      case "force": {
        if (!one || !["booked", "pending", "failed"].includes(one.state)) return;
        const state = draws.one(["failed", "denied", "blocked", "expired", "on_hold", "canceled"]);
        say(() => `the service's back office: ${one.orderId} is ${state}`);
        attempt(() => control.forceState(one.id, state, { debited: one.debited || draws.oneIn(6) }));
        return;
      }
      case "other":
        this.#options.otherEnvironment(plan);
        return;
      case "pause":
      case "resume": {
        const status = draws.oneIn(3) ? "paused" : "enabled";
        say(() => `${sku} is ${status}`);
        control.setRewardStatus(sku, { status }, plan.promotion);
        return;
      }
      case "stock": {
        const change = draws.oneIn(3)
          ? { quantity: draws.below(2), drop_reservations: true }
          : { quantity: null, in_stock: !draws.oneIn(3) };
        say(() => `stock of ${sku}: ${JSON.stringify(change)}`);
        control.setStock(sku, change);
        return;
      }
      case "end":
        if (draws.oneIn(3)) {
          say(() => `promotion ${plan.promotion} ends`);
          control.endPromotion(plan.promotion);
        } else {
          say(() => `promotion ${plan.promotion} goes on`);
          control.setPromotion(plan.promotion, { end_datetime: null });
        }
        return;
      default:
        say(() => "all tokens are revoked");
        control.revokeTokens();
    }
  }
}

function describe(fault: Fault): string {
  const { operation: _, kind, ...rest } = fault as Record<string, unknown>;
  const more = Object.values(rest).filter((value) => value !== undefined && value !== 1);
  return [kind, ...more].join(" ");
}

/** The service may refuse the back office's action. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}
