/**
 * The portal's books: who gives what to whom, who else has agreed, and what a clerk may still give today. Kept until the process ends;
 * a real portal has a database. A clerk's limit is money over many customers, and so no grant, which is one user's: it is booked as
 * points are. Source: docs/points/index.md, "Three moments".
 */
import { randomBytes } from "node:crypto";
import type { Event } from "../../shared/wire/event.ts";

/** What a clerk may give in a day, and alone. Whole euros. */
export const LIMITS = { day: 200, alone: 50 } as const;
export const CURRENCY = "EUR";

/** How the customer gets it: the first two by a link of the customer's own page. */
export const WAYS = ["link", "print", "mail"] as const;

export interface Wish {
  readonly clerk: string;
  readonly customer: string;
  readonly reason: string;
  readonly note: string;
  readonly amount: number;
  readonly way: (typeof WAYS)[number];
  readonly language: "en" | "de";
}

export interface Gift extends Wish {
  /** The order's id. */
  readonly id: string;
  /** Opens the customer's page of it. */
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
  /** The second person, and what they said. */
  readonly decision?: { readonly by: string; readonly yes: boolean };
  /** Of the confirmation that has taken the amount from its day's limit. */
  readonly reserved?: { readonly attempt: number; readonly at: number };
}

/** What the token server asks before it stores a confirmation. */
export interface Question {
  readonly order_id: string;
  readonly attempt: number;
  readonly value?: { readonly amount: number; readonly currency?: string | undefined } | undefined;
  readonly amount?: string | undefined;
}

export interface BooksOptions {
  /** What the token server told of an order. */
  readonly about: (orderId: string) => { readonly standing?: Event["data"] | undefined };
  /** Epoch ms. */
  readonly now: () => number;
}

/** Events that give the money back. */
const BACK: readonly string[] = ["open", "canceled", "refunded"];
const KEY_BYTES = 18;
const WORDS = {
  en: {
    unknown: "The portal does not know this gift.",
    amount: "This is not the amount that was entered.",
    approval: `Above ${LIMITS.alone} euros a second person has to approve.`,
    limit: "This is more than is left of your limit today.",
  },
  de: {
    unknown: "Das Portal kennt diese Prämie nicht.",
    amount: "Das ist nicht der eingetragene Betrag.",
    approval: `Über ${LIMITS.alone} Euro muss eine zweite Person freigeben.`,
    limit: "Das ist mehr, als von Ihrem Limit heute übrig ist.",
  },
};

export type Books = ReturnType<typeof createBooks>;

export function createBooks({ about, now }: BooksOptions) {
  const gifts = new Map<string, Gift>();
  const keep = (gift: Gift): Gift => {
    gifts.set(gift.id, gift);
    return gift;
  };
  const dayOf = (at: number): string => new Date(at).toDateString();

  function isTaken({ id, reserved }: Gift): boolean {
    if (reserved === undefined) return false;
    const { standing } = about(id);
    if (!standing) return true;
    // What was ended before an attempt was chosen is told without one.
    const { state, attempt = reserved.attempt } = standing;
    return attempt < reserved.attempt || (attempt === reserved.attempt && !BACK.includes(state));
  }
  const leftOf = (clerk: string, but?: Gift): number =>
    [...gifts.values()]
      .filter(({ id, reserved }) => id !== but?.id && reserved && dayOf(reserved.at) === dayOf(now()))
      .filter((gift) => gift.clerk === clerk)
      .reduce<number>((left, gift) => left - (isTaken(gift) ? gift.amount : 0), LIMITS.day);

  const isAgreed = ({ amount, decision }: Gift): boolean => amount <= LIMITS.alone || decision?.yes === true;

  return {
    leftOf,
    isAgreed,
    list: (): Gift[] => [...gifts.values()].reverse(),
    of: (id: string): Gift | undefined => gifts.get(id),
    byKey: (key: string): Gift | undefined => [...gifts.values()].find((gift) => gift.key === key),
    /** @returns undefined for more than is left today */
    wish(wish: Wish): Gift | undefined {
      if (wish.amount > leftOf(wish.clerk)) return undefined;
      const [key, id] = [KEY_BYTES, KEY_BYTES].map((bytes) => randomBytes(bytes).toString("base64url"));
      return keep({ ...wish, id: `gift-${id}`, key: key ?? "", at: now() });
    },
    /** @returns undefined where nothing is to be decided, and for the clerk who gives it: four eyes are two people's */
    decide(id: string, by: string, yes: boolean): Gift | undefined {
      const gift = gifts.get(id);
      if (!gift || gift.decision || isAgreed(gift) || gift.clerk === by) return undefined;
      return keep({ ...gift, decision: { by, yes } });
    },
    /** Takes the amount from the day's limit. @returns why not, in the clerk's language */
    reserve({ order_id, attempt, value, amount }: Question): string | undefined {
      const gift = gifts.get(order_id);
      if (!gift) return WORDS.en.unknown;
      const words = WORDS[gift.language];
      if ((value?.amount ?? Number(amount)) !== gift.amount) return words.amount;
      if (!isAgreed(gift)) return words.approval;
      if (gift.amount > leftOf(gift.clerk, gift)) return words.limit;
      keep({ ...gift, reserved: { attempt, at: now() } });
      return undefined;
    },
  };
}
