/**
 * The readers of single members: how a tolerant reading treats a value that is null, absent or of another type.
 * Source: interface, Resources and their fields; docs/assumptions.md, Answers.
 */
import { z } from "zod";

export const absent = undefined;
/** Without `optional` an absent member would make the whole resource unreadable. */
export const anything = z.unknown().optional();
/** A number beyond 2^53 has already lost digits: it names another resource. */
export const id = z.union([z.string().min(1), z.int()]).transform(String);
export const maybeId = id.optional().catch(absent);
export const text = z.string().optional().catch(absent);
export const prose = z.string().catch("");
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .refine((value) => Number.isFinite(value) && value >= 0)
  .nullable()
  .catch(null);
export const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .refine(Number.isFinite);

const isNo = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "false" ||
  value === 0 ||
  value === "0" ||
  value === "";
/** Unreadable counts as yes. */
export const yesUnlessNo = z
  .unknown()
  .optional()
  .transform((value) => !isNo(value));
/** Unreadable counts as no. */
export const yesIfSaid = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");

export const inner = <T extends z.ZodRawShape>(shape: T) => z.object(shape).optional().catch(absent);

/** A whole number from zero, also as digits. */
export const whole = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(absent);
