/**
 * Whether an answer of the token server is what its description says: status, headers, type and each member of the body, nested ones
 * included. The description is the list that openapi.json is built from; unlike there, a member that it does not name is a mistake.
 * Source: openapi.json; docs/server/problems.md.
 */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { isPlain } from "../../server/http/plain-path.ts";
import { ROUTES } from "../../server/routes/described/descriptions.ts";
import { bodyOf, problemHeaders } from "../../server/routes/described/openapi.ts";
import type { Answered, RouteDescription } from "../../server/routes/described/route.ts";
import { PROBLEMS } from "../../shared/problems.ts";
import * as wire from "../../shared/wire.ts";

/** A request and its answer, as they were on the wire. */
export interface Exchange {
  readonly method: string;
  /** As it was sent, with its query or without. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Described {
  readonly route: RouteDescription;
  readonly pattern: RegExp;
  readonly bodies: ReadonlyMap<number, z.ZodType>;
  readonly problems: ReadonlySet<string>;
}

const ALL: readonly Described[] = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  bodies: new Map(
    Object.entries(route.responses).flatMap(([status, { data }]) =>
      data ? [[Number(status), bodyOf(data, route)] as const] : [],
    ),
  ),
  problems: new Set(route.problems),
}));

/** Undefined where the description names no such address, or no such method of it. */
function describedAt(method: string, path: string): Described | undefined {
  if (!isPlain(path)) return undefined;
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  return ALL.find(({ route, pattern }) => route.method === asked && pattern.test(path));
}

/** Headers that only described answers have. `X-Request-Id` is in every one. */
const TOLD = ["ETag", "Retry-After", "Allow", "WWW-Authenticate"];
/** Present where the server can tell, the others always. */
const MAYBE = "Retry-After";
const PROBLEM_TYPE = "application/problem+json";

/** @returns what is not as described, with the route, the status and the path of the member; undefined if nothing is */
export function undescribed(exchange: Exchange): string | undefined {
  const { method, path, status } = exchange;
  const [address = ""] = path.split("?", 1);
  const described = describedAt(method, address);
  const mistake = mistakeIn(exchange, described);
  const route = described ? `${method} ${described.route.path}` : `${method} ${address}`;
  return mistake && `${route}, ${status}: ${mistake}`;
}

/** The schema of the whole body of an answer with data; undefined for any other. */
export const schemaOf = ({ method, path, status }: Exchange): z.ZodType | undefined =>
  describedAt(method, path.split("?", 1)[0] ?? "")?.bodies.get(status);

/** @throws Error with what is not as described */
export function holdToDescription(exchange: Exchange): void {
  const mistake = undescribed(exchange);
  if (mistake !== undefined) throw new Error(`not as described: ${mistake}`);
}

function mistakeIn(exchange: Exchange, described: Described | undefined): string | undefined {
  const { status, headers } = exchange;
  const isProblem = typeOf(headers) === PROBLEM_TYPE;
  if (isProblem) return problemMistake(exchange, described);
  if (!described) {
    // Preflights, the widget's files and pictures are no calls of a program.
    const isCall = exchange.method !== "OPTIONS" && exchange.path.startsWith("/v1/");
    return isCall ? "no such route is described" : undefined;
  }
  const answered = described.route.responses[status];
  if (!answered) return `no such answer is described${status < 400 ? "" : ", and it is no problem"}`;
  return headerMistake(headers, answered.headers) ?? bodyMistake(exchange, answered, described);
}

const typeOf = (headers: Headers): string | undefined => headers.get("Content-Type")?.split(";")[0]?.trim();

function headerMistake(headers: Headers, described: readonly string[] = []): string | undefined {
  if (!headers.has("X-Request-Id")) return "the header X-Request-Id is missing";
  const missing = described.find((name) => name !== MAYBE && !headers.has(name));
  if (missing !== undefined) return `the header ${missing} is missing`;
  const other = TOLD.find((name) => headers.has(name) && !described.includes(name));
  return other && `the header ${other} is not described`;
}

function problemMistake(
  { method, status, headers, text }: Exchange,
  described: Described | undefined,
): string | undefined {
  if (method === "HEAD") return text === "" ? undefined : "an answer to HEAD has no body";
  const body = parsed(text);
  const mistake = schemaMistake(wire.problem, body, "problem");
  if (mistake !== undefined) return mistake;
  const { code, status: said, request_id } = body as wire.Problem;
  if (said !== status || PROBLEMS[code].status !== status)
    return `${code} has the status ${PROBLEMS[code].status}`;
  if (request_id !== headers.get("X-Request-Id")) return `${code}: request_id is not that of the header`;
  if (described && !described.problems.has(code)) return `the problem ${code} is not described`;
  return headerMistake(headers, problemHeaders(code));
}

function bodyMistake(
  { method, status, headers, text }: Exchange,
  { data, type }: Answered,
  { bodies }: Described,
): string | undefined {
  if (method === "HEAD" || (!data && type === undefined)) return text === "" ? undefined : "has a body";
  const given = typeOf(headers);
  const schema = bodies.get(status);
  if (schema && given === "application/json") return schemaMistake(schema, parsed(text));
  if (type === undefined || given !== type) return `the type ${given} is not described`;
  return type === "application/json" && parsed(text) === undefined ? "the body is no JSON" : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects are read without the members that their schema does not name: what was read differs by these. */
function schemaMistake(schema: z.ZodType, body: unknown, name = "body"): string | undefined {
  const { success, data, error } = schema.safeParse(body);
  if (success) return isDeepStrictEqual(data, body) ? undefined : differenceOf(body, data, name);
  const [issue] = error.issues;
  return `${[name, ...(issue?.path ?? [])].join(".")}: ${issue?.message}`;
}

function differenceOf(given: unknown, read: unknown, at: string): string {
  if (typeof given !== "object" || given === null || typeof read !== "object" || read === null)
    return `${at} is not as described`;
  for (const [name, value] of Object.entries(given)) {
    const place = `${at}.${name}`;
    if (!Object.hasOwn(read, name)) return `${place} is not described`;
    const other = (read as Record<string, unknown>)[name];
    if (!isDeepStrictEqual(value, other)) return differenceOf(value, other, place);
  }
  return `${at} lacks a member`;
}
