/**
 * Starts the token server: settings, parts, listening, stopping. Without credentials it starts the simulated
 * fulfillment service and the demo in the same process. Source: docs/server/settings.md.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isLoopbackHost } from "../shared/links.ts";
import { createHttpServer } from "./http/connections.ts";
import { problemResponse } from "./http/problem-response.ts";
import { LEDGER_FAULTS, ledgerFaultOf } from "./ledger/ledger-fault.ts";
import { openLedger } from "./ledger/open.ts";
import { removeLedger } from "./ledger/remove.ts";
import { createScheduledBackups, type ScheduledBackups } from "./ledger/scheduled-backups.ts";
import { openNetwork } from "./network.ts";
import { createLog, errorFields, LastLines, type Log, type LogFields } from "./observing/log.ts";
import { processMeasures } from "./observing/measures.ts";
import { type Tracing, untraced } from "./observing/tracing.ts";
import type { Inspection } from "./operators/inspection.ts";
import { Instances } from "./operators/instances.ts";
import { holdersIn, KeyHolders } from "./operators/key-holders.ts";
import { LedgerUnavailable } from "./problems/ledger-unavailable.ts";
import { lineForOperator, OperatorError } from "./problems/operator-error.ts";
import { ProblemError } from "./problems/problem.ts";
import { createServer, type Server } from "./server.ts";
import {
  environmentOf,
  parseSettings,
  SettingError,
  type Settings,
  type Site,
  TRACE_COLLECTOR,
} from "./settings/env.ts";
import { readEnvironment } from "./settings/environment.ts";
import { settingsInForce } from "./settings/in-force.ts";
import type { OperatorKey } from "./settings/operator-keys.ts";
import { type Rereadable, rereadSettings } from "./settings/reread.ts";
import {
  CONNECTIONS_OPEN_MAX,
  CONNECTIONS_PER_ADDRESS_MAX,
  DRAIN_FOR,
  EXAMINED_EVERY,
  POLL_AFTER,
  STOP_WITHIN,
} from "./timing.ts";
import { movedBy, systemClock } from "./tools/clock.ts";
import { collectGarbage } from "./tools/collect-garbage.ts";
import { readWidgetBuild } from "./widget/build.ts";

const ROOT = resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as { version: string };

/** The longest name of the demo's addresses, and two spaces. */
const DEMO_NAME_CHARS = 9;

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

const STATE_FILE = "simulated-fulfillment.json";

/** The simulated service keeps its state in a file beside the ledger, or only in memory like the ledger. */
function stateFileOf({ database }: Settings): string | undefined {
  if (database.kind === "memory") return undefined;
  return join(database.kind === "postgres" ? "data" : dirname(database.path), STATE_FILE);
}

/**
 * Starts the simulated service and the demo.
 * @throws OperatorError if the records of the simulated service cannot be read
 */
async function startSimulated(
  settings: Settings,
  publicUrl: string,
  serverUrl: string,
  startOver: () => Promise<void>,
) {
  const { startDemo, SnapshotUnreadable } = await import("../demo/index.ts");
  // With PORT=0 several servers may run on the machine: the demo takes any free ports, too.
  const firstPort = settings.port === 0 ? 0 : settings.port + 1;
  const stateFile = stateFileOf(settings);
  // What keeps its orders has some from the start; a test's memory begins empty.
  const hasSamples = stateFile !== undefined;
  const options = { publicUrl, serverUrl, firstPort, stateFile, hasSamples, startOver };
  return startDemo(options).catch((error) => {
    if (!(error instanceof SnapshotUnreadable)) throw error;
    const expected = "expected the records of the simulated fulfillment service";
    throw new OperatorError(`${STATE_FILE}: ${expected}; to begin anew, move this file and the ledger away`);
  });
}

const isPublic = ({ publicUrl }: Settings): boolean =>
  publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);

/** 32 characters, as the shortest key of the settings. */
const DEMO_KEY_BYTES = 24;

/** The operators of the settings; the demo without any makes itself a key, which opens nothing but the simulated service. */
function operatorsOf({ operators, fulfillment }: Settings): readonly OperatorKey[] {
  if (operators.length > 0 || fulfillment) return operators;
  return [{ name: "demo", key: randomBytes(DEMO_KEY_BYTES).toString("base64url"), role: "act" }];
}

function backupsOf({ backups, database }: Settings, log: Log): ScheduledBackups | undefined {
  if (!backups || database.kind !== "sqlite") return undefined;
  return createScheduledBackups({ ...backups, path: database.path, clock: systemClock, log });
}

/** Also where the packages for it are missing, the settings are at fault. */
async function tracingOf({ traceCollector }: Settings): Promise<Tracing> {
  if (traceCollector === undefined) return untraced;
  try {
    const { createTracing } = await import("./observing/open-telemetry.ts");
    return createTracing(version, traceCollector);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    const packages = TRACE_PACKAGES.join(" ");
    throw new SettingError(TRACE_COLLECTOR, `expected packages that are not here: npm install ${packages}`);
  }
}
const TRACE_PACKAGES = ["api", "exporter-trace-otlp-http", "resources", "sdk-trace-node"].map(
  (name) => `@opentelemetry/${name}`,
);

