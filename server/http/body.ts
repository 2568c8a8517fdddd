/** Reads a JSON body within its limit and holds it against its schema; each way to fail has its own code. */
import type { Context } from "hono";
import type { z } from "zod";
import { ProblemError } from "../problem.ts";
import { REQUEST_LIMIT_BYTES } from "../timing.ts";

/** @throws ProblemError unsupported_media_type, too_large, invalid_json or invalid_request (with `errors`) */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ProblemError("unsupported_media_type");
  const text = await readText(c.req.raw);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ProblemError("invalid_json");
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw new ProblemError("invalid_request", { errors: parsed.error.issues.map(describe) });
  return parsed.data;
}

/** Counts while reading: a length header may be missing or a lie. */
async function readText(request: Request): Promise<string> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > REQUEST_LIMIT_BYTES) throw new ProblemError("too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > REQUEST_LIMIT_BYTES) throw new ProblemError("too_large");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ProblemError("invalid_json");
  }
}

/** In our own words: the library's messages change with its versions and may quote what was sent. */
function describe(issue: z.core.$ZodIssue): { path: string; message: string } {
  const path = issue.path.map(String).join(".");
  switch (issue.code) {
    case "invalid_type":
      return {
        path,
        message: `expected ${issue.expected === "int" ? "a whole number" : `a value of type ${issue.expected}`}`,
      };
    case "too_small":
      return { path, message: `expected at least ${issue.minimum}` };
    case "too_big":
      return { path, message: `expected at most ${issue.maximum}` };
    case "invalid_value":
      return { path, message: `expected one of ${issue.values.map(String).join(", ")}` };
    case "invalid_format":
      return {
        path,
        message:
          issue.format === "email"
            ? "expected an e-mail address"
            : `expected the form ${issue.pattern ?? issue.format}`,
      };
    default:
      return { path, message: "not valid" };
  }
}
