/**
 * The whole product in one module, without a network: the token server with a ledger in memory, the simulated fulfillment service
 * behind it, and a site with a backend. For pages, tests and documents that need no server. Source: docs/start/testing.md.
 */
import { openMemoryLedger } from "../../server/ledger/memory.ts";
import { createLog } from "../../server/observing/log.ts";
import { createServer } from "../../server/server.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { type Clock, movedBy, systemClock } from "../../server/tools/clock.ts";
import { createFulfillment, DEMO_API_KEY, DEMO_API_SECRET, PROMOTIONS } from "../fulfillment/app.ts";
import { pageRequest } from "./page-request.ts";
import { planOf } from "./plan.ts";
import { shownIn } from "./shown.ts";
import type {
  Sandbox,
  SandboxControl,
  SandboxEvent,
  SandboxOptions,
  SandboxSession,
  SandboxSessionAnswer,
} from "./types.ts";
import { Losses, wayTo } from "./ways.ts";

export type * from "./types.ts";

/** Names that are nobody's. Source: RFC 2606. */
const SERVER = "https://rewards.sandbox.invalid";
const SERVICE = "https://service.sandbox.invalid";
const SITE = "https://site.sandbox.invalid";
const HOOK = `${SITE}/webhook`;
const ASKED = `${SITE}/authorize`;

const SITE_KEY = "the-key-of-the-sandbox-which-opens-nothing-else";
const SECRET = `whsec_${btoa("the secret of the sandbox, of 40 letters")}`;

/** What of an address is the token server's own: any page may ask, at any address. */
const ROUTE = /\/(?:v1|images|widget|healthz|readyz|openapi\.json)\b.*$/;

/** A request with the site's key comes from its backend. */
const originOf = (headers: Headers): string | undefined =>
  headers.get("Authorization") === `Bearer ${SITE_KEY}` ? undefined : SITE;

/** The server refused a session. `code` is one of its problem codes. */
export class SandboxRefusal extends Error {
  override readonly name = "SandboxRefusal";
  readonly code: string;
  /** @internal */
  constructor({ code = "unexpected", detail = "" }) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** Starts a sandbox. Several stand beside each other and share nothing. @throws Error if `promotion` or `rewards` cannot be */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now = Date.now, authorize, pages } = options;
  const losses = { page: new Losses(), service: new Losses() };
  const { app: service, control } = createFulfillment({ publicUrl: SERVICE, clock: { now } });
  const plan = planOf(options);
  const promotion = String(plan ? control.setUpPromotion(plan) : (options.promotion ?? PROMOTIONS.main));
  for (const fault of options.faults ?? []) control.fault(fault as never);
  const time = (): number => control.now();
  const clock: Clock = { ...movedBy(() => control.offset()), now: time };

  const events: SandboxEvent[] = [];
  const site = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as SandboxEvent;
    if (request.url !== ASKED) return new Response(null, { status: events.push(body) ? 204 : 500 });
    return Response.json(authorize?.(body.data) ?? { decision: "allow" });
  };
  const settings = parseSettings({
    DATABASE_URL: "memory:",
    SITES: JSON.stringify([
      {
        ...{ id: "sandbox", key: SITE_KEY, origins: [SITE] },
        webhook: { url: HOOK, secret: SECRET },
        ...(authorize && { authorize: { url: ASKED, secret: SECRET } }),
      },
    ]),
  });
  const toSite = wayTo(site);
  const toService = wayTo((request) => service.fetch(request), losses.service);
  const server = await createServer({
    settings: {
      ...settings,
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
    network: { service: toService, sites: toSite, pictures: toService, close: async () => {} },
    ledger: openMemoryLedger(time),
  });
  server.start();

  const shown = shownIn({ server: SERVER, service: SERVICE, pages }, (url) => server.app.request(url));
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
    const response = await Promise.race([server.app.fetch(request), aborted]);
    if (losses.page.take()) throw new TypeError("Failed to fetch");
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
    const answer = await server.app.request(`${SERVER}/v1/sessions`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
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
    fault: (fault) => control.fault(fault as never),
    clearFaults: (id) => control.clearFaults(id),
    loseAnswers: (way, times = 1) => losses[way].lose(times),
    now: time,
    advance: (ms) => control.advance(ms),
    setStock: (sku, quantity) => control.setStock(sku, quantity),
    setRewardStatus: (sku, change) => control.setRewardStatus(sku, change),
    endPromotion: (id) => control.endPromotion(Number(id)),
    openLink: (id) => control.openLink(id),
  };
  return {
    ...{ fetch, server: SERVER, key: SITE_KEY, session, events, control: controlled },
    async close() {
      await server.stop();
      await server.close();
    },
  };
}
