/**
 * Opens a sandbox: the token server with a ledger in memory, the simulated fulfillment service behind it, and a site with a backend.
 * Pages of the demo hurt the server in it; `sandbox.ts` is what others are given.
 */
import { z } from "zod";
import { Memory, openMemoryLedger } from "../../server/ledger/memory.ts";
import { createLog } from "../../server/observing/log.ts";
import { createServer, type Server } from "../../server/server.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { type Clock, movedBy, systemClock } from "../../server/tools/clock.ts";
import {
  type Control,
  createFulfillment,
  DEMO_API_KEY,
  DEMO_API_SECRET,
  PROMOTIONS,
} from "../fulfillment/app.ts";
import type { TokenServer } from "../proof/token-server.ts";
import { pageRequest } from "./page-request.ts";
import { planOf } from "./plan.ts";
import { SandboxRefusal } from "./refusal.ts";
import { shownIn } from "./shown.ts";
import type {
  Sandbox,
  SandboxControl,
  SandboxEvent,
  SandboxOptions,
  SandboxSession,
  SandboxSessionAnswer,
} from "./types.ts";
import { type Answer, Life, Losses, unreachable, wayTo } from "./ways.ts";

/** Names that are nobody's. Source: RFC 2606. */
const SERVER = "https://rewards.sandbox.invalid";
const SERVICE = "https://service.sandbox.invalid";
const SITE = "https://site.sandbox.invalid";
const HOOK = `${SITE}/webhook`;
export const ASKED = `${SITE}/authorize`;

const SITE_ID = "sandbox";
const SITE_KEY = "the-key-of-the-sandbox-which-opens-nothing-else";
const SECRET = `whsec_${btoa("the secret of the sandbox, of 40 letters")}`;

/** What of an address is the token server's own: any page may ask, at any address. */
const ROUTE = /\/(?:v1|images|widget|healthz|readyz|openapi\.json)\b.*$/;

const OPERATOR_KEY = "the-key-of-the-sandbox-for-its-numbers-alone";
/** A request with one of the keys comes from no page. */
const KEYS = [SITE_KEY, OPERATOR_KEY].map((key) => `Bearer ${key}`);
const originOf = (headers: Headers): string | undefined =>
  KEYS.includes(headers.get("Authorization") ?? "") ? undefined : SITE;

/** What the demo's pages in a tab need beyond the options of a sandbox. */
export interface OpenOptions extends SandboxOptions {
  /** Of the service's ids, codes and keys; default: those of every sandbox. */
  readonly seed?: string;
  /** The site's backend, in place of one that only collects: gets webhooks, and at {@link ASKED} the questions. */
  readonly site?: Answer;
}

/** A sandbox, and what the demo's pages in a tab need beside it. */
export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly control: Control;
  /** The token server, to be hurt. */
  readonly server: TokenServer;
  /** The site that the token server knows: its id, its page's origin, its keys, and the secret that signs what it is told. */
  readonly site: Readonly<Record<"id" | "origin" | "key" | "operatorKey" | "secret", string>>;
}

