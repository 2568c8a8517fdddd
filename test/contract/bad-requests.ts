/**
 * Bad requests, generated from the OpenAPI document: a valid request in which one or more things are spoiled. No
 * spoiled request is a valid order, so no changing call may reach the service. The same seed gives the same requests.
 */
import fc from "fast-check";

export interface BadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  /** The names of the spoiled things, for the report. */
  readonly spoiled: readonly string[];
}

/** Values for the requests: existing credentials and ids, so that a request can be nearly right. */
export interface Actors {
  readonly siteKey: string;
  readonly sessions: readonly string[];
  readonly origin: string;
  readonly orders: readonly string[];
  readonly skus: readonly string[];
  readonly promotions: readonly string[];
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly Json[];
  readonly items?: Schema;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly security: string | undefined;
  /** Whether a page of the site calls the operation, so that its browser sends the origin. */
  readonly isOfPage: boolean;
  readonly query: readonly string[];
  readonly body: Schema | undefined;
}

/** The parts of an OpenAPI document that are used here. */
export interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly tags?: readonly string[];
            readonly security?: readonly Readonly<Record<string, unknown>>[];
            readonly parameters?: readonly { readonly in: string; readonly name: string }[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
            };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

function operationsOf({ paths, components }: Document): Operation[] {
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref ? components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      security: Object.keys(described.security?.[0] ?? {})[0],
      isOfPage: described.tags?.includes("browser") === true,
      query: (described.parameters ?? []).flatMap((each) => (each.in === "query" ? [each.name] : [])),
      body: resolve(described.requestBody?.content["application/json"]?.schema),
    })),
  );
}

/** Not in any catalog, so this SKU cannot be booked whatever else the request says. */
const GHOST = "NO-SUCH-REWARD-1";
const NASTY = [
  "",
  " ",
  "\u0000",
  "\u202e",
  "\ud800",
  "１０",
  "-1",
  "01",
  "5.00",
  "1e3",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "%2e%2e",
  "<script>alert(1)</script>",
  "a".repeat(5_000),
  "{{7*7}}",
  "' OR 1=1 --",
  "\r\nSet-Cookie: a=b",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 40 }));
const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const wrongType = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 1e308, [], {}, [[]], { a: 1 }),
  anyJson.filter((value) => typeof value !== "string"),
);

/** A value that the schema allows, using known names where possible. */
function allowedValue(name: string, schema: Schema, actors: Actors): fc.Arbitrary<Json> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return objectOf(schema, actors);
    case "array":
      return fc.array(allowedValue(name.replace(/s$/, ""), schema.items ?? {}, actors), {
        minLength: 1,
        maxLength: 3,
      });
    case "integer":
    case "number":
      return name === "attempt" ? fc.integer({ min: 1, max: 9 }) : fc.integer({ min: 60, max: 3600 });
    case "boolean":
      return fc.boolean();
    default:
      break;
  }
  switch (name) {
    case "sku":
      return fc.constant(GHOST);
    case "order_id":
      return fc.oneof(fc.constantFrom(...actors.orders), fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/));
    case "promotion_id":
      return fc.constantFrom(...actors.promotions);
    case "session_token":
      return fc.constantFrom(...actors.sessions);
    case "email":
      return fc.constantFrom("user@example.com", "another@example.com");
    case "amount":
    case "max_amount":
      return fc.constantFrom("5", "50", "999999999");
    case "locale":
      return fc.constantFrom("en", "fr-FR", "en_US");
    default:
      return fc.string({ maxLength: 20 });
  }
}

function objectOf({ properties = {}, required = [] }: Schema, actors: Actors): fc.Arbitrary<Json> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, allowedValue(name, schema, actors)]),
  );
  return fc.record(members, { requiredKeys: [...required] }) as fc.Arbitrary<Json>;
}

type Spoil = fc.Arbitrary<{ readonly what: string; readonly of: (request: BadRequest) => BadRequest }>;

const spoil = <T>(
  what: string,
  by: fc.Arbitrary<T>,
  of: (request: BadRequest, value: T) => BadRequest,
): Spoil => by.map((value) => ({ what, of: (request) => of(request, value) }));
const withHeader = (request: BadRequest, name: string, value: string | undefined): BadRequest => {
  const { [name]: _, ...rest } = request.headers;
  return { ...request, headers: value === undefined ? rest : { ...rest, [name]: value } };
};
/** Valid characters of a header: others never reach the server. */
const headerValue = fc.oneof(
  fc.constantFrom("", "Bearer", "Bearer ", "Basic YTpi", "bearer x y", "null", "*", "Bearer undefined"),
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 90,
  }),
);
const foreignOrigin = fc.constantFrom(
  undefined,
  "null",
  "https://evil.example",
  "https://shop.example.evil.example",
  "https://shop.example:444",
  "http://shop.example",
  "https://SHOP.example/",
  "https://xn--shp-6na.example",
);
const utf8 = new TextEncoder();
const bytesOf = ({ body }: BadRequest): Uint8Array =>
  typeof body === "string" ? utf8.encode(body) : (body ?? new Uint8Array());

