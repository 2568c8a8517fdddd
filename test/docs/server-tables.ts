/**
 * The OpenAPI document as tables for docs/server.md: each route with its answers, each body member by member. Pure.
 * `npm run docs` writes them; server-tables.test.ts holds that they are current.
 */

import { PROBLEMS } from "../../shared/problems.ts";

/** The parts of a JSON schema that the tables show. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-pinned"?: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
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

export interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const START = "<!-- Made by `npm run docs` of the schemas that validate; changes by hand are lost. -->";
const END = "<!-- The end of what `npm run docs` makes. -->";

/** The page with renewed tables. @throws Error if the page has no place for them */
export function withTables(page: string, document: Document): string {
  const [from, until] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || until < from) throw new Error("the page does not say where the tables stand");
  return `${page.slice(0, from + START.length)}\n\n${tablesOf(document)}\n\n${page.slice(until)}`;
}

function tablesOf(document: Document): string {
  const routes = document.tags.map((tag) => [
    `### ${tag.description}`,
    ...routesOf(document, tag.name).map((each) => routeText(each)),
  ]);
  const bodies = Object.entries(document.components.schemas).map(([name, schema]) =>
    [`#### ${name}`, schema.description ? `${schema.description}.` : "", table(schema)].join("\n\n"),
  );
  return [...routes.flat(), "### Problem codes", problemTable(), "### Bodies", ...bodies].join("\n\n");
}

interface Route extends Operation {
  readonly name: string;
}

const routesOf = ({ paths }: Document, tag: string): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}` })),
  );

function routeText({ name, summary, operationId, parameters = [], requestBody, responses }: Route): string {
  const body = requestBody && Object.values(requestBody.content)[0]?.schema;
  const query = parameters.filter((each) => each.in === "query");
  const isGood = (status: string): boolean => status < "400";
  const answers = Object.entries(responses)
    .filter(([status, { content }]) => isGood(status) || content?.["application/json"])
    .map(([status, { description, content }]) => {
      const schema = content?.["application/json"]?.schema.properties?.data;
      return `- ${status}: ${description}.${schema ? ` Data: ${typeOf(schema)}.` : ""}`;
    });
  const codes = Object.values(responses).flatMap(({ description, content }) =>
    content?.["application/problem+json"] ? (description.match(/`\w+`/g) ?? []) : [],
  );
  return [
    `#### \`${name}\``,
    `${summary} (\`${operationId}\`).${body ? ` Body: ${typeOf(body)}.` : ""}`,
    ...(query.length > 0 ? [parameterTable(query)] : []),
    answers.join("\n"),
    ...(codes.length > 0 ? [`Problems: ${codes.join(", ")}.`] : []),
  ].join("\n\n");
}

/** Source: shared/problems.ts, which the server answers by. */
function problemTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, title, retryable }]) =>
    row(`\`${code}\``, String(status), title, retryable ? "yes" : "no"),
  );
  return [row("code", "status", "meaning", "try again"), row("---", "---", "---", "---"), ...rows].join("\n");
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

function parameterTable(parameters: NonNullable<Operation["parameters"]>): string {
  const rows = parameters.map(({ name, schema, description = "" }) =>
    row(`\`${name}\``, typeOf(schema), description, exampleOf(schema)),
  );
  return [row("parameter", "type", "meaning", "example"), row("---", "---", "---", "---"), ...rows].join(
    "\n",
  );
}

/** Members of members with dots, members of a list's entries with `[]`; a schema with its own table is only named. */
function membersOf(schema: Schema, prefix = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isOptional = !schema.required?.includes(name);
    const inner = nested(member);
    return [
      row(
        `\`${path}\`${isOptional ? "" : " *"}`,
        typeOf(member),
        `${member["x-pinned"] ? "**Pinned.** " : ""}${member.description ?? ""}`,
        exampleOf(member),
      ),
      ...(inner ? membersOf(inner, `${path}${inner === member ? "" : listMark(member)}.`) : []),
    ];
  });
}

const listMark = (schema: Schema): string => (notNull(schema).type === "array" ? "[]" : "");

/** The schema without null. */
const notNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== "null") ?? schema;

function nested(schema: Schema): Schema | undefined {
  const whole = notNull(schema);
  const inner = whole.type === "array" ? whole.items : whole;
  return inner?.properties ? (inner === whole && whole === schema ? schema : inner) : undefined;
}

const table = (schema: Schema): string =>
  [row("member", "type", "meaning", "example"), row("---", "---", "---", "---"), ...membersOf(schema)].join(
    "\n",
  );

function typeOf(schema: Schema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](#${nameOf(schema.$ref).toLowerCase()})`;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  // The codes have a separate table.
  if (schema.enum)
    return schema.enum.length > 12 ? "string" : schema.enum.map((each) => `\`${String(each)}\``).join(", ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  return [[schema.type ?? "anything"].flat().join(" or "), schema.format].filter(Boolean).join(", ");
}

const nameOf = (ref: string): string => ref.split("/").at(-1) ?? "";

function exampleOf({ examples, default: fallback }: Schema): string {
  const example = examples?.[0] ?? fallback;
  return example === undefined
    ? ""
    : `\`${typeof example === "string" ? example : JSON.stringify(example)}\``;
}
