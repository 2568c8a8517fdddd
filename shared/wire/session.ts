/** The request of a site's backend for a session of an order, and the session. Source: openapi.json, POST /v1/sessions. */
import { z } from "zod";
import { parseAmount } from "../amounts.ts";
import { hasHidden, safeLink } from "../links.ts";
import { field, pinned } from "./field.ts";
import {
  amountText,
  delivery,
  orderIdText,
  orderState,
  rewardGroup,
  SKUS_MAX,
  skuText,
  unlessNull,
} from "./words.ts";

/** Longest free text a site may send (names and messages on a printed document). */
const TEXT_MAX = 500;
/** The shape of a BCP 47 tag, `_` allowed as in the interface; the longest that the standard recommends to allow for. */
const LOCALE_PATTERN = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/;
const LOCALE_MAX = 35;
const PROMOTION_ID_MAX = 128;
/** More headings than a user looks through. */
const GROUPS_MAX = 24;
/** RFC 5321 allows 254 characters in a path. */
const EMAIL_MAX = 254;
/** Longer than any help page's address; browsers and proxies take this much everywhere. */
const SUPPORT_URL_MAX = 2_000;
/** ISO 4217, as this runtime's own tables know it: three letters that are none would be shown as money. */
const NO_CURRENCY = "expected a currency code of ISO 4217, in three capitals: USD";
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
export const TTL_SECONDS = { min: 60, max: 3600, default: 1800 } as const;

/** An `https:` address that may stand in a page; `http:` on this machine, which safeLink takes too, is no place for users. */
const isSupportUrl = (value: string): boolean => /^https:/i.test(value) && safeLink(value) !== undefined;

/**
 * An address as mail servers take it: a local part without the signs that only a quoted one may have, and the labels of a host.
 * Dots may stand anywhere in the local part: Japanese carriers gave out such addresses.
 * Source: RFC 5321, 4.1.2; RFC 6531, 3.3; RFC 5890, 2.3.1.
 */
const EMAIL =
  /^[^\s"(),:;<>@[\\\]]{1,64}@[\p{L}\p{M}\p{N}_]+(?:-+[\p{L}\p{M}\p{N}_]+)*(?:\.[\p{L}\p{M}\p{N}_]+(?:-+[\p{L}\p{M}\p{N}_]+)*)*$/u;

const user = z.strictObject({
  email: pinned(
    z
      .email({ pattern: EMAIL })
      .max(EMAIL_MAX)
      .refine(
        (email) => !hasHidden(email),
        "expected an e-mail address without characters that are not seen",
      ),
    "The user's e-mail address. The service is told it, and finds the user by its very bytes",
    "user@example.com",
  ),
});

const customization = z.strictObject({
  pdf: field(
    z
      .strictObject({
        message: pinned(z.string().max(TEXT_MAX).nullish(), "Printed on the document", "Happy birthday!"),
        sender_name: pinned(z.string().max(TEXT_MAX).nullish(), "Named on it as its sender", "Your club"),
      })
      .nullish(),
    "Of the printable document that some rewards have",
  ),
});

const METADATA_MAX = { pairs: 20, name: 40, value: 400 } as const;
const isText = (value: unknown, max: number): boolean =>
  typeof value === "string" && value.length <= max && !/\p{Cc}/u.test(value);

/**
 * The site's own notes on an order. A record of the library would leave out `__proto__`: here every name counts.
 * Source: openapi.json, POST /v1/sessions.
 */
export const metadata: z.ZodType<Record<string, string>> = z
  .any()
  .superRefine((given: unknown, context) => {
    const refuse = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message: `expected ${message}`, path });
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return refuse("a value of type record");
    const pairs = Object.entries(given);
    if (pairs.length > METADATA_MAX.pairs) return refuse(`at most ${METADATA_MAX.pairs} pairs`);
    for (const [name, value] of pairs) {
      if (name === "" || !isText(name, METADATA_MAX.name))
        refuse(`a name of 1 to ${METADATA_MAX.name} characters without control characters`, name);
      if (!isText(value, METADATA_MAX.value))
        refuse(`a text of at most ${METADATA_MAX.value} characters without control characters`, name);
    }
  })
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) =>
      void Object.assign(jsonSchema, {
        type: "object",
        maxProperties: METADATA_MAX.pairs,
        propertyNames: { type: "string", minLength: 1, maxLength: METADATA_MAX.name },
        additionalProperties: {
          type: "string",
          maxLength: METADATA_MAX.value,
          description: "The site's own value; no secret",
          examples: ["spring"],
        },
      }),
  });

