/** The options of a simulated service, and their defaults. */
import type { Hono } from "hono";
import { type Clock, MINUTE } from "./clock.ts";
import type { Snapshot } from "./snapshot.ts";

export type Form<F> = F | "both";

export interface FulfillmentOptions {
  /** Default: the machine's clock. The service's own clock follows it; `control` can move it ahead. */
  readonly clock?: Clock;
  /** Determines ids, codes, PINs and tokens. */
  readonly seed?: string | number;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Where the API is mounted: `{base_url}` is the public address plus this path. */
  readonly basePath?: string;
  /** Where the token service is mounted. */
  readonly authPath?: string;
  /** The address of logos, documents and links; a function if it is known only later. */
  readonly publicUrl?: string | (() => string);
  readonly tokenLifetimeSeconds?: number;
  /** The strict rate limit of the token endpoint; the interface shows no number. */
  readonly tokenLimit?: { readonly requests: number; readonly windowMs: number };
  /** Default and maximum `per_page` of every list; the interface shows none. */
  readonly pageSize?: number;
  readonly holdMs?: number;
  /**
   * The form of path that the service knows, for the two operations that the interface shows in two forms; default:
   * both.
   */
  readonly createForm?: Form<"reward_in_body" | "reward_in_path">;
  readonly createAndRedeemForm?: Form<"plain" | "actions">;
  /** `testing` of redemptions whose promotion has no setting. */
  readonly testing?: boolean;
  /** Whether the last code of a stock is followed by as many as there were at first; default: it is sold out. */
  readonly refill?: boolean;
  /** Where records are saved for the next start; absent: records end with the process. */
  readonly snapshot?: Snapshot;
  /** How the fault `slow` waits. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** What its control does to forget everything, where more than this service has to; default: nothing more. */
  readonly startOver?: () => Promise<void>;
  /** What else its address serves, before its own routes: may also change its pages. */
  readonly around?: Hono;
}

export interface Settings
  extends Required<Omit<FulfillmentOptions, "publicUrl" | "snapshot" | "startOver" | "around">> {
  readonly publicUrl: () => string;
  readonly snapshot: Snapshot | undefined;
}

/** Printed by the stand-alone script. These credentials work for the simulated service only. */
export const DEMO_API_KEY = "demo-api-key";
export const DEMO_API_SECRET = "demo-api-secret-for-the-simulated-service";

const path = (value: string) => {
  const trimmed = value.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
};

export function withDefaults(options: FulfillmentOptions): Settings {
  const { publicUrl = "http://localhost" } = options;
  return {
    clock: options.clock ?? { now: () => Date.now() },
    seed: options.seed ?? "linden",
    apiKey: options.apiKey ?? DEMO_API_KEY,
    apiSecret: options.apiSecret ?? DEMO_API_SECRET,
    basePath: path(options.basePath ?? "/api"),
    authPath: path(options.authPath ?? "/auth"),
    publicUrl: () => (typeof publicUrl === "string" ? publicUrl : publicUrl()).replace(/\/+$/, ""),
    tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 7200,
    tokenLimit: options.tokenLimit ?? { requests: 5, windowMs: MINUTE },
    pageSize: options.pageSize ?? 25,
    holdMs: options.holdMs ?? 30 * MINUTE,
    createForm: options.createForm ?? "both",
    createAndRedeemForm: options.createAndRedeemForm ?? "both",
    testing: options.testing ?? true,
    refill: options.refill ?? false,
    snapshot: options.snapshot,
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
}