export async function openSandbox(options: OpenOptions = {}): Promise<OpenedSandbox> {
  const { now = Date.now, authorize, pages, seed } = options;
  const losses = { page: new Losses(), service: new Losses() };
  const { app: service, control } = createFulfillment({
    publicUrl: SERVICE,
    clock: { now },
    // For people who look around: no card is gone because somebody has taken the last one.
    ...(seed !== undefined && { seed, refill: true }),
  });
  const plan = planOf(options);
  const promotion = String(plan ? control.setUpPromotion(plan) : (options.promotion ?? PROMOTIONS.main));
  if (!control.promotions().some(({ id }) => String(id) === promotion))
    throw new Error(`createSandbox: there is no promotion "${promotion}"; "${PROMOTIONS.main}" is one`);
  const fault: SandboxControl["fault"] = (asked) => {
    try {
      return control.fault(asked as never);
    } catch (error) {
      throw error instanceof z.ZodError ? new Error(`fault: ${z.prettifyError(error)}`) : error;
    }
  };
  for (const each of options.faults ?? []) fault(each);
  const time = (): number => control.now();
  const clock: Clock = { ...movedBy(() => control.offset()), now: time };

  const events: SandboxEvent[] = [];
  const collect = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as SandboxEvent;
    if (request.url !== ASKED) return new Response(null, { status: events.push(body) ? 204 : 500 });
    return Response.json(authorize?.(body.data) ?? { decision: "allow" });
  };
  const toSite = wayTo(options.site ?? collect);
  const toService = wayTo((request) => service.fetch(request), losses.service);
  let memory = new Memory();
  let copy = new Memory();
  let line = new Life();
  /** While it runs, and from the moment in which it starts. */
  let running: { readonly server: Server; readonly life: Life } | undefined;
  let started: Promise<void> | undefined;

  async function launch(more: Readonly<Record<string, string>>): Promise<void> {
    const settings = parseSettings({
      DATABASE_URL: "memory:",
      OPERATOR_KEY,
      SITES: JSON.stringify([
        {
          ...{ id: SITE_ID, key: SITE_KEY, origins: [SITE] },
          webhook: { url: HOOK, secret: SECRET },
          ...((authorize || options.site) && { authorize: { url: ASKED, secret: SECRET } }),
        },
      ]),
    });
    // Read here: the settings take no time that has not come by the machine's own clock.
    const { LEDGER_RECOVERED_AT } = more;
    const life = new Life();
    const [sites, calls] = [life.bound(toSite), life.bound(toService)];
    const server = await createServer({
      settings: {
        ...settings,
        ...(LEDGER_RECOVERED_AT && { ledgerRecoveredAt: Date.parse(LEDGER_RECOVERED_AT) }),
        publicUrl: SERVER,
        fulfillment: {
          ...{ baseUrl: `${SERVICE}/api`, authUrl: `${SERVICE}/auth` },
          ...{ apiKey: DEMO_API_KEY, apiSecret: DEMO_API_SECRET },
        },
      },
      environment: "simulated",
      ledgerOwner: "simulated",
      version: "sandbox",
      clock,
      log: createLog("info", systemClock, options.log ?? (() => {})),
      network: { service: calls, sites, pictures: calls, close: async () => {} },
      ledger: life.ofLedger(openMemoryLedger(time, memory)),
    });
    server.start();
    running = { server, life };
  }
  const start = (more = {}): Promise<void> => {
    started ??= launch(more);
    return started;
  };
  /** As a crash does: whatever was under way goes no further. */
  function kill(): void {
    running?.life.end();
    running?.server.stop().catch(() => {});
    running = undefined;
    started = undefined;
  }
  await start();
  /** What the running server answers, over the line of the page. */
  const answered = (request: Request): Promise<Response> =>
    running ? line.of(running.life.of(running.server.app.fetch(request))) : Promise.reject(unreachable());

  const shown = shownIn({ server: SERVER, service: SERVICE, pages }, (url) => answered(new Request(url)));
  const arrivesAt = (url: string): string => {
    if (pages !== undefined && url.startsWith(`${pages}#/`)) return url.replace(`${pages}#`, SERVICE);
    return url.startsWith(`${SERVICE}/`) ? url : `${SERVER}${ROUTE.exec(url)?.[0] ?? "/"}`;
  };
  const fetch: Sandbox["fetch"] = async (input, init = {}) => {
    const { signal = input instanceof Request ? input.signal : null } = init;
    signal?.throwIfAborted();
    const request = await pageRequest(input, init, arrivesAt, originOf);
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    if (request.url.startsWith(SERVICE)) return Promise.race([service.fetch(request), aborted]);
    const response = await Promise.race([answered(request), aborted]);
    if (losses.page.take()) throw unreachable();
    return shown(response);
  };

  let orders = 0;
  async function session(members: SandboxSession = {}): Promise<SandboxSessionAnswer> {
    const { grant_id, rewards_of, user } = members;
    const ofOrder = {
      ...(grant_id === undefined && { order_id: `order-${++orders}` }),
      promotion_id: promotion,
      ...members,
      user: { email: "user@example.com", ...user },
    };
    const body = rewards_of === undefined ? ofOrder : members;
    const answer = await answered(
      new Request(`${SERVER}/v1/sessions`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const { data, ...problem } = (await answer.json()) as { data: SandboxSessionAnswer; code?: string };
    if (!answer.ok) throw new SandboxRefusal(problem);
    return data;
  }

  const controlled: SandboxControl = {
    get calls() {
      return control.calls;
    },
    codes: () => control.codes(),
    outbox: () => control.outbox().map(({ to, subject, url }) => ({ to, subject, url })),
    fault,
    clearFaults: (id) => control.clearFaults(id),
    loseAnswers(way, times = 1) {
      if (!(way in losses)) throw new Error(`loseAnswers: "page" or "service", and not "${way}"`);
      losses[way].lose(times);
    },
    now: time,
    advance: (ms) => control.advance(ms),
    setStock: (sku, quantity) => control.setStock(sku, quantity),
    setRewardStatus: (sku, change) => control.setRewardStatus(sku, change),
    endPromotion: (id) => control.endPromotion(Number(id)),
    openLink: (id) => control.openLink(id),
  };
  const sandbox: Sandbox = {
    ...{ fetch, server: SERVER, key: SITE_KEY, session, events, control: controlled },
    async close() {
      await running?.server.stop();
      await running?.server.close();
    },
  };
  const server: TokenServer = {
    url: SERVER,
    get isRunning() {
      return running !== undefined;
    },
    get isCut() {
      return line.isOver;
    },
    set isCut(cut) {
      line.end();
      if (!cut) line = new Life();
    },
    start,
    kill,
    // Its clock is the service's.
    setClock() {},
    async fetch(path, init) {
      if (!running) throw unreachable();
      const { server, life } = running;
      return life.of(server.app.fetch(await pageRequest(SERVER + path, init, (url) => url, originOf)));
    },
    copyLedger() {
      copy = structuredClone(memory);
    },
    putBackLedger() {
      memory = structuredClone(copy);
    },
    forget() {
      kill();
      memory = new Memory();
      server.isCut = false;
    },
    close: sandbox.close,
  };
  const of = { id: SITE_ID, origin: SITE, key: SITE_KEY, operatorKey: OPERATOR_KEY, secret: SECRET };
  return { sandbox, control, server, site: of };
}