/** What each session has for itself: nothing of it is kept with the order. */
const ofSession = {
  locale: field(
    z.string().max(LOCALE_MAX).regex(LOCALE_PATTERN, "expected a language tag of BCP 47: fr-FR").nullish(),
    "The language that the widget speaks to this session; BCP 47. Not pinned",
    "fr-FR",
  ),
  currency: field(
    z
      .string()
      .regex(/^[A-Z]{3}$/, NO_CURRENCY)
      .refine((value) => CURRENCIES.has(value), NO_CURRENCY)
      .nullish(),
    "What amounts are shown in until a redemption says; ISO 4217. Not pinned",
    "USD",
  ),
  support_url: field(
    z
      .string()
      .max(SUPPORT_URL_MAX)
      .refine(
        isSupportUrl,
        "expected an https: address without user information or characters that are not seen",
      )
      .nullish(),
    "Where the user is sent for help; `https:` without user information. Not pinned",
    "https://shop.example/help",
  ),
  groups: field(
    z
      .array(rewardGroup)
      .max(GROUPS_MAX)
      .refine((groups) => new Set(groups.map(({ name }) => name)).size === groups.length, {
        error: "expected each name once",
      })
      .nullish(),
    "Headings under which the picker shows and filters rewards, in this order. Not pinned",
  ),
  ttl_seconds: field(
    z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max).nullish(),
    `How long the session lives, in seconds; by default ${TTL_SECONDS.default}. Not pinned`,
    TTL_SECONDS.default,
  ),
};

/**
 * Strict all the way down: a misspelled limit must never be taken for none. `null` is the same as leaving a member out, but for the
 * limits of the choice. Source: docs/server.md, "Routes".
 */
export const sessionRequest = z
  .strictObject({
    order_id: field(
      orderIdText,
      "The site's own id of the order; one order gives at most one reward, however many sessions it has",
      "1042",
    ),
    promotion_id: pinned(
      z.string().min(1).max(PROMOTION_ID_MAX),
      "The promotion whose rewards may be chosen",
      "4001",
    ),
    user: field(user, "Who gets the reward"),
    delivery: pinned(
      delivery.nullish(),
      "How the reward reaches the user: `redeem` (the default) shows codes on the page, `activate` a link that makes the code when it is opened, `notify` has the service mail the user",
      "redeem",
    ),
    skus: pinned(
      z.array(skuText, { error: unlessNull }).min(1).max(SKUS_MAX).optional(),
      "Limits the choice to these rewards, as a set; at least one must be the promotion's",
      ["GIFT-20", "GIFT-50"],
    ),
    amount: pinned(
      amountText.optional(),
      "Fixes the value of free-value rewards, in whole units of the currency; not above `max_amount`",
      "50",
    ),
    max_amount: pinned(
      amountText.optional(),
      "The most that a reward may be worth, in whole units of the currency; free-value rewards are offered only with `amount` or `max_amount`. With delivery `notify` a reward of a fixed value is offered only once its value is known",
      "100",
    ),
    metadata: pinned(
      metadata.nullish(),
      "The site's own notes, at most 20 pairs: they come back in its orders and events, and never reach the browser",
      { campaign: "spring" },
    ),
    customization: field(customization.nullish(), "What is printed for the user"),
    ...ofSession,
  })
  .superRefine((request, context) => {
    const [fixed, most] = [parseAmount(request.amount), parseAmount(request.max_amount)];
    if (fixed === undefined || most === undefined || fixed <= most) return;
    context.addIssue({
      code: "custom",
      path: ["amount"],
      message: `expected at most ${most}, the max_amount of the same request`,
    });
  })
  .meta({ id: "SessionRequest", description: "An order, and what its user may choose" });
export type SessionRequest = z.infer<typeof sessionRequest>;

export const reopeningRequest = z.strictObject(ofSession).meta({
  id: "ReopeningRequest",
  description: "Another session of an order that is there, with all that is pinned to it",
});
export type ReopeningRequest = z.infer<typeof reopeningRequest>;

export const session = z
  .object({
    session_token: field(
      z.string(),
      "For the page: lets one browser act on this order. A secret of that browser",
      "n0pFw1C2b0Zx1Q9m2m7Jc8m8m3o0mC4k5B1xvYk2sHk",
    ),
    expires_at: field(z.iso.datetime(), "When the session ends", "2026-11-22T12:30:00.000Z"),
    order_id: field(z.string(), "The order as it was named in the request", "1042"),
    state: field(orderState, "The order's state now", "open"),
  })
  .meta({ id: "Session", description: "A session for one browser" });
export type Session = z.infer<typeof session>;

export const sessionsEnd = z
  .strictObject({ order_id: field(orderIdText, "The order whose sessions end", "1042") })
  .meta({ id: "SessionsEnd", description: "Ends every session of an order" });