/** As many as tell of an evening without much traffic, or of the minutes before a fault. */
const LINES_IN_REPORT = 1_000;

/** @param settings as they are in force */
function inspectionOf(settings: () => Settings, last: LastLines, holders: KeyHolders): Inspection {
  /** The last one, which answers whoever asks meanwhile. */
  let running: ReturnType<Inspection["findings"]> | undefined;
  let began = Number.NEGATIVE_INFINITY;
  return {
    settings: () => settingsInForce(settings()),
    holders: () => holders.since(holdersIn(settings())),
    findings() {
      const now = systemClock.monotonic();
      if (running && now - began < EXAMINED_EVERY) return running;
      began = now;
      running = import("./commands/doctor.ts").then(({ examineAll }) => examineAll(process.env));
      return running;
    },
    lines: () => last.lines,
    system: { node: process.version, system: `${process.platform} ${process.arch}` },
  };
}

/** The answer between listening and being ready. */
function starting(): Response {
  const detail = "The server is starting. Ask again in a moment.";
  const requestId = randomUUID();
  const response = problemResponse(
    new ProblemError("upstream_unavailable", { detail, retryAfterMs: POLL_AFTER }),
    requestId,
  );
  response.headers.set("X-Request-Id", requestId);
  return response;
}

async function start(settings: Settings): Promise<void> {
  // The reader of the log may end; orders go on.
  process.stdout.on("error", () => {});
  // Files and pipes are written to at once: no line is lost at the end.
  const write = (line: string): void => void process.stdout.write(line);
  const last = new LastLines(LINES_IN_REPORT);
  const writeAndKeep = (line: string): void => {
    last.add(line);
    write(line);
  };
  // A person who starts the demo in a terminal reads its addresses; a log is for programs, and for those who ask for one.
  const isPerson = process.stdout.isTTY && !settings.fulfillment && process.env.LOG_LEVEL === undefined;
  const log = createLog(isPerson ? "warn" : settings.logLevel, systemClock, writeAndKeep);
  try {
    const { listening, demo } = await serve(settings, log, last);
    if (isPerson) {
      for (const [name, value] of Object.entries(demo)) write(`${name.padEnd(DEMO_NAME_CHARS)}${value}\n`);
      return;
    }
    // A secret, if only of the demo: written, and not kept for a report.
    if (demo.key !== undefined)
      createLog(settings.logLevel, systemClock, write).info(
        `demo: the operator's key of this start: ${demo.key}`,
      );
    // Independent of LOG_LEVEL: a start script or a supervisor waits for this line.
    createLog("info", systemClock, write).info("listening", listening);
  } catch (error) {
    // The line on standard error lacks the stack of an unexpected error.
    if (!(error instanceof OperatorError)) log.error("cannot start", errorFields(error));
    throw error;
  }
}

