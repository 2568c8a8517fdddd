/** The OpenAPI document, made from the zod schemas that validate. Source: OpenAPI 3.1. */
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { PROBLEMS, type ProblemCode } from "../shared/problems.ts";
import * as wire from "../shared/wire.ts";
import { ROUTES, type RouteDescription } from "./routes/descriptions.ts";

function problemResponses(codes: readonly ProblemCode[]): ZodOpenApiOperationObject["responses"] {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status) as `${1 | 2 | 3 | 4 | 5}${string}`,
      {
        description: sameStatus.join(", "),
        content: { "application/problem+json": { schema: wire.problem } },
      },
    ]),
  );
}

const bodyOf = (data: z.ZodType, paged: boolean | undefined): z.ZodType =>
  paged ? z.object({ data, paging: wire.paging }) : z.object({ data });

function operation(route: RouteDescription): ZodOpenApiOperationObject {
  const answers = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: route.summary,
      ...(schema && { content: { "application/json": { schema: bodyOf(schema, route.paged) } } }),
    },
  ]);
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, z.string()]);
  return {
    summary: route.summary,
    ...(route.security && { security: [{ [route.security]: [] }] }),
    ...((parameters.length > 0 || route.query) && {
      requestParams: {
        ...(parameters.length > 0 && { path: z.object(Object.fromEntries(parameters)) }),
        ...(route.query && { query: route.query }),
      },
    }),
    ...(route.request && {
      requestBody: {
        required: !route.mayBeEmpty,
        content: { "application/json": { schema: route.request } },
      },
    }),
    responses: { ...Object.fromEntries(answers), ...problemResponses(route.problems ?? []) },
  };
}

export function openapiDocument(version: string, publicUrl: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of ROUTES) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  return createDocument({
    openapi: "3.1.1",
    info: { title: "Reward redemption token server", version },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        siteKey: { type: "http", scheme: "bearer", description: "A site's secret key; for its backend only" },
        operatorKey: { type: "http", scheme: "bearer", description: "The operator's key, where one is set" },
        sessionToken: {
          type: "http",
          scheme: "bearer",
          description: "A session; for a page of the session's site",
        },
      },
    },
  });
}
