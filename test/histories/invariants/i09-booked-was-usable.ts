/**
 * Judged when a Book or Create leaves, by the instance's answers to reads of the promotion and the rewards in the minute before.
 */
import { type Departure, dataOf, type Evidence, type Json } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

const MAX_AGE = 60_000;
/** The longest time between the two forms of one call. */
const BETWEEN_FORMS = 3_000;

export const bookedWasUsable: Invariant = {
  id: "I9",
  says: "what is booked was usable and its amount valid on a promotion read at most 60 s before",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId } = departure;
      if (operation !== "book" && operation !== "create") return undefined;
      const { pathname } = new URL(departure.url);
      const data = dataOf(departure.body);
      const promotion = /\/promotions\/([^/]+)/.exec(pathname)?.[1];
      const sku = String((data.reward as Json | undefined)?.sku ?? /\/rewards\/([^/]+)/.exec(pathname)?.[1]);
      const reads = youngReads(
        evidence,
        departure,
        (each) => each.operation === "get_promotion" && each.url.endsWith(`/${promotion}`),
      );
      const whys = reads.map(({ text }) =>
        unusable(
          JSON.parse(text ?? "{}") as Json,
          sku,
          evidence.start + departure.at,
          evidence.leaps.length > 0,
        ),
      );
      // Reads for the same request count first, above all between two forms of a call.
      const own = reads.findLastIndex(
        ({ cause, answeredAt = 0 }) =>
          cause !== undefined && cause === departure.cause && departure.at - answeredAt <= BETWEEN_FORMS,
      );
      if (own >= 0 && whys[own]) return `${operation} for ${orderId} leaves, and ${whys[own]}`;
      if (whys.every((why) => why !== undefined))
        return `${operation} for ${orderId} leaves, and ${whys.at(-1) ?? "its promotion was not read in the minute before"}`;
      const amount = (data.value as Json | undefined)?.amount;
      const range = RANGES[sku];
      if (amount === undefined) return range && `${operation} for ${orderId} leaves without an amount`;
      const isIn = range !== undefined && Number(amount) >= range.min && Number(amount) <= range.max;
      return isIn
        ? undefined
        : `${operation} for ${orderId} leaves with ${amount}, which is in no range that was read`;
    },
  }),
};

/** The instance's answers to reads that the service answered at most a minute before; the newest last. */
function youngReads(
  { departures }: Evidence,
  { instance, at, seq }: Departure,
  is: (each: Departure) => boolean,
): Departure[] {
  return departures.filter(
    (each) =>
      each.instance === instance &&
      is(each) &&
      each.heard === 200 &&
      (each.answeredSeq ?? seq) < seq &&
      at - (each.arrivedAt ?? 0) <= MAX_AGE &&
      isJson(each.text),
  );
}

function isJson(text: string | undefined): boolean {
  try {
    return typeof (JSON.parse(text ?? "") as Json).data === "object";
  } catch {
    return false;
  }
}

interface Offer {
  readonly sku: string;
  readonly status: string;
  readonly state: string;
}

/** @param isLeaping the machines' clock was set: when a promotion ends is judged by that clock, and by the service again */
function unusable(read: Json, sku: string, now: number, isLeaping: boolean): string | undefined {
  const promotion = dataOf(read);
  const { status, state, start_datetime, end_datetime, rewards } = promotion;
  if (status !== "enabled" || state !== "ready") return `its promotion is ${status}, ${state}`;
  if (!isLeaping && Date.parse(String(start_datetime)) > now) return "its promotion has not started";
  if (!isLeaping && typeof end_datetime === "string" && Date.parse(end_datetime) <= now - 2_000)
    return "its promotion has ended";
  const offer = (rewards as readonly Offer[]).find((each) => each.sku === sku);
  if (offer?.status !== "enabled" || !["ready", "no_allocation"].includes(offer.state))
    return `${sku} is ${offer?.status}, ${offer?.state}`;
  return undefined;
}

/** Of the simulated catalog. */
const RANGES: Readonly<Record<string, { min: number; max: number }>> = {
  "VELMORA-VAR": { min: 5, max: 150 },
  "GLIMTREE-VAR": { min: 5, max: 500 },
};