/** @returns the fields of the line `listening`, and the addresses and the key of the demo by name */
async function serve(
  settings: Settings,
  log: Log,
  last: LastLines,
): Promise<{ readonly listening: LogFields; readonly demo: Readonly<Record<string, string>> }> {
  const clock = systemClock;
  for (const { setting, expected } of settings.risks)
    log.warn(`unsafe setting: ${setting}: ${expected}; NODE_ENV=production would not start`);
  if (isPublic(settings) && !settings.production)
    log.warn("PUBLIC_URL is a public address without NODE_ENV=production, which refuses unsafe settings");
  if (settings.auth === "headers") {
    log.warn("header credentials are deprecated by the fulfillment service and will be removed");
  }

  const tracing = await tracingOf(settings);
  // The demo's site uses the server's own address, which with PORT=0 is known only after listening.
  let fetch: Fetch = starting;
  const measured = processMeasures();
  const { http, close } = createHttpServer((request, env) => fetch(request, env), {
    perAddress: settings.trustedProxies > 0 ? CONNECTIONS_OPEN_MAX : CONNECTIONS_PER_ADDRESS_MAX,
    count: measured.countRefusedConnection,
    clock,
    log,
  });
  await new Promise<void>((done, failed) => {
    http.once("error", failed);
    http.listen(settings.port, settings.host, done);
  }).catch(() => {
    throw new SettingError("PORT, HOST", "expected an address that is free to listen on");
  });
  const { port } = http.address() as AddressInfo;
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const localUrl = `http://${host}:${port}`;
  const publicUrl = settings.publicUrl ?? localUrl;
  const operators = operatorsOf(settings);
  if (operators.length === 0)
    log.warn("the operators' routes and metrics answer nobody: set OPERATOR_KEY or OPERATOR_KEYS");

  const simulated = settings.fulfillment
    ? undefined
    : await startSimulated(settings, publicUrl, localUrl, () => startOver());
  const fulfillment = settings.fulfillment ?? simulated?.fulfillment;
  if (!fulfillment) throw new SettingError("FULFILLMENT_BASE_URL", "expected an address");
  const taken = simulated?.sites.map(({ id }) => id) ?? [];
  if (settings.sites.some(({ id }) => taken.includes(id))) {
    const ids = taken.map((id) => `"${id}"`).join(" and ");
    throw new SettingError("SITES", `expected other ids than ${ids}, which the demonstration has`);
  }
  const withDemo = (own: readonly Site[]): readonly Site[] =>
    simulated ? [...own, ...simulated.sites] : own;
  let now: Rereadable = { sites: withDemo(settings.sites), operators };
  const inForce = (): Settings => ({ ...settings, ...now });
  let holders: KeyHolders;

  const environment = environmentOf(settings);
  const run = async (): Promise<Server> => {
    // A presenter who moves the time of the service moves that of the orders.
    const ofOrders = simulated ? movedBy(simulated.offset) : clock;
    const ledger = await openLedger(
      settings.database,
      log,
      settings,
      simulated && (() => Date.now() + simulated.offset()),
    );
    holders = new KeyHolders({ ledger, clock, log });
    await holders.note(holdersIn(inForce()));
    const server = await createServer({
      settings: { ...settings, ...now, fulfillment, publicUrl },
      environment,
      // The simulated service's records belong to the ledger, independent of its port.
      ledgerOwner: simulated ? "simulated" : fulfillment.baseUrl,
      widget: readWidgetBuild(resolve(ROOT, "dist")),
      version,
      log,
      processMeasures: measured.registry,
      network: openNetwork(settings, environment),
      backups: backupsOf(settings, log),
      tracing,
      inspection: inspectionOf(inForce, last, holders),
      instances: new Instances({
        ...{ ledger, clock: ofOrders, log, version },
        id: randomUUID(),
        name: hostname(),
      }),
      ...{ ledger, clock: ofOrders },
    });
    if (simulated) server.app.route("/", simulated.pages);
    fetch = server.app.fetch as Fetch;
    server.start();
    simulated?.play();
    return server;
  };
  let server = await run();
  const endReading = rereadSettings({
    environment: readEnvironment(process.env),
    first: now,
    read() {
      const next = parseSettings(readEnvironment(process.env));
      // The demo's own key stays for as long as there is no other; a key of the settings never comes back by itself.
      const isDemos = settings.operators.length === 0 && next.operators.length === 0;
      const keys = isDemos ? operators : next.operators;
      return { sites: withDemo(next.sites), operators: keys };
    },
    apply(next) {
      now = next;
      server.replace(next);
      void holders.note(holdersIn(inForce()));
    },
    log,
  });
  let beginning: Promise<void> | undefined;
  /** The demo as at its first start. Nothing of the process is used on: what was kept in memory goes with the ledger. */
  function startOver(): Promise<void> {
    beginning ??= (async () => {
      fetch = starting;
      await server.stop();
      await server.close();
      await removeLedger(settings.database);
      simulated?.forget();
      server = await run();
    })()
      .catch(async (error) => {
        log.error("the demo could not start over", errorFields(error));
        server = await run();
        throw error;
      })
      .finally(() => {
        beginning = undefined;
      });
    return beginning;
  }
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    endReading();
    log.info("stopping");
    setTimeout(() => process.exit(0), STOP_WITHIN).unref();
    if (settings.trustedProxies > 0) {
      // The proxy has to see that this instance is not ready before the server stops listening.
      server.drain();
      await clock.sleep(DRAIN_FOR);
    }
    await Promise.all([close(), server.stop()]);
    // Stopped again: a request under way may have started a call meanwhile.
    await server.stop();
    await server.close();
    await tracing.close();
    await simulated?.stop();
    log.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", errorFields(error)));
  for (const [name, url] of Object.entries(simulated?.addresses ?? {})) log.info(`demo: ${name}`, { url });
  const listening = { url: publicUrl, environment, version };
  // The operators' key that the demo made itself; see operatorsOf.
  const [own] = operators === settings.operators ? [] : operators;
  return { listening, demo: { ...simulated?.addresses, ...(own && { key: own.key }) } };
}

/** The reason of a failed start, in one line without a secret. */
function refusalOf(error: unknown): string {
  if (error instanceof LedgerUnavailable)
    return `DATABASE_URL: expected a ledger that can be worked with; ${LEDGER_FAULTS[ledgerFaultOf(error.reason)]}`;
  return error instanceof OperatorError ? error.message : `cannot start: ${lineForOperator(error)}`;
}

try {
  await start(parseSettings(readEnvironment(process.env)));
  collectGarbage();
} catch (error) {
  process.stderr.write(`${refusalOf(error)}\n`);
  process.exit(1);
}
