/** Several token servers on one ledger, and the simulated service, each a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { CodeRecord } from "../../demo/fulfillment/standings.ts";
import { childEnv } from "../support/child-env.ts";
import { freePort } from "../support/free-port.ts";
import type { StopAt } from "./points.ts";

const ROOT = resolve(import.meta.dirname, "../..");
export const ORIGIN = "https://shop.example";
export const SITE_KEY = "site-key-of-the-shop-0123456789abcdef";
export const OPERATOR_KEY = "operator-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc";

export interface Instance {
  readonly url: string;
  readonly pid: number;
  /** Resolves with the signal or code that ended it. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
  /** The messages of its log so far. */
  said(): readonly string[];
  kill(signal: NodeJS.Signals): void;
}

export interface Call {
  /** Counts from 1 in order of arrival. */
  readonly seq: number;
  readonly operation: string;
  readonly order_id?: string | null;
  readonly at: number;
  readonly status: unknown;
  /** The kind of the injected fault. */
  readonly fault?: string;
  /** What the call changed. */
  readonly effect?: string;
}

/** A redemption as the service has it, and the mail with its link where one was sent. */
export interface Standing {
  readonly id: string;
  readonly orderId: string;
  readonly state: string;
  /** The end user's link, whether or not it was given to anybody. */
  readonly flow_url: string;
}
export interface Mail {
  readonly redemptionId: string;
  readonly to: string;
  readonly url: string;
}

/** The simulated service's process. */
export interface Service {
  readonly pid: number;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Which code a token server runs, and where it listens. */
export interface Deployment {
  /** Folder of a release; by default this repository. */
  readonly root?: string;
  readonly port?: number;
  /** Arguments of Node; default: this repository's server. */
  readonly args?: readonly string[];
  /** Settings beside those of the cluster. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Cluster {
  readonly service: Service;
  /** Starts a token server; `stopAt` says where it is to stop, without it the server is the plain one. */
  start(stopAt?: StopAt, from?: Deployment): Promise<Instance>;
  /** What the service billed. */
  codes(): Promise<CodeRecord[]>;
  calls(): Promise<Call[]>;
  redemptions(): Promise<Standing[]>;
  mails(): Promise<Mail[]>;
  /** The end user opens the link of a redemption; the service refuses it where nothing is behind it. */
  openLink(redemptionId: string): Promise<void>;
  /** A hand inside the service, as its control routes allow. */
  control(path: string, init?: RequestInit): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * @param databaseUrl as the setting `DATABASE_URL` takes it
 * @param env settings of every server; with a `PUBLIC_URL` each is reached at a port of its own all the same
 */
export async function startCluster(databaseUrl: string, env: Record<string, string> = {}): Promise<Cluster> {
  const children = new Set<ChildProcess>();
  const run = (args: readonly string[], more: Record<string, string>, root = ROOT): ChildProcess => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: childEnv(more),
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    child.once("exit", () => children.delete(child));
    return child;
  };
  const close = async (): Promise<void> => {
    for (const child of children) {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    }
    await Promise.all([...children].map((child) => once(child, "exit")));
  };
  const fulfillment = run(["demo/fulfillment/index.ts"], { PORT: "0" });
  // Nobody could end it who was not given the cluster.
  const said = await firstText(fulfillment, /mailbox: /).catch(async (error) => {
    await close();
    throw error;
  });
  const read = (name: string): string => new RegExp(`^${name}=(\\S+)$`, "m").exec(said)?.[1] ?? "";
  const baseUrl = read("FULFILLMENT_BASE_URL");
  const controlUrl = `${new URL(baseUrl).origin}/control`;
  const control = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${controlUrl}${path}`, init);
    return ((await answer.json()) as { data: unknown }).data;
  };
  return {
    service: {
      pid: fulfillment.pid ?? 0,
      baseUrl,
      apiKey: read("FULFILLMENT_API_KEY"),
      apiSecret: read("FULFILLMENT_API_SECRET"),
    },
    async start(stopAt, from = {}) {
      const points = stopAt ? ["--import", "./test/processes/points.ts"] : [];
      // A server says where it is reached, which is then not where it listens.
      const port = from.port ?? (env.PUBLIC_URL === undefined ? 0 : await freePort());
      const settings = {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        FULFILLMENT_BASE_URL: baseUrl,
        FULFILLMENT_AUTH_URL: read("FULFILLMENT_AUTH_URL"),
        FULFILLMENT_API_KEY: read("FULFILLMENT_API_KEY"),
        FULFILLMENT_API_SECRET: read("FULFILLMENT_API_SECRET"),
        SITES: JSON.stringify([{ id: "shop", key: SITE_KEY, origins: [ORIGIN] }]),
        LIMIT_SESSION_PER_MINUTE: "100000",
        LIMIT_ADDRESS_PER_MINUTE: "1000000",
        LIMIT_SITE_PER_MINUTE: "1000000",
        OPERATOR_KEY,
        ...env,
        ...from.env,
        ...(stopAt && { STOP_AT: JSON.stringify(stopAt) }),
      };
      const child = run([...points, ...(from.args ?? ["server/index.ts"])], settings, from.root);
      let log = "";
      child.stdout?.on("data", (chunk) => {
        log += chunk;
      });
      const ended = once(child, "close").then(([code, signal]) => signal ?? code);
      const line = /\{[^\n]*"msg":"listening"[^\n]*\}/.exec(
        await firstText(child, /"msg":"listening"[^\n]*\n/),
      )?.[0];
      const { url } = JSON.parse(line ?? "{}") as { url: string };
      return {
        url: port === 0 ? url : `http://127.0.0.1:${port}`,
        pid: child.pid ?? 0,
        ended,
        said: () => Array.from(log.matchAll(/"msg":"([^"]*)"/g), ([, msg = ""]) => msg),
        kill: (signal) => void child.kill(signal),
      };
    },
    codes: async () => (await control("/codes")) as CodeRecord[],
    calls: async () => (await control("/calls")) as Call[],
    redemptions: async () => (await control("/redemptions")) as Standing[],
    mails: async () => (await control("/outbox")) as Mail[],
    async openLink(redemptionId) {
      const headers = { "Content-Type": "application/json" };
      await control(`/redemptions/${redemptionId}/open`, { method: "POST", headers, body: "{}" });
    },
    control,
    close,
  };
}

/** Far beyond what a start takes on a slow machine, ms. */
const START_WITHIN = 60_000;

/**
 * Everything a process wrote, once it matches; its outputs are read on, so that it never waits for a reader.
 * @throws when it ends before that, or does not say it in time
 */
async function firstText(child: ChildProcess, wanted: RegExp): Promise<string> {
  let text = "";
  let isFound = false;
  return new Promise<string>((found, failed) => {
    const timer = setTimeout(
      () => failed(new Error(`not within ${START_WITHIN} ms: ${wanted}: ${text.slice(-500)}`)),
      START_WITHIN,
    );
    child.stdout?.on("data", (chunk) => {
      // The log of a busy process is long.
      if (isFound) return;
      text += chunk;
      isFound = wanted.test(text);
      if (!isFound) return;
      clearTimeout(timer);
      found(text);
    });
    child.stderr?.on("data", (chunk) => {
      if (!isFound) text += chunk;
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      failed(new Error(`the process ended (${code}): ${text.slice(-500)}`));
    });
  });
}
