/**
 * The OpenAPI document, built from the validating zod schemas and the list of routes. Answers are open for additions; requests of a
 * site's backend are closed. Source: OpenAPI 3.1; docs/server/routes.md.
 */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { PROBLEMS, type ProblemCode } from "../../../shared/problems.ts";
import { field } from "../../../shared/wire/field.ts";
import { PASS_TYPE } from "../../../shared/wire/pass.ts";
import * as wire from "../../../shared/wire.ts";
import { ROUTES } from "./descriptions.ts";
import { type Answered, type HeaderName, type RouteDescription, TAGS } from "./route.ts";

/** The headers of the answer for a problem. */
export function problemHeaders(code: ProblemCode): readonly (HeaderName | "Allow" | "WWW-Authenticate")[] {
  const { status, retryable } = PROBLEMS[code];
  if (status === 401) return ["WWW-Authenticate"];
  if (status === 405) return ["Allow"];
  return retryable ? ["Retry-After"] : [];
}

const HEADERS = {
  "X-Request-Id": field(
    z.string(),
    "Names the request in the server's log",
    "0b0a6f8e-3c0f-4d53-9d0b-5c7f6a1f2d11",
  ),
  "Retry-After": field(z.string(), "Seconds to wait before asking again, where the server can tell", "2"),
  ETag: field(z.string(), "For `If-None-Match`: an unchanged answer is 304", '"3q2-7w"'),
  Allow: field(z.string(), "The methods that the path has", "GET"),
  "WWW-Authenticate": field(z.string(), "How to authenticate", "Bearer"),
} as const;

const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  order_id: field(z.string(), "The site's own id of the order; of a grant's orders `{grant_id}~{k}`", "1042"),
  grant_id: field(z.string(), "The site's own id of the grant", "spring-81"),
  user_id: field(z.string(), "The site's own id of the member", "member-81"),
  promotion_id: field(z.string(), "The promotion at the service", "4001"),
  sku: field(z.string(), "The reward", "GIFT-20"),
  site: field(z.string(), "The site's id", "shop"),
  event_id: field(z.string(), "The event", "evt_4f7a0c"),
};

const headersOf = (names: readonly (keyof typeof HEADERS)[] = []) =>
  z.object(
    Object.fromEntries(
      (["X-Request-Id", ...names] as const).map((name) => [
        name,
        HEADERS[name].optional().meta({ ...HEADERS[name].meta() }),
      ]),
    ),
  );

interface ResponseObject extends ZodOpenApiResponseObject {
  readonly headers: z.ZodObject;
}

function problemResponses(codes: readonly ProblemCode[]): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join(". "),
        headers: headersOf(same.flatMap(problemHeaders)),
        content: { "application/problem+json": { schema: wire.problem } },
      },
    ]),
  );
}

/** The whole body of an answer with data. */
export const bodyOf = (data: z.ZodType, { paged, beside }: RouteDescription): z.ZodType =>
  z.object({
    data: field(data, "The answer"),
    ...(paged && { paging: field(wire.paging, "Where the page stands") }),
    ...beside,
  });

/** Of an answer that is no JSON with data: text, a file, or JSON that another standard describes. */
function schemaOfType(type: string): object {
  if (type === PASS_TYPE) return { type: "string", format: "binary" };
  return { type: type.startsWith("text/") ? "string" : "object" };
}

function contentOf(
  { data, type }: Answered,
  route: RouteDescription,
): ZodOpenApiResponseObject["content"] | undefined {
  if (!data && type === undefined) return undefined;
  return {
    ...(data && { "application/json": { schema: bodyOf(data, route) } }),
    ...(type !== undefined && {
      [type]: { schema: schemaOfType(type) },
    }),
  };
}

function successes(route: RouteDescription): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, answered]) => [
      status,
      {
        description: answered.says,
        headers: headersOf(answered.headers),
        ...(contentOf(answered, route) && { content: contentOf(answered, route) }),
      },
    ]),
  );
}