export const mutatedBytes = fc.array(
  fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom("set", "cut", "add")),
  {
    minLength: 1,
    maxLength: 6,
  },
);

/** Bytes as a faulty client or line would send them. */
export function mutate(
  bytes: Uint8Array,
  changes: readonly (readonly [number, number, string])[],
): Uint8Array<ArrayBuffer> {
  let out = [...bytes];
  for (const [at, value, how] of changes) {
    const index = out.length === 0 ? 0 : at % out.length;
    if (how === "set") out[index] = value;
    else if (how === "cut") out = out.slice(0, index);
    else out.splice(index, 0, value);
  }
  return Uint8Array.from(out);
}

/** Ways to spoil a request of the operation. */
function spoils(operation: Operation, { origin, sessions, siteKey }: Actors): Spoil[] {
  const { body, query, security, isOfPage } = operation;
  const isPublic = security === undefined || security === "operatorKey";
  const credentials = fc.oneof(
    headerValue,
    fc.constantFrom<string | undefined>(undefined, `Bearer ${siteKey}x`, `Basic ${siteKey}`),
    // The wrong kind of credential.
    fc.constantFrom(...(security === "siteKey" ? sessions : [siteKey])).map((value) => `Bearer ${value}`),
  );
  const ways: Spoil[] = [
    spoil(
      "method",
      fc.constantFrom(...METHODS.filter((each) => each !== operation.method)),
      (request, method) => ({
        ...request,
        method,
        ...(["GET", "HEAD"].includes(method) && { body: undefined }),
      }),
    ),
    spoil(
      "path",
      fc.oneof(
        fc.constantFrom(
          "/",
          "//",
          "/..",
          "/%00",
          "/%",
          "/%zz",
          "/%2e%2e%2f",
          "?",
          "#",
          ";a=b",
          "/x".repeat(2_000),
        ),
        nasty.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
      ),
      (request, tail) => ({ ...request, path: request.path.replace(/(?=\?|$)/, tail) }),
    ),
    ...(isPublic
      ? []
      : [spoil("credentials", credentials, (request, value) => withHeader(request, "Authorization", value))]),
    ...(isOfPage
      ? [
          spoil("origin", foreignOrigin, (request, value) =>
            withHeader(request, "Origin", value === origin ? undefined : value),
          ),
        ]
      : []),
    ...(query.length > 0
      ? [
          spoil(
            "query",
            fc.array(fc.tuple(fc.constantFrom(...query, "x"), nasty), { minLength: 1, maxLength: 4 }),
            (request, pairs) => ({
              ...request,
              path: `${request.path}?${pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join("&")}`,
            }),
          ),
        ]
      : []),
  ];
  if (!body) return ways;
  const replaceBody = (request: BadRequest, text: BadRequest["body"]): BadRequest => ({
    ...request,
    body: text,
  });
  return [
    ...ways,
    spoil(
      "content type",
      fc.constantFrom(
        undefined,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
      ),
      (request, type) => withHeader(request, "Content-Type", type),
    ),
    spoil("bytes", mutatedBytes, (request, changes) =>
      replaceBody(request, mutate(bytesOf(request), changes)),
    ),
    spoil(
      "shape",
      fc.constantFrom(
        "",
        "null",
        "[]",
        "0",
        '"text"',
        "{",
        "{}",
        '{"__proto__":{"sku":"x"}}',
        "[".repeat(20_000),
        `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
        "\ufeff{}",
        `{"sku":"${"a".repeat(120_000)}"}`,
      ),
      replaceBody,
    ),
    ...(body.required ?? []).map((name) =>
      spoil(
        `member ${name}`,
        fc.oneof(wrongType, nasty as fc.Arbitrary<Json>, fc.constant(undefined)),
        (request, value) => {
          const text = typeof request.body === "string" ? request.body : "{}";
          const parsed: unknown = safeParse(text);
          const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
          return replaceBody(request, JSON.stringify({ ...(isObject ? parsed : {}), [name]: value }));
        },
      ),
    ),
  ];
}

function safeParse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    // A value nested too deeply to be serialized is spoiled enough.
    JSON.stringify(parsed);
    return parsed;
  } catch {
    return undefined;
  }
}

function right(operation: Operation, actors: Actors): fc.Arbitrary<BadRequest> {
  const { siteKey, sessions, origin, orders, skus } = actors;
  const body = operation.body ? objectOf(operation.body, actors) : fc.constant(undefined);
  const session = fc.constantFrom(...sessions);
  const strange = nasty.map((text) => encodeURIComponent(text.toWellFormed()) || "%20");
  // Ending an order needs no body: with the right name in the path the request is valid, whatever its body is.
  const isEnding = operation.method === "POST" && operation.path.includes("{");
  const name = isEnding ? strange : fc.oneof(fc.constantFrom(...orders, ...skus), strange);
  return fc.tuple(body, session, name).map(([value, token, id]) => ({
    method: operation.method,
    path: operation.path.replace(/\{\w+\}/, id),
    headers: {
      ...(operation.security === "siteKey" && { Authorization: `Bearer ${siteKey}` }),
      ...(operation.security === "sessionToken" && { Authorization: `Bearer ${token}` }),
      ...(operation.isOfPage && { Origin: origin }),
      ...(value !== undefined && { "Content-Type": "application/json" }),
    },
    ...(value !== undefined && { body: JSON.stringify(value) }),
    spoiled: [],
  }));
}

/**
 * A request that would book, redeem, activate or mail, but for one fault. A server that accepts it would change
 * something.
 */
export interface NearlyRight {
  readonly request: BadRequest;
  readonly status: number;
}

/** Faults that must each be refused although everything else is right, with the status of the refusal. */
const FAULTS: readonly (readonly [string, number, (request: BadRequest) => BadRequest])[] = [
  ["no origin", 403, (request) => withHeader(request, "Origin", undefined)],
  ["a foreign origin", 403, (request) => withHeader(request, "Origin", "https://evil.example")],
  ["an origin alike", 403, (request) => withHeader(request, "Origin", "https://shop.example.evil.example")],
  ["no credentials", 401, (request) => withHeader(request, "Authorization", undefined)],
  [
    "credentials cut short",
    401,
    (request) => withHeader(request, "Authorization", request.headers.Authorization?.slice(0, -1)),
  ],
  ["no content type", 415, (request) => withHeader(request, "Content-Type", undefined)],
  ["a form", 415, (request) => withHeader(request, "Content-Type", "application/x-www-form-urlencoded")],
  ["text", 415, (request) => withHeader(request, "Content-Type", "text/plain;charset=application/json")],
  ["a body cut short", 400, (request) => ({ ...request, body: String(request.body).slice(0, -1) })],
  [
    "an amount where none is allowed",
    422,
    (request) => ({ ...request, body: String(request.body).replace("{", '{"amount":"5",') }),
  ],
  [
    "a SKU of another kind",
    422,
    (request) => ({ ...request, body: String(request.body).replace(/"sku":"([^"]*)"/, '"sku":["$1"]') }),
  ],
];

/** @param ready requests that would succeed: path, session and body */
export function nearlyRight(
  ready: readonly { readonly path: string; readonly session: string; readonly body: unknown }[],
  origin: string,
): fc.Arbitrary<NearlyRight> {
  return fc
    .tuple(fc.constantFrom(...ready), fc.constantFrom(...FAULTS))
    .map(([{ path, session, body }, [what, status, of]]) => {
      const headers = {
        Authorization: `Bearer ${session}`,
        Origin: origin,
        "Content-Type": "application/json",
      };
      const request = of({ method: "POST", path, headers, body: JSON.stringify(body), spoiled: [what] });
      // The order was booked without an amount, so a confirmation with an amount does not match.
      const isMismatch = what.startsWith("an amount") && "attempt" in (body as object);
      return { request, status: isMismatch ? 409 : status };
    });
}

/** Requests of every operation of the document, each spoiled in one to three ways. */
export function badRequests(document: Document, actors: Actors): fc.Arbitrary<BadRequest> {
  const each = operationsOf(document).map((operation) =>
    fc
      .tuple(
        right(operation, actors),
        fc.array(fc.oneof(...spoils(operation, actors)), { minLength: 1, maxLength: 3 }),
      )
      .map(([request, ways]) =>
        ways.reduce<BadRequest>(
          (spoiled, way) => ({ ...way.of(spoiled), spoiled: [...spoiled.spoiled, way.what] }),
          request,
        ),
      ),
  );
  return fc.oneof(...each).map(sendable);
}

/** Removes a body that no client can send, so that the server would never see it. */
function sendable({ body, ...request }: BadRequest): BadRequest {
  return body === undefined || request.method === "GET" || request.method === "HEAD"
    ? request
    : { ...request, body };
}
