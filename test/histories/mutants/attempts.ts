/** Mistakes in what an order may open, send and end (docs/proof/rules.md): I1 to I5, I9, I12, I15 to I17, I19 and I20. */
import { currentAttempt, withAttempt, withKnown } from "../../../server/rows/order.ts";
import { type Mutant, SOON, WITHIN } from "./mutant.ts";
import {
  answeredAs,
  answers,
  atLedger,
  atNetwork,
  atService,
  believing,
  course,
  deciding,
  limits,
  lookUp,
  performing,
  recovery,
  timing,
  upstreamIds,
  usable,
} from "./seams.ts";

const MINUTE = 60_000;
/** The repeats of the client itself. */
const REPEATS = 3;
const MANY = 1_000;

export const ATTEMPT_MUTANTS: readonly Mutant[] = [
  {
    name: "witness-not-read",
    says: "a ledger that is put back unsaid is trusted",
    invariants: ["I16"],
    within: 4 * MANY,
    isRare: true,
    plants: [recovery.isOlder(() => () => false)],
  },
  {
    name: "times-believed",
    says: "the times of a row that was written before the clock was set back are believed",
    invariants: ["I7"],
    within: 2 * MANY,
    isRare: true,
    plants: [believing.believed(() => (order) => order)],
  },
  {
    name: "chosen-again-after-the-code",
    says: "an order that has its code may choose again",
    invariants: ["I1", "I4"],
    within: WITHIN,
    plants: [
      deciding.wantKnownChoice((rechoose) => (row, choice) => {
        const isMade = row.order.known.attempts.some(({ phase }) => phase === "made");
        return rechoose(isMade ? { ...row, order: withKnown(row.order, { current: null }) } : row, choice);
      }),
    ],
  },
  {
    name: "confirmation-forgotten",
    says: "a confirmation is answered with success and never sent: the hold lapses",
    invariants: ["I20"],
    within: WITHIN,
    plants: [
      course.advance((advance) => (row, max) => {
        const { order, now } = row;
        const current = currentAttempt(order);
        if (!current || order.known.call || order.pins.delivery === "notify") return advance(row, max);
        const until = current.opened_at + 30 * MINUTE;
        if (current.phase === "held" && order.wanted.confirmed === current.n) {
          const confirmed = { phase: "confirmed", confirmed_at: now } as const;
          return { order: withAttempt(order, current.n, confirmed), step: { kind: "wait", until } };
        }
        if (current.phase !== "confirmed") return advance(row, max);
        if (now < until) return { order, step: { kind: "wait", until } };
        const lapsed = { phase: "over", reason: "lapsed" } as const;
        return { order: withAttempt(order, current.n, lapsed), step: { kind: "rest" } };
      }),
    ],
  },
  {
    name: "releases-itself",
    says: "what is denied, blocked or expired after a confirmation needs no person",
    invariants: ["I4"],
    within: WITHIN,
    plants: [
      answers.stop((stop) => (order, n, reason, seen) => {
        const after = stop(order, n, reason, seen);
        const isNamed = ["denied", "blocked", "expired", "unknown_state"].includes(reason);
        return isNamed ? withAttempt(after, n, { phase: "released" }) : after;
      }),
    ],
  },
  {
    name: "canceled-after-504",
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
    name: "intent-after-the-call",
    says: "what is announced is stored after the call has left",
    invariants: ["I2"],
    within: SOON,
    plants: [
      atLedger((ledger) => ({
        async replaceOrder(order, lease) {
          void ledger.replaceOrder(order, lease).catch(() => {});
          const row = await ledger.readOrder(order);
          const name = "name" in lease ? lease.name : "";
          return (
            row && {
              ...row,
              order: { ...order, version: order.version + 1 },
              lease: { name, until: row.now + MINUTE },
            }
          );
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
      atLedger((ledger) => ({
        async replaceOrder(order, lease) {
          const stored = await ledger.replaceOrder(withKnown(order, { call: null }), lease);
          return stored && { ...stored, order: { ...order, version: stored.order.version } };
        },
      })),
    ],
  },
  {
    name: "failed-write-counts",
    says: "what the database refused to store counts as stored",
    invariants: ["I2"],
    within: WITHIN,
    plants: [
      atLedger((ledger) => {
        let now = 0;
        return {
          async readOrder(key) {
            const row = await ledger.readOrder(key);
            now = row?.now ?? now;
            return row;
          },
          replaceOrder: (order, lease) =>
            ledger.replaceOrder(order, lease).catch(() => ({
              order: { ...order, version: order.version + 1 },
              lease: "name" in lease ? { name: lease.name, until: now + MINUTE } : null,
              now,
              recovered_at: null,
            })),
        };
      }),
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
    name: "repeat-without-amount",
    says: "what is sent again leaves the amount out",
    invariants: ["I2"],
    within: 600,
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
    says: "the upstream order id is another one each time",
    invariants: ["I2"],
    within: SOON,
    plants: [
      upstreamIds.upstreamOrderId(
        (idOf) =>
          (...given) =>
            `${idOf(...given).slice(0, -1)}${Math.random()}`,
      ),
    ],
  },
  {
    name: "refused-create-frees-at-once",
    says: "after a Create that was refused the next attempt opens with the first list that shows nothing",
    invariants: ["I1", "I4"],
    within: 600,
    plants: [timing.REFUSED_CREATE_ASKED_AFTER(0)],
  },
  {
    name: "absence-frees",
    says: "a create without an answer counts as refused, so that an empty list ends its attempt",
    invariants: ["I4"],
    within: 2_000,
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
    name: "failed-is-the-end",
    says: "a failed confirmation opens the next attempt without a Cancel",
    invariants: ["I4"],
    within: 1_000,
    plants: [
      answers.wordOf((wordOf) => (...given) => {
        const word = wordOf(...given);
        return word === "failed" ? "canceled" : word;
      }),
    ],
  },
  {
    name: "denied-is-the-end",
    says: "what a person has to decide about counts as canceled, and opens the next attempt by itself",
    invariants: ["I4"],
    within: 2_000,
    plants: [
      answers.wordOf((wordOf) => (...given) => {
        const word = wordOf(...given);
        return word === "other" ? "canceled" : word;
      }),
    ],
  },
  {
    name: "mismatch-confirmed",
    says: "a confirmation of something else than what is booked is taken",
    invariants: ["I5"],
    within: WITHIN,
    plants: [
      deciding.wantConfirmation((confirm) => (row, confirmation, currency) => {
        const { attempts, current } = row.order.known;
        const inHand = attempts.find(({ n }) => n === current);
        const { n: attempt = confirmation.attempt, sku = confirmation.sku, amount } = inHand ?? {};
        return confirm(row, { attempt, sku, ...(amount != null && { amount }) }, currency);
      }),
    ],
  },
  {
    name: "catalog-age-ignored",
    says: "a catalog of half an hour is good enough to book on",
    invariants: ["I9"],
    within: SOON,
    plants: [timing.CATALOG_MAX_AGE(30 * MINUTE)],
  },
  {
    name: "repeat-unchecked",
    says: "a book or create is repeated without a look at the promotion",
    invariants: ["I9"],
    within: WITHIN,
    plants: [
      performing.createPerform(
        (create) => (options) => create({ ...options, isBookable: async () => "yes" }),
      ),
    ],
  },
  {
    name: "paused-is-usable",
    says: "the status of a reward is not looked at",
    invariants: ["I9"],
    within: 1_500,
    plants: [usable.unusableBecause((because) => (reward) => because({ ...reward, status: "enabled" }))],
  },
  {
    name: "holds-not-counted",
    says: "live holds are not counted",
    invariants: ["I12"],
    // Few users of a history have nine holds at once.
    within: 20_000,
    isRare: true,
    plants: [
      limits.waitForAttempt((wait) => (order, most, now) => wait(order, { ...most, holdsMax: MANY }, now)),
    ],
  },
  {
    name: "attempts-without-end",
    says: "attempts of a day are not counted",
    invariants: ["I12"],
    within: 20_000,
    isRare: true,
    plants: [
      limits.waitForAttempt(
        (wait) => (order, most, now) => wait(order, { ...most, attemptsPerDay: MANY }, now),
      ),
    ],
  },
  {
    name: "budget-ignored",
    says: "changing calls are repeated as often as it takes",
    invariants: ["I15"],
    within: 1_000,
    plants: [limits.callableFrom(() => (_, __, now) => now)],
  },
  {
    name: "retry-inside-a-retry",
    says: "the network repeats by itself what was answered with a 5xx",
    invariants: ["I15"],
    within: 1_000,
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
    name: "look-up-left-out",
    says: "nobody looks for what a lost or older ledger does not know",
    invariants: ["I16"],
    within: 3_000,
    plants: [lookUp.lookUpFrom(() => () => undefined)],
  },
  {
    name: "repeat-without-a-look",
    says: "a book or create without an answer is repeated at once",
    invariants: ["I17"],
    within: SOON,
    plants: [
      course.advance((advance) => (row, orderIdMax) => {
        const { call } = row.order.known;
        const order = call ? withKnown(row.order, { call: { ...call, asked: true } }) : row.order;
        return advance({ ...row, order }, orderIdMax);
      }),
    ],
  },
  {
    name: "lease-ignored",
    says: "a worker stores whoever has the lease",
    invariants: ["I19"],
    within: SOON,
    plants: [
      atLedger((ledger) => ({ replaceOrder: (order) => ledger.replaceOrder(order, { kind: "leave" }) })),
    ],
  },
  {
    name: "sent-however-late",
    says: "a call that was announced leaves also where its process stood still meanwhile",
    invariants: ["I19", "I2"],
    within: 2_000,
    plants: [
      performing.createPerform((create) => (options) => {
        const perform = create(options);
        return (order, step) => perform(order, step, Number.POSITIVE_INFINITY);
      }),
    ],
  },
  {
    name: "canceled-opens-again",
    says: "a canceled order can be chosen for again",
    invariants: ["I20"],
    within: WITHIN,
    plants: [
      deciding.wantKnownChoice(
        (rechoose) => (row, choice) =>
          rechoose({ ...row, order: withKnown(row.order, { canceled: false }) }, choice),
      ),
    ],
  },
];
