/** Who did what, and why. Source: docs/server/audit.md; openapi.json, GET /v1/audit. */
import { z } from "zod";
import { field } from "./field.ts";
import { perPageOf } from "./paging.ts";

const WHY_MAX = 200;
const ACTOR_MAX = 64;
const AUDIT_PAGE = { max: 1000, default: 100 } as const;
/** What would tell a user from others, or give access to something. */
const LINK_OR_EMAIL = /:\/\/|\S@\S/;

/** A person's name, as a site has it. */
export const actorName = z
  .string()
  .min(1)
  .max(ACTOR_MAX)
  .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), "expected a name without control characters");

/** Why somebody acts. */
export const deedReason = z
  .string()
  .min(1)
  .max(WHY_MAX)
  .refine((text) => text.trim() !== "", "expected a few words")
  .refine(
    (text) => !LINK_OR_EMAIL.test(text),
    "expected no link and no e-mail address: it is kept for years",
  );

const actor = field(
  actorName.nullish(),
  "The person who wants it, by the site's own name for them; kept in the audit",
  "counter 3",
);
const reason = field(
  deedReason.nullish(),
  "Why, in a few words; kept in the audit",
  "The card was the wrong one",
);

/** Members of every request by which a site changes what was. */
export const deedMembers = { reason, actor };
export const deedRequest = z
  .strictObject(deedMembers)
  .meta({ id: "DeedRequest", description: "Why something is done, and by whom: for the audit" });
export type DeedRequest = z.infer<typeof deedRequest>;

const DEEDS = [
  /** A person confirmed for a customer, and the site said who. */
  "confirm",
  "cancel",
  "refund",
  "close_grant",
  "end_sessions",
  "forget_user",
  /** An order that needed a person may go on. */
  "release",
  /** A person has seen to an order that needed one. */
  "acknowledge",
  "resume_webhook",
  /** Events of a site were sent again. */
  "send_again",
  /** An operator's key was refused. */
  "refuse_key",
] as const;

export const auditEntry = z
  .object({
    id: field(z.string(), "Its id, for `after`", "aud_5f0c2d9be1b84a63a8e7c1d2f3a4b5c6"),
    time: field(z.iso.datetime(), "When, by the ledger's clock", "2026-11-22T12:00:00.000Z"),
    who: field(
      z.string().optional(),
      "The name of an operator's key, or the id of a site; absent: nobody that is known",
      "anna",
    ),
    role: field(z.enum(["operator", "site", "unknown"]), "What `who` is", "operator"),
    actor: field(z.string().optional(), "The person whom the site named", "counter 3"),
    what: field(z.enum(DEEDS), "What was done or wanted", "refund"),
    reason: field(z.string().optional(), "Why, in the words of whoever did it", "The card was the wrong one"),
    site: field(z.string().optional(), "The site that it was about", "shop"),
    order_id: field(z.string().optional(), "The order that it was about", "1042"),
    grant_id: field(z.string().optional(), "The grant that it was about", "spring-81"),
    request_id: field(
      z.string().optional(),
      "The request: the log has more of it",
      "0b6ff05f-ea33-4e62-9a3d-6d9b6a9e3d1c",
    ),
  })
  .meta({ id: "AuditEntry", description: "A deed of a person or of a site's backend; kept for two years" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z.object({
  site: field(z.string().max(24).optional(), "Of this site only", "shop"),
  order_id: field(z.string().max(80).optional(), "About this order only", "1042"),
  who: field(z.string().max(64).optional(), "Of this key or site only", "anna"),
  after: field(z.string().max(64).optional(), "The id of an entry: those that are older", "aud_5f0c2d9b"),
  per_page: perPageOf(AUDIT_PAGE),
  format: field(z.enum(["json", "csv"]).default("json"), "`csv`: a file for spreadsheets", "csv"),
});
export type AuditQuery = z.infer<typeof auditQuery>;
