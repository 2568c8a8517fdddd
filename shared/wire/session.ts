/**
 * The requests of a site's backend for a session of an order, of a grant, or of a member's rewards, and the session.
 * Source: openapi.json, POST /v1/sessions.
 */
import { z } from "zod";
import { parseAmount } from "../amounts.ts";
import { hasHidden, safeLink } from "../links.ts";
import { actorName, deedMembers } from "./audit.ts";
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
  userIdText,
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
  id: pinned(
    userIdText.nullish(),
    "The site's own id of the user, by which their rewards are listed; an order that lacks it takes it from a later session. It never reaches the browser or the service",
    "member-81",
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

const currencyText = z
  .string()
  .regex(/^[A-Z]{3}$/, NO_CURRENCY)
  .refine((value) => CURRENCIES.has(value), NO_CURRENCY);

/** A name of a person or a counter. */
/** Two or three sentences: they stand above a code that must stay in sight. */
const MESSAGE_MAX = 200;
/** A price in points stays a whole number that JavaScript writes exactly, whatever the amount. */
const POINTS_MAX = 1_000_000;

/** What every session has for itself, also that of a member. */
const ofBrowser = {
  locale: field(
    z.string().max(LOCALE_MAX).regex(LOCALE_PATTERN, "expected a language tag of BCP 47: fr-FR").nullish(),
    "The language that the widget speaks to this session; BCP 47. Not pinned",
    "fr-FR",
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
  audience: field(
    z.enum(["staff"]).nullish(),
    "`staff`: somebody redeems for a customer; the words speak of the customer, and no code or link is answered but that of a reward which staff confirmed with delivery `redeem`. Not pinned",
    "staff",
  ),
  ttl_seconds: field(
    z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max).nullish(),
    `How long the session lives, in seconds; by default ${TTL_SECONDS.default}. Not pinned`,
    TTL_SECONDS.default,
  ),
};

/** What each session of an order or a grant has for itself: nothing of it is kept with the order. */
const ofSession = {
  ...ofBrowser,
  currency: field(
    currencyText.nullish(),
    "What amounts are shown in until a redemption says; ISO 4217. Not pinned",
    "USD",
  ),
  actor: field(
    actorName.nullish(),
    "Who sits at the browser, where that is not the user: the site's own name for them. Noted with a confirmation as `confirmed_by`, and not pinned",
    "counter 3",
  ),
  points_per_unit: field(
    z.int().min(1).max(POINTS_MAX).nullish(),
    "How many of the site's points one unit of the currency costs: prices are then shown in points, too. The widget books none; not pinned",
    100,
  ),
  message: field(
    z.string().max(MESSAGE_MAX).nullish(),
    "The sender's words to the user, shown above the code; text, not HTML. Not pinned",
    "From Linden Club, for three years with us",
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
};

/** What is pinned to an order, also to each of a grant. */
const ofOrder = {
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
  metadata: pinned(
    metadata.nullish(),
    "The site's own notes, at most 20 pairs: they come back in its orders and events, and never reach the browser",
    { campaign: "spring" },
  ),
  customization: field(customization.nullish(), "What is printed for the user"),
};

/**
 * Strict all the way down: a misspelled limit must never be taken for none. `null` is the same as leaving a member out, but for the
 * limits of the choice. Source: docs/server/routes.md, "Limits of the choice".
 */
export const sessionRequest = z
  .strictObject({
    order_id: field(
      orderIdText,
      "The site's own id of the order; one order gives at most one reward, however many sessions it has",
      "1042",
    ),
    ...ofOrder,
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

export const REWARDS_MAX = { max: 50, default: 10 } as const;

/** Source: docs/points/grants.md. */
export const grantSessionRequest = z
  .strictObject({
    grant_id: field(
      orderIdText,
      "The site's own id of the grant; its orders are `{grant_id}~1`, `{grant_id}~2` and so on",
      "spring-81",
    ),
    ...ofOrder,
    ...ofSession,
    amount: pinned(
      amountText,
      "What all rewards of the grant may be worth together, in whole units of the currency",
      "100",
    ),
    currency: pinned(currencyText, "The currency of the amount; ISO 4217", "USD"),
    rewards_max: pinned(
      z.int().min(1).max(REWARDS_MAX.max).nullish(),
      `How many rewards the amount may be spent on; by default ${REWARDS_MAX.default}`,
      REWARDS_MAX.default,
    ),
  })
  .meta({
    id: "GrantSessionRequest",
    description: "An amount that one user may spend on several rewards, one after the other",
  });
export type GrantSessionRequest = z.infer<typeof grantSessionRequest>;

export const rewardsSessionRequest = z
  .strictObject({
    rewards_of: field(
      userIdText,
      "The member whose rewards are seen: the `user.id` of earlier sessions",
      "member-81",
    ),
    ...ofBrowser,
  })
  .meta({ id: "RewardsSessionRequest", description: "All rewards of one member at this site" });
export type RewardsSessionRequest = z.infer<typeof rewardsSessionRequest>;

const SUBJECTS = ["order_id", "grant_id", "rewards_of"] as const;
const ONE_SUBJECT = "expected exactly one of order_id, grant_id and rewards_of";

/** The three requests, under their names in the OpenAPI document. */
export const SESSION_REQUESTS = {
  SessionRequest: sessionRequest,
  GrantSessionRequest: grantSessionRequest,
  RewardsSessionRequest: rewardsSessionRequest,
} as const;

/** One of the three requests; what names none of them, or several, is refused as such. */
export const anySessionRequest = z
  .unknown()
  .transform((body, context): SessionRequest | GrantSessionRequest | RewardsSessionRequest => {
    const members = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
    const named = SUBJECTS.filter((name) => members[name] != null);
    if (named.length > 1)
      for (const path of named) context.addIssue({ code: "custom", path: [path], message: ONE_SUBJECT });
    const schema =
      named[0] === "grant_id"
        ? grantSessionRequest
        : named[0] === "rewards_of"
          ? rewardsSessionRequest
          : sessionRequest;
    if (named.length > 1) return z.NEVER;
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: undefined } as never);
    return z.NEVER;
  })
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) =>
      void Object.assign(jsonSchema, {
        oneOf: Object.keys(SESSION_REQUESTS).map((name) => ({ $ref: `#/components/schemas/${name}` })),
      }),
  });

