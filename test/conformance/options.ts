/** The command's options and the two settings of its environment. Nothing else is read. */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ASSUMED_PATHS, type CreateForm, type DeliverForm, type Paths } from "./api.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks/all.ts";
import type { Key } from "./credentials.ts";
import { HOLD_WAIT_MS } from "./limits.ts";
import type { Allowed } from "./needs.ts";
import { OTHER_EMAIL } from "./plan.ts";
import type { Wanted } from "./target.ts";

/** Wrong use of the command. The message is one line and shows no secret. */
export class UsageError extends Error {}

export interface Options {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly key: Key;
  readonly wanted: Wanted;
  readonly allowed: Allowed;
  readonly email: string;
  readonly run: string;
  readonly paths: Paths;
  readonly createForm: CreateForm | undefined;
  readonly deliverForm: DeliverForm | undefined;
  readonly checks: readonly Check[];
  readonly json: boolean;
  readonly dryRun: boolean;
}

export const OPTIONS = {
  "base-url": { type: "string" },
  "auth-url": { type: "string" },
  auth: { type: "string", default: "oauth" },
  promotion: { type: "string" },
  client: { type: "string" },
  sku: { type: "string" },
  "free-value-sku": { type: "string" },
  "foreign-promotion": { type: "string" },
  "foreign-sku": { type: "string" },
  "foreign-redemption": { type: "string" },
  email: { type: "string", default: "conformance@example.com" },
  run: { type: "string" },
  create: { type: "boolean", default: false },
  bill: { type: "boolean", default: false },
  production: { type: "boolean", default: false },
  wait: { type: "boolean", default: false },
  only: { type: "string", multiple: true, default: [] as string[] },
  "create-form": { type: "string" },
  "create-and-redeem-form": { type: "string" },
  "discounts-path": { type: "string" },
  "clients-path": { type: "string" },
  "client-path": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Parses the options with node's parser. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new UsageError((error instanceof Error ? error.message : "unreadable options").split("\n")[0]);
  }
}

export type Values = ReturnType<typeof parse>;
export const readValues = parse;

/** https, or http on this machine; no credentials, query or fragment; without a slash at the end. */
function address(name: string, value: string | undefined): URL {
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  if (!URL.canParse(value)) throw new UsageError(`--${name} must be an address such as https://api.example`);
  const url = new URL(value);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new UsageError(`--${name} must be https, or http on this machine`);
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError(`--${name} must have no user, query or fragment`);
  return url;
}

const bare = (url: URL) => url.href.replace(/\/+$/, "");

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  values: readonly T[],
): T | undefined {
  const found = values.find((each) => each === value);
  if (value !== undefined && found === undefined)
    throw new UsageError(`--${name} must be one of ${values.join(", ")}`);
  return found;
}

function matching(name: string, value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw new UsageError(`--${name} must be ${what}`);
  return value;
}

function keyFrom(env: NodeJS.ProcessEnv): Key {
  const { FULFILLMENT_API_KEY: key, FULFILLMENT_API_SECRET: secret } = env;
  if (!key || !secret)
    throw new UsageError("FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET must be set in the environment");
  return { key, secret };
}

function checksOf(only: readonly string[]): readonly Check[] {
  const unknown = only.find((each) => !CHECKS.some(({ id }) => id.startsWith(each)));
  if (unknown !== undefined) throw new UsageError(`--only ${unknown}: no check begins with that`);
  return only.length === 0 ? CHECKS : CHECKS.filter(({ id }) => only.some((each) => id.startsWith(each)));
}

function pathsOf(values: Values): Paths {
  const named: Partial<Record<keyof Paths, string>> = {};
  for (const name of ["discounts", "clients", "client"] as const) {
    const value = values[`${name}-path`];
    if (value !== undefined)
      named[name] = matching(`${name}-path`, value, /^\/\S+$/, "a path that begins with /");
  }
  if (named.client !== undefined && !named.client.includes("{client_id}"))
    throw new UsageError("--client-path must contain {client_id}");
  return { ...ASSUMED_PATHS, ...named };
}

/** Codes of the real service cost money, so making orders there needs an explicit option. */
function requireSandbox(values: Values, authUrl: URL): void {
  if (!(values.create || values.bill) || values.production) return;
  if (!isLoopback(authUrl.hostname) && !/sandbox/i.test(authUrl.hostname))
    throw new UsageError(
      "the token address has no sandbox marker: --create and --bill need --production as well",
    );
}

/** The user of the orders, who must differ from the other user in the checks. */
function emailOf(values: Values): string {
  const email = matching("email", values.email, /^[^\s@]+@[^\s@]+$/, "an e-mail address");
  if (email.toLowerCase() === OTHER_EMAIL)
    throw new UsageError(`--email must be another one than ${OTHER_EMAIL}, which the suite uses itself`);
  return email;
}

/** An id that no earlier run had: the day and a random part. */
const newRunId = () =>
  `${new Date().toISOString().slice(0, 10).replaceAll("-", "")}-${randomBytes(4).toString("hex")}`;

/**
 * The options of a run.
 * @throws UsageError
 */
export function optionsFrom(values: Values, env: NodeJS.ProcessEnv): Options {
  const baseUrl = address("base-url", values["base-url"]);
  const authUrl = address("auth-url", values["auth-url"]);
  const create = values.create || values.bill;
  if (create && values.promotion === undefined)
    throw new UsageError("--create and --bill need --promotion: orders are made in one promotion only");
  requireSandbox(values, authUrl);
  return {
    baseUrl: bare(baseUrl),
    authUrl: bare(authUrl),
    key: keyFrom(env),
    wanted: {
      promotion: values.promotion,
      client: values.client,
      foreignPromotion: values["foreign-promotion"],
      foreignSku: values["foreign-sku"],
      foreignRedemption: values["foreign-redemption"],
      sku: values.sku,
      freeValueSku: values["free-value-sku"],
    },
    allowed: {
      auth: oneOf("auth", values.auth, ["oauth", "headers"]) ?? "oauth",
      create,
      bill: values.bill,
      longestWaitMs: values.wait ? HOLD_WAIT_MS : 0,
    },
    email: emailOf(values),
    run: matching(
      "run",
      values.run ?? newRunId(),
      /^[A-Za-z0-9-]{1,24}$/,
      "1 to 24 letters, digits or hyphens",
    ),
    paths: pathsOf(values),
    createForm: oneOf("create-form", values["create-form"], ["reward_in_body", "reward_in_path"]),
    deliverForm: oneOf("create-and-redeem-form", values["create-and-redeem-form"], ["plain", "actions"]),
    checks: checksOf(values.only),
    json: values.json,
    dryRun: values["dry-run"],
  };
}