/** Both, where an answer with data has the status of a problem. */
function answers(route: RouteDescription): Record<string, ResponseObject> {
  const told = successes(route);
  const problems = problemResponses(route.problems ?? []);
  for (const [status, { description, headers, content }] of Object.entries(told)) {
    const problem = problems[status];
    if (!problem) continue;
    told[status] = {
      description: `${description}. ${problem.description}`,
      headers: headers.extend(problem.headers.shape),
      content: { ...content, ...problem.content },
    };
  }
  return { ...problems, ...told };
}

function operation(route: RouteDescription): ZodOpenApiOperationObject {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
    name,
    PARAMETERS[name] ?? z.string(),
  ]);
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    security: [route.security ?? []].flat().map((each) => ({ [each]: [] })),
    ...((parameters.length > 0 || route.query) && {
      requestParams: {
        ...(parameters.length > 0 && { path: z.object(Object.fromEntries(parameters)) }),
        ...(route.query && { query: route.query }),
      },
    }),
    ...(route.request && {
      requestBody: {
        required: !route.mayBeEmpty,
        content: Object.fromEntries(
          (route.requestTypes ?? ["application/json"]).map((type) => [type, { schema: route.request }]),
        ),
      },
    }),
    responses: answers(route),
  } as ZodOpenApiOperationObject;
}

/** What a site's own backend is sent. Source: OpenAPI 3.1, "webhooks"; Standard Webhooks. */
const WEBHOOK = {
  operationId: "event",
  security: [],
  summary: "What happened to an order, or a test: signed, and sent again until it is answered with 2xx",
  requestParams: {
    header: z.object({
      "webhook-id": field(z.string(), "The event's id: a second delivery has the same", "evt_4f7a0c"),
      "webhook-timestamp": field(
        z.string(),
        "When this delivery was signed, in seconds since 1970",
        "1795348800",
      ),
      "webhook-signature": field(
        z.string(),
        "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops; one for each secret, separated by spaces",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
      ),
    }),
  },
  requestBody: { required: true, content: { "application/json": { schema: wire.event } } },
  responses: { "2XX": { description: "Taken" }, "410": { description: "The webhook is turned off" } },
} satisfies ZodOpenApiOperationObject;

/** What a site is asked before a confirmation is stored. */
const AUTHORIZE = {
  operationId: "authorize",
  security: [],
  summary:
    "Whether a confirmation is allowed: signed like an event; anything but an allow within 5 seconds keeps it from being stored",
  requestParams: WEBHOOK.requestParams,
  requestBody: { required: true, content: { "application/json": { schema: wire.authorizeRequest } } },
  responses: {
    "200": {
      description: "The decision",
      content: { "application/json": { schema: wire.authorizeAnswer } },
    },
  },
} satisfies ZodOpenApiOperationObject;

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function openapiDocument(version: string, publicUrl: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of ROUTES) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Reward redemption token server",
        version,
        description:
          "Success bodies are `{data: …}`; errors are RFC 9457 problem details with a stable `code`. Members marked `x-pinned` are kept with the order by its first session. Answers may gain members; unknown members of a site's request are refused.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths,
      webhooks: { event: { post: WEBHOOK }, authorize: { post: AUTHORIZE } },
      components: {
        schemas: wire.SESSION_REQUESTS,
        securitySchemes: {
          siteKey: {
            type: "http",
            scheme: "bearer",
            description: "A site's secret key; for its backend only",
          },
          operatorKey: { type: "http", scheme: "bearer", description: "An operator's key, where one is set" },
          sessionToken: {
            type: "http",
            scheme: "bearer",
            description: "A session; for a page of the session's site",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
  return JSON.parse(JSON.stringify(document, (_, value) => opened(value)));
}

/**
 * Answers are open: a client that rejects unknown members would break with the first addition. The library also closes references,
 * which would then allow no member at all.
 */
function opened(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const { additionalProperties: _, ...open } = value as { additionalProperties?: unknown };
  return open;
}
