/** Mistakes in what an order may open, send and end: I1 to I5, I12, I15 and I17. */
import { type Mutant, SOON, WITHIN } from "./mutant.ts";
import {
  answeredAs,
  atLedger,
  atNetwork,
  atService,
  deciding,
  ledgerProof,
  lookup,
  sends,
  timing,
  upstreamIds,
} from "./seams.ts";

/** The repeats of the client itself. */
const REPEATS = 3;

export const ATTEMPT_MUTANTS: readonly Mutant[] = [
  {
    name: "chosen-again-after-the-code",
    says: "an order that has its code may choose again, and nobody looks for what it has",
    invariants: ["I1"],
    within: WITHIN,
    plants: [deciding.refuseChoice(() => () => undefined), lookup.recoveryLookup(() => async () => [])],
  },
  {
    name: "new-order-id-after-504",
    says: "a confirmation whose answer was lost counts as canceled, and the next attempt opens",
    invariants: ["I1"],
    within: 3_000,
    plants: [
      atService((service) => ({
        async redeem(request, leaving) {
          const outcome = await service.redeem(request, leaving);
          return outcome.kind === "unknown" ? answeredAs("canceled", request) : outcome;
        },
        async activate(request, leaving) {
          const outcome = await service.activate(request, leaving);
          return outcome.kind === "unknown" ? answeredAs("canceled", request) : outcome;
        },
      })),
    ],
  },
  {
    name: "absence-frees",
    says: "a create without an answer counts as refused, so that an empty list ends its attempt",
    invariants: ["I4"],
    within: 600,
    plants: [
      atService((service) => ({
        async create(request, leaving) {
          const outcome = await service.create(request, leaving);
          return outcome.kind === "unknown" ? { kind: "refused", status: 422, error: "other" } : outcome;
        },
      })),
    ],
  },
  {
    name: "intent-after-the-call",
    says: "what is announced is stored after the call has left",
    invariants: ["I2"],
    within: SOON,
    plants: [
      atLedger((ledger) => ({
        async replaceOrder(order) {
          void ledger.replaceOrder(order).catch(() => {});
          return { ...order, version: order.version + 1 };
        },
      })),
    ],
  },
  {
    name: "nothing-announced",
    says: "the row is stored without the call that follows",
    invariants: ["I2"],
    within: SOON,
    plants: [
      sends.announce((announce) => (attempt, ...given) => ({
        ...announce(attempt, ...given),
        sends: attempt.sends,
      })),
    ],
  },
  {
    name: "email-not-by-its-bytes",
    says: "a redeem carries the e-mail in lower case",
    invariants: ["I3"],
    within: SOON,
    plants: [
      atService((service) => ({
        redeem: (request, leaving) =>
          service.redeem({ ...request, email: request.email.toLowerCase() }, leaving),
      })),
    ],
  },
  {
    name: "repeat-without-customization-and-amount",
    says: "what is sent again leaves the amount out",
    invariants: ["I2"],
    within: WITHIN,
    plants: [
      atService((service) => {
        const sent = new Set<string>();
        const again = <R extends { readonly orderId: string }>(request: R): R => {
          const isAgain = sent.has(request.orderId);
          sent.add(request.orderId);
          return isAgain ? { ...request, amount: undefined } : request;
        };
        return {
          book: (request, leaving) => service.book(again(request), leaving),
          create: (request, leaving) => service.create(again(request), leaving),
        };
      }),
    ],
  },
  {
    name: "random-order-id",
    says: "the upstream order id depends on the time",
    invariants: ["I2"],
    within: SOON,
    plants: [
      upstreamIds.upstreamOrderId(
        (idOf) =>
          (...given) =>
            `${idOf(...given).slice(0, -1)}${performance.now()}`,
      ),
    ],
  },
  {
    name: "fence-left-out",
    says: "the next attempt does not wait for what may still take effect",
    invariants: ["I4"],
    within: 1_500,
    passing: 700,
    plants: [sends.quietExceptBookFrom(() => () => 0)],
  },
  {
    name: "denied-is-the-end",
    says: "what a person has to decide about counts as canceled, and opens the next attempt by itself",
    invariants: ["I4"],
    within: 2_000,
    plants: [
      atService((service) => ({
        async readRedemption(id) {
          const redemption = await service.readRedemption(id);
          return ["denied", "blocked", "expired"].includes(redemption.state)
            ? { ...redemption, state: "canceled", debited: false, has_codes: false, was_redeemed: false }
            : redemption;
        },
      })),
    ],
  },
  {
    name: "mismatch-confirmed",
    says: "a confirmation of something else than what is booked is taken",
    invariants: ["I5"],
    within: WITHIN,
    plants: [
      deciding.confirm((confirm) => (order, confirmation, context) => {
        const inHand = order.attempts.find(({ n }) => n === order.current);
        const { n: attempt = confirmation.attempt, sku = confirmation.sku, amount } = inHand ?? {};
        return confirm(order, { attempt, sku, ...(amount != null && { amount }) }, context);
      }),
    ],
  },
  {
    name: "any-attempt-confirmed",
    says: "a confirmation of an earlier attempt is taken for the current one",
    invariants: ["I5"],
    within: 600,
    plants: [
      deciding.confirm(
        (confirm) => (order, confirmation, context) =>
          confirm(order, { ...confirmation, attempt: order.current ?? confirmation.attempt }, context),
      ),
    ],
  },
  {
    name: "claim-ignored",
    says: "a call that another instance announced is sent again at once",
    invariants: ["alone"],
    within: WITHIN,
    plants: [sends.claim(() => () => undefined)],
  },
  {
    name: "sent-however-late",
    says: "a call that was announced leaves also where its process stood still meanwhile",
    invariants: ["alone"],
    within: 10_000,
    plants: [sends.leavesWithin(() => () => Number.POSITIVE_INFINITY)],
  },
  {
    name: "three-live-holds",
    says: "holds are not counted",
    invariants: ["I12"],
    within: SOON,
    plants: [timing.LIVE_HOLDS_MAX(20)],
  },
  {
    name: "attempts-without-end",
    says: "attempts of a day are not counted",
    invariants: ["I12"],
    within: WITHIN,
    plants: [timing.ATTEMPTS_MAX(500)],
  },
  {
    name: "budget-ignored",
    says: "changing calls are repeated as often as it takes",
    invariants: ["I15"],
    within: WITHIN,
    plants: [timing.SENDS_MAX(600), sends.sendableFrom(() => (_attempt, _operation, now) => now)],
  },
  {
    name: "retry-inside-a-retry",
    says: "the network repeats by itself what was answered with a 5xx",
    invariants: ["I15"],
    within: 600,
    passing: 300,
    plants: [
      atNetwork((send) => async (request) => {
        let answer = await send(request);
        for (let n = 0; n < REPEATS && request.method === "POST" && answer.status >= 500; n++)
          answer = await send(request);
        return answer;
      }),
    ],
  },
  {
    name: "every-ledger-is-proven",
    says: "an older copy of the ledger counts as current",
    invariants: ["I16"],
    within: 3_000,
    plants: [
      ledgerProof.LedgerProof(
        (LedgerProof) =>
          class extends LedgerProof {
            override ensureProven = () => true;
          },
      ),
    ],
  },
  {
    name: "failed-write-counts",
    says: "what the database refused to store counts as stored",
    invariants: ["I2"],
    within: WITHIN,
    plants: [
      atLedger((ledger) => ({
        replaceOrder: (order) =>
          ledger.replaceOrder(order).catch(() => ({ ...order, version: order.version + 1 })),
      })),
    ],
  },
  {
    name: "lookup-left-out",
    says: "nobody looks for what a lost or older ledger does not know",
    invariants: ["I16"],
    within: 5_000,
    plants: [lookup.recoveryLookup(() => async () => [])],
  },
];