export const reopeningRequest = z.strictObject(ofSession).meta({
  id: "ReopeningRequest",
  description: "Another session of an order that is there, with all that is pinned to it",
});
export type ReopeningRequest = z.infer<typeof reopeningRequest>;

export const session = z
  .object({
    session_token: field(
      z.string(),
      "For the page: lets one browser act on this order, spend this grant, or see this member's rewards. A secret of that browser",
      "n0pFw1C2b0Zx1Q9m2m7Jc8m8m3o0mC4k5B1xvYk2sHk",
    ),
    expires_at: field(z.iso.datetime(), "When the session ends", "2026-11-22T12:30:00.000Z"),
    order_id: field(
      z.string().optional(),
      "The order as it was named in the request; of a grant its last order; absent in the session of a member",
      "1042",
    ),
    state: field(orderState.optional(), "That order's state now", "open"),
    grant_id: field(z.string().optional(), "The grant as it was named in the request", "spring-81"),
    amount: field(z.string().optional(), "The grant's amount, in whole units", "100"),
    left: field(z.string().optional(), "What is left of it now: a decimal string", "60"),
  })
  .meta({ id: "Session", description: "A session for one browser" });
export type Session = z.infer<typeof session>;

export const sessionsEnd = z
  .strictObject({
    order_id: field(orderIdText.nullish(), "The order whose sessions end", "1042"),
    grant_id: field(orderIdText.nullish(), "The grant whose sessions end", "spring-81"),
    rewards_of: field(
      userIdText.nullish(),
      "The member whose sessions end, those of orders and grants not included",
      "member-81",
    ),
    ...deedMembers,
  })
  .refine((named) => SUBJECTS.filter((each) => named[each] != null).length === 1, {
    error: ONE_SUBJECT,
    path: ["order_id"],
  })
  .meta({ id: "SessionsEnd", description: "Ends every session of an order, of a grant, or of a member" });
