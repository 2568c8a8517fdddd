/**
 * The types and the table of the backend's client, made from the OpenAPI document: `node widget/client-source.ts` (part of
 * `npm run docs`) and each build of the package renew `widget/backend/described.ts`, and a test keeps the two equal.
 *
 * No library: openapi-typescript needs TypeScript 5, and none writes the description of a query's member beside that of a body's.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const WIDGET = import.meta.dirname;
/** The reader's tag of the routes that a site's key opens. */
const SITE = "site";
/** The document is some 300 kB. */
const DOCUMENT_MAX_BYTES = 10_000_000;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The bodies that a site is sent, and what it may answer. */
const SIGNED = ["Event", "AuthorizeRequest", "AuthorizeAnswer", "Problem"];

const HEAD = `// Made by widget/client-source.ts from the OpenAPI document, which has more: patterns, limits, examples. Do not edit.
import type { CallOptions } from "./client.ts";

/** What names another request of the same call. */
export type Without<Name extends string> = { readonly [Each in Name]?: never };
`;

function comment(text: string | undefined): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length > 1
    ? `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`
    : `/** ${lines[0]} */\n`;
}

/** @returns the source of `widget/backend/described.ts`. @throws where a member of an operation could be two things */
export function clientSource({ paths, components: { schemas } }: Document): string {
  const wanted = new Set<string>(SIGNED);
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {}) : schema;

  const member = (name: string, schema: Schema, isRequired: boolean): string =>
    `${comment(schema.description)}${name}${isRequired ? "" : "?"}: ${typeOf(schema)}${isRequired ? "" : " | undefined"};\n`;
  const objectOf = ({ properties = {}, required = [] }: Schema): string =>
    `{\n${Object.entries(properties)
      .map(([name, each]) => member(name, each, required.includes(name)))
      .join("")}}`;
  /** Of several requests in one place, each refuses what names another one. */
  const oneOf = (each: readonly Schema[]): string =>
    each
      .map((schema) => {
        const own = resolve(schema).properties ?? {};
        const foreign = each
          .flatMap((other) => Object.keys(resolve(other).properties ?? {}))
          .filter((name) => !(name in own));
        const names = [...new Set(foreign)].map((name) => JSON.stringify(name));
        return `(${typeOf(schema)} & Without<${names.join(" | ")}>)`;
      })
      .join(" | ");
  function typeOf(schema: Schema): string {
    if (schema.$ref) {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
      wanted.add(name);
      return name;
    }
    if (schema.oneOf) return oneOf(schema.oneOf);
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
    if (schema.type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
    if (schema.type !== "object")
      return [schema.type ?? "unknown"].flat().join(" | ").replace("integer", "number");
    if (schema.additionalProperties) return `{ [name: string]: ${typeOf(schema.additionalProperties)} }`;
    return objectOf(schema);
  }

  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(SITE))
      .map(([method, operation]) => ({ path, method, operation })),
  );

  /** Parameters and body's members as one object. */
  const givenOf = ({ operationId, parameters = [], requestBody, responses }: Operation): string => {
    const isFile = Object.values(responses).some(({ content = {} }) => "text/csv" in content);
    // What a query's member would make of the answer is no JSON.
    const told = parameters.filter(({ name }) => !(isFile && name === "format"));
    const body = requestBody?.content["application/json"]?.schema;
    const inBody = body ? Object.keys(resolve(body).properties ?? {}) : [];
    const twice = told.filter((each) => inBody.includes(each.name) || (body && each.in === "query"));
    if (twice.length > 0)
      throw new Error(`${operationId}: ${twice.map(({ name }) => name)} is also of the body`);
    const types = [
      ...(told.length > 0
        ? [
            `{\n${told
              .map((each) =>
                member(each.name, { ...each.schema, description: each.description }, each.required === true),
              )
              .join("")}}`,
          ]
        : []),
      ...(body ? [typeOf(body)] : []),
    ];
    const isOptional = !told.some(({ required }) => required) && !requestBody?.required;
    return `given${isOptional ? "?" : ""}: ${types.join(" & ") || "{}"}`;
  };
  const answerOf = ({ responses }: Operation): string => {
    const data = Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, { content }]) => content?.["application/json"]?.schema ?? []);
    return data.map(typeOf).join(" | ") || "void";
  };
  const codesOf = ({ responses }: Operation): string =>
    Object.values(responses)
      .filter(({ content = {} }) => "application/problem+json" in content)
      .flatMap(({ description }) => description.match(/`\w+`(?=:)/g) ?? [])
      .join(", ");
  const methods = calls.map(
    ({ path, method, operation }) =>
      `${comment(`${operation.summary}.\n\`${method.toUpperCase()} ${path}\`\n@throws {RewardProblem} ${codesOf(operation)}`)}readonly ${operation.operationId}: (${givenOf(operation)}, options?: CallOptions) => Promise<${answerOf(operation)}>;\n`,
  );
  const written = new Map<string, string>();
  // What a type names may name others.
  for (const name of wanted) {
    const schema = schemas[name] ?? {};
    const type = typeOf(schema);
    written.set(
      name,
      `${comment(schema.description)}export ${type.startsWith("{") ? `interface ${name} ${type}` : `type ${name} = ${type};`}`,
    );
  }
  const table = calls.map(
    ({ path, method, operation }) => `${operation.operationId}: "${method.toUpperCase()} ${path}",\n`,
  );
  return formatted(
    [
      HEAD,
      ...[...written].sort(([a], [b]) => a.localeCompare(b)).map(([, text]) => text),
      `/** The routes that a site's key opens. */\nexport interface Client {\n${methods.join("")}}`,
      `/** Method and path of each call. */\nexport const ROUTES = {\n${table.join("")}} as const;\n`,
    ].join("\n"),
  );
}

const formatted = (source: string): string =>
  execFileSync(join(WIDGET, "../node_modules/.bin/biome"), ["format", "--stdin-file-path=described.ts"], {
    input: source,
    encoding: "utf8",
    cwd: join(WIDGET, ".."),
  });

/** The OpenAPI document of this version, from the server's own script: no code of the server gets here. */
export function readDocument(): Document {
  const script = join(WIDGET, "../server/routes/described/print.ts");
  return JSON.parse(
    execFileSync(process.execPath, [script], { encoding: "utf8", maxBuffer: DOCUMENT_MAX_BYTES }),
  );
}

/** Where the source is. */
export const CLIENT_SOURCE = join(WIDGET, "backend/described.ts");

/** Renews the client's source. */
export const writeClient = (document: Document): void => writeFileSync(CLIENT_SOURCE, clientSource(document));

if (import.meta.main) writeClient(readDocument());
