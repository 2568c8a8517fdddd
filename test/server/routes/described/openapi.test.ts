/** The OpenAPI document: valid by a linter, every member described, answers open for additions. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../../../server/routes/described/descriptions.ts";
import { EVENT_TYPES, TEST_EVENT } from "../../../../shared/wire.ts";
import { createWorld, type World } from "../../../support/world.ts";

/** The parts of a schema and of the document that these tests look at. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-pinned"?: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly event: { readonly post: Operation } };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let world: World;
let text: string;
let document: Document;
beforeAll(async () => {
  world = await createWorld();
  text = (await world.request("/openapi.json")).text;
  document = JSON.parse(text);
});
afterAll(() => world.close());

/** `/healthz` has no refusals. */
const RULES = { "operation-4xx-response": "off" } as const;

/** A linter's findings, as `rule: message at place`. */
async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], rules: RULES });
  const found = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

it("passes a linter without an error or a warning", async () => {
  expect(await lint(text)).toEqual([]);
});

it("the linter notices what is wrong", async () => {
  const twice = text.replace('"operationId":"openSession"', '"operationId":"readSiteOrder"');
  expect((await lint(twice)).join()).toContain("operation-operationId-unique");
  const broken = text.replace('"$ref":"#/components/schemas/Order"', '"$ref":"#/components/schemas/Nothing"');
  expect((await lint(broken)).join()).toContain("no-unresolved-refs");
});

/** Every schema of a document with its place, members of members included. */
function schemasIn(value: unknown, place: string): { place: string; schema: Schema }[] {
  if (typeof value !== "object" || value === null) return [];
  const { properties, items, anyOf } = value as Schema;
  const members = Object.entries(properties ?? {}).map(([name, each]) => [`${place}.${name}`, each] as const);
  const parts = [...(items ? [items] : []), ...(anyOf ?? [])];
  return [
    ...members.flatMap(([at, schema]) => [{ place: at, schema }, ...schemasIn(schema, at)]),
    ...parts.flatMap((each) => schemasIn(each, place)),
  ];
}

const allMembers = () => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemasIn(schema, name)),
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], responses }]) => [
      ...parameters.map(({ name, schema, description }) => ({
        place: `${method} ${path} ?${name}`,
        schema: { ...schema, description },
      })),
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap(({ schema }) => schemasIn(schema, `${method} ${path} ${status}`)),
      ),
    ]),
  ),
];

describe("every member of every request and answer", () => {
  const isLeaf = ({ properties, items, anyOf, $ref, type }: Schema): boolean =>
    !properties && !$ref && !(type === "array" && (items?.$ref || items?.properties)) && !anyOf;

  it("is described", () => {
    expect(allMembers().length).toBeGreaterThan(200);
    expect(
      allMembers()
        .filter(({ schema }) => !schema.description)
        .map(({ place }) => place),
    ).toEqual([]);
  });

  it("has an example, where it has no members of its own", () => {
    const without = allMembers().filter(({ schema }) => isLeaf(schema) && !schema.examples);
    expect(without.map(({ place }) => place)).toEqual([]);
  });

  it("says whether it is pinned", () => {
    const pinned = schemasIn(document.components.schemas.SessionRequest, "")
      .filter(({ schema }) => schema["x-pinned"])
      .map(({ place }) => place.slice(1));
    const ofOrder = [
      ...["promotion_id", "user.email", "user.id", "delivery", "skus", "metadata"],
      ...["customization.pdf.message", "customization.pdf.sender_name"],
    ];
    expect(pinned).toEqual([...ofOrder, "amount", "max_amount"]);
  });
});

it("every call has a name of its own, a tag, and a request id in each of its answers", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(ROUTES.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, tags, responses } of operations) {
    expect(
      document.tags.map(({ name }) => name),
      operationId,
    ).toEqual(expect.arrayContaining([...tags]));
    for (const answer of Object.values(responses))
      expect(answer, operationId).toHaveProperty(["headers", "X-Request-Id"]);
  }
});

it("a webhook's delivery is described: its signed headers, and the body that the list of events has too", () => {
  const { parameters = [], requestBody, responses } = document.webhooks.event.post;
  expect(parameters.map(({ name }) => name)).toEqual([
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
  ]);
  for (const { description, schema } of parameters)
    expect([description, schema.examples]).not.toContain(undefined);
  const $ref = "#/components/schemas/Event";
  expect(requestBody?.content["application/json"]?.schema).toEqual({ $ref });
  const listed = document.paths["/v1/events"]?.get?.responses["200"]?.content?.["application/json"]?.schema;
  expect(listed?.properties?.data?.items).toEqual({ $ref });
  expect(document.components.schemas.Event?.properties?.type?.enum).toEqual([...EVENT_TYPES, TEST_EVENT]);
  expect(Object.keys(responses)).toContain("2XX");
});

it("answers are open for additions, requests of a site are not", () => {
  const closed = text.match(/"additionalProperties":false/g) ?? [];
  const requests = JSON.stringify([
    document.components.schemas.SessionRequest,
    document.components.schemas.ReopeningRequest,
    document.components.schemas.ReleaseRequest,
    document.components.schemas.SessionsEnd,
    document.components.schemas.DeedRequest,
    document.components.schemas.OperatorDeed,
    document.components.schemas.SendAgainRequest,
    document.components.schemas.SignIn,
  ]);
  expect(closed.length).toBeGreaterThan(0);
  expect(requests.match(/"additionalProperties":false/g)).toHaveLength(closed.length);
});
