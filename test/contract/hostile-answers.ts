/** Answers that no fulfillment service should give: bodies that a broken or hostile one might send. */
import fc from "fast-check";

/** Larger than the largest answer that the client reads. */
const HUGE_BYTES = 10_000_000;
const DEEP = 100_000;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Replaces the body that the service meant to send. */
export interface Mutation {
  readonly name: string;
  readonly of: (body: string) => string | Uint8Array;
}

const parsed = (body: string): Json => {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
};

/** Every object in a value, outermost first. */
function* objectsIn(value: Json): Generator<{ [name: string]: Json }> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

/** The body with every member of these names changed. */
const withMember =
  (names: readonly string[], change: (value: Json) => Json | undefined) => (body: string) => {
    const json = parsed(body);
    for (const object of objectsIn(json)) {
      for (const name of names) {
        if (!Object.hasOwn(object, name)) continue;
        const changed = change(object[name] as Json);
        if (changed === undefined) delete object[name];
        else object[name] = changed;
      }
    }
    return JSON.stringify(json);
  };

const MEMBERS = [
  "data",
  "id",
  "order_id",
  "state",
  "sku",
  "reward_codes",
  "codes",
  "reward_format",
  "usages",
  "usage",
  "format",
  "value",
  "rewards",
  "status",
  "paging",
  "access_token",
  "expires_in",
  "url",
  "debited",
];
/** Values of the wrong type, or of the right type without meaning. None is anybody's code. */
const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  [],
  {},
  [[]],
  [null],
  { id: null },
  "a".repeat(2_000),
  "\u0000",
  "<img src=x onerror=alert(1)>",
];

const whole: readonly Mutation[] = [
  { name: "nothing", of: () => "" },
  { name: "null", of: () => "null" },
  { name: "a number", of: () => "42" },
  { name: "an empty object", of: () => "{}" },
  { name: "an empty list", of: () => "[]" },
  { name: "data without anything", of: () => '{"data":{}}' },
  { name: "a list in place of one", of: (body) => `{"data":[${body}]}` },
  { name: "data in data", of: (body) => `{"data":${body}}` },
  { name: "a page of HTML", of: () => "<!doctype html><title>Bad gateway</title>" },
  { name: "10 MB", of: (body) => body.replace(/^\{/, `{"padding":"${"x".repeat(HUGE_BYTES)}",`) },
  { name: "deep lists", of: () => `{"data":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}` },
  {
    name: "deep objects",
    of: (body) => body.replace(/^\{/, `{"a":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)},`),
  },
  { name: "__proto__ outside", of: (body) => body.replace(/^\{/, '{"__proto__":{"polluted":true},') },
  {
    name: "__proto__ inside",
    of: (body) => body.replace(/"data":\{/, '"data":{"__proto__":{"state":"redeemed","polluted":true},'),
  },
  {
    name: "constructor",
    of: (body) => body.replace(/"data":\{/, '"data":{"constructor":{"prototype":{"polluted":true}},'),
  },
  { name: "a byte order mark", of: (body) => `\ufeff${body}` },
  {
    name: "bytes that are no UTF-8",
    of: (body) =>
      Buffer.concat([
        Buffer.from(body.slice(0, -2)),
        Buffer.from([0xff, 0xfe, 0xc3]),
        Buffer.from(body.slice(-2)),
      ]),
  },
  { name: "names twice", of: (body) => body.replace(/"state":"[^"]*"/, '$&,"state":"weird"') },
  { name: "no codes", of: withMember(["reward_codes"], () => undefined) },
  { name: "an empty list of codes", of: withMember(["codes"], () => []) },
  { name: "codes without usages", of: withMember(["usage"], () => undefined) },
  { name: "unknown usages", of: withMember(["usages"], () => ["primary", "tertiary"]) },
  { name: "another order's id", of: withMember(["order_id"], () => "shop.somebody-else.1") },
  { name: "another redemption's id", of: withMember(["id"], () => "ZZZZZ-ZZZZZ") },
  { name: "a link that runs script", of: withMember(["url"], () => "javascript:alert(1)") },
];

const state = fc
  .constantFrom("weird", "REDEEMED", "redeemed ", "", "denied", "blocked", "expired", "failed", "pending")
  .map(
    (value): Mutation => ({ name: `state ${JSON.stringify(value)}`, of: withMember(["state"], () => value) }),
  );
const member = fc
  .tuple(fc.constantFrom(...MEMBERS), fc.option(fc.constantFrom(...ODD), { nil: undefined }))
  // Another text would be a valid code: only the service knows its codes.
  .map(([name, value]) => [name, name === "value" && typeof value === "string" ? undefined : value] as const)
  .map(
    ([name, value]): Mutation => ({
      name: `${name} ${value === undefined ? "absent" : JSON.stringify(value).slice(0, 20)}`,
      of: withMember([name], () => value),
    }),
  );
const cut = fc.double({ min: 0, max: 1, noNaN: true }).map(
  (share): Mutation => ({
    name: `cut at ${share.toFixed(2)}`,
    of: (body) => body.slice(0, Math.floor(body.length * share)),
  }),
);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...whole) },
  { weight: 2, arbitrary: state },
  { weight: 4, arbitrary: member },
  { weight: 1, arbitrary: cut },
);

/** The changed answers: those of one operation, by the end of its path. */
export const TARGETS = {
  token: /\/oauth\/token$/,
  promotion: /\/promotions\/\d+$/,
  rewards: /\/rewards(\/[^/]+)?$/,
  list: /\/promotions\/\d+\/redemptions$/,
  redemption: /\/redemptions\/[^/]+$/,
  book: /\/book$/,
  redeem: /\/actions\/redeem$/,
  everything: /./,
} as const;
