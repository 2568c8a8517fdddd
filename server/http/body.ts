/** Reads a JSON body within its limit and checks it against its schema; each failure has its own code. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import { ProblemError } from "../problems/problem.ts";
import { REQUEST_LIMIT_BYTES } from "../timing.ts";
import { NamedTwice, parseJson } from "../tools/json.ts";
import { describe, nulMistakes } from "./issues.ts";

const JSON_ONLY: readonly string[] = ["application/json"];
export const FORM = "application/x-www-form-urlencoded";

/** The members of a form; an empty one equals none. @throws NamedTwice. Source: URL standard, application/x-www-form-urlencoded. */
function parseForm(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  const members = new Map(pairs.filter(([, value]) => value !== ""));
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new NamedTwice();
  return Object.fromEntries(members);
}

/**
 * @param types the accepted media types
 * @throws ProblemError unsupported_media_type, too_large, invalid_json or invalid_request (with `errors`)
 */
export async function readBody<T extends z.ZodType>(
  c: Context,
  schema: T,
  types = JSON_ONLY,
): Promise<z.infer<T>> {
  const type = typeOf(c, types);
  return parse(await readText(c), type, schema);
}

/** @throws ProblemError unsupported_media_type */
function typeOf(c: Context, types: readonly string[]): string {
  refuseEncoding(c);
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || !types.includes(type)) throw new ProblemError("unsupported_media_type");
  return type;
}

function parse<T extends z.ZodType>(text: string, type: string, schema: T): z.infer<T> {
  let json: unknown;
  try {
    json = type === FORM ? parseForm(text) : parseJson(text);
  } catch (error) {
    throw new ProblemError("invalid_json", { detail: error instanceof NamedTwice ? TWICE : undefined });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new ProblemError("invalid_request", { errors: describe(parsed.error) });
  // A value can have a NUL only if the text has its escape: most requests need no search.
  const nuls = /\\u0000|%00/.test(text) ? nulMistakes(parsed.data) : [];
  if (nuls.length > 0) throw new ProblemError("invalid_request", { errors: nuls });
  return parsed.data;
}

/** The name of a content coding is a token; a longer one is no known coding, and is not quoted. Source: RFC 9110, 8.4.1. */
const CODING = /^[\w!#$%&'*+.^`|~-]{1,16}$/;

/** A compressed body is none that can be read here. @throws ProblemError unsupported_media_type, with the name of the coding */
function refuseEncoding(c: Context): void {
  const coding = c.req.header("Content-Encoding")?.trim() ?? "";
  if (/^(?:identity)?$/i.test(coding)) return;
  const named = CODING.test(coding) ? `\`Content-Encoding: ${coding}\`` : "a `Content-Encoding`";
  throw new ProblemError("unsupported_media_type", {
    detail: `The body has ${named}: bodies are read uncompressed only. Send it without.`,
  });
}

const TWICE =
  "The body names a member twice: readers differ in which value they take. Name each member once.";

/** The same for an optional body: without a byte it counts as empty, whatever its type. */
export async function readOptionalBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const text = await readText(c);
  return text === "" ? schema.parse({}) : parse(text, typeOf(c, JSON_ONLY), schema);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const limited = bodyLimit({
  maxSize: REQUEST_LIMIT_BYTES,
  onError: () => {
    throw new ProblemError("too_large");
  },
});

async function readText(c: Context): Promise<string> {
  try {
    await limited(c, async () => {});
    return utf8.decode(await c.req.arrayBuffer());
  } catch (error) {
    // A body that is cut off or no text: a fault of the client.
    throw error instanceof ProblemError ? error : new ProblemError("invalid_json");
  }
}
