/** The conformance suite against a simulated service in the same process, on a clock that only calls and waits move. */
import {
  type Control,
  FOREIGN_REDEMPTION,
  FOREIGN_SKU,
  type FulfillmentOptions,
  PROMOTIONS,
  virtualClock,
} from "../../demo/fulfillment/app.ts";
import { command, type Surroundings } from "../conformance/command.ts";
import { createDeviating, type Deviation } from "../conformance/deviations/deviations.ts";
import type { Clock, Fetch } from "../conformance/exchange.ts";
import { type Options, optionsFrom, readValues } from "../conformance/options.ts";
import type { Report } from "../conformance/report.ts";
import { type PreparedRun, prepareRun, type RunOptions } from "../conformance/run.ts";

export const CREDENTIALS = {
  FULFILLMENT_API_KEY: "key-of-the-suite",
  FULFILLMENT_API_SECRET: "secret-of-the-suite-c0ffee",
};
export const EMAIL = "suite@user.example";

const ADDRESSES = ["--base-url", "http://localhost/api", "--auth-url", "http://localhost/auth/"];

/** A request takes a second, so that no two redemptions have the same times. */
const REQUEST_MS = 1000;

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Suite {
  readonly control: Control;
  readonly options: Options;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Every request that was sent, oldest first. */
  readonly sent: Sent[];
  /** Values that no report may contain: tokens, codes, links, the secret, e-mail addresses. */
  secrets(): string[];
  prepare(own?: Partial<RunOptions>): Promise<PreparedRun>;
}

/** All features of the suite, on the promotion with every shape, with time that can be moved freely. */
export const EVERYTHING = ["--bill", "--promotion", String(PROMOTIONS.main)];
/** One resource of another client, of each kind. */
export const FOREIGN = [
  ...["--foreign-promotion", String(PROMOTIONS.foreign)],
  ...["--foreign-sku", FOREIGN_SKU],
  ...["--foreign-redemption", FOREIGN_REDEMPTION],
];
export const IN_FULL = [...EVERYTHING, ...FOREIGN];

/** @param deviation how the service breaks the interface; without one it keeps it */
export function suite(
  args: readonly string[] = IN_FULL,
  service: FulfillmentOptions = {},
  deviation?: Deviation,
): Suite {
  const settings = {
    clock: virtualClock(),
    publicUrl: "https://simulated.example",
    apiKey: CREDENTIALS.FULFILLMENT_API_KEY,
    apiSecret: CREDENTIALS.FULFILLMENT_API_SECRET,
    ...service,
  };
  const { app, control } = createDeviating(settings, deviation);
  const options = optionsFrom(readValues([...ADDRESSES, "--email", EMAIL, ...args]), CREDENTIALS);
  const sent: Sent[] = [];
  const tokens: string[] = [];
  const clock: Clock = { now: () => control.now(), pause: async (ms) => control.advance(ms) };

  const fetch: Fetch = async (url, init) => {
    control.advance(REQUEST_MS);
    const request = new Request(url, init);
    sent.push({
      method: request.method,
      path: new URL(url).pathname,
      headers: request.headers,
      body: typeof init.body === "string" ? init.body : "",
    });
    const response = await app.fetch(request);
    if (url.endsWith("/oauth/token")) {
      const { access_token } = (await response.clone().json()) as { access_token?: string };
      if (access_token !== undefined) tokens.push(access_token);
    }
    return response;
  };

  return {
    control,
    options,
    fetch,
    clock,
    sent,
    secrets: () => [
      CREDENTIALS.FULFILLMENT_API_SECRET,
      EMAIL,
      "api@linden.example",
      ...tokens,
      ...control.codes().flatMap(({ codes }) => codes.map(({ value }) => value)),
      ...control.redemptions().flatMap(({ flowKey, documentKey }) => [flowKey, documentKey]),
    ],
    prepare: (own = {}) =>
      prepareRun({
        ...options,
        allowed: { ...options.allowed, longestWaitMs: Number.POSITIVE_INFINITY },
        fetch,
        clock,
        ...own,
      }),
  };
}

export const run = async (one: Suite, own?: Partial<RunOptions>): Promise<Report> =>
  (await one.prepare(own)).execute();

/** The ids of a report's checks with one result. */
export const idsOf = (report: Report, result: Report["checks"][number]["result"]): string[] =>
  report.checks.filter((check) => check.result === result).map(({ id }) => id);

/** Runs the command in this process, against a service of its own. A later option of the same name wins. */
export async function ran(args: readonly string[], own: Partial<Surroundings> = {}, one = suite()) {
  let [out, err] = ["", ""];
  const code = await command([...ADDRESSES, ...args], {
    env: CREDENTIALS,
    fetch: one.fetch,
    clock: one.clock,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...own,
  });
  return { code, out, err, one };
}
