/** How a member is described. Every member of a body has a description, and every leaf an example; a test keeps that. */
import type { z } from "zod";

const described = (description: string, example: unknown) => ({
  description,
  ...(example !== undefined && { examples: [example] }),
});

/** @param example as in the JSON; a member that is an object needs none */
export function field<T extends z.ZodType>(schema: T, description: string, example?: unknown): T {
  return schema.meta(described(description, example));
}

/** A member of a session request that the order keeps: another value in a later session is `order_conflict`. */
export function pinned<T extends z.ZodType>(schema: T, description: string, example?: unknown): T {
  return schema.meta({ ...described(description, example), "x-pinned": true });
}
