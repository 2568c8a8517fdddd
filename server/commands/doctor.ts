/**
 * `doctor`: tries what a start needs, part by part, and says what to do. It changes nothing, but for the tables that opening a
 * ledger renews, and asks the service for one token. A finding quotes no secret: only settings' names, ids, addresses, statuses, and
 * the name of the account.
 */

import { existsSync } from "node:fs";
import { createAuth } from "../fulfillment/auth.ts";
import { createFulfillmentClient, type Fulfillment } from "../fulfillment/client.ts";
import { CredentialStanding, isNoEndpoint, refusesCredentials } from "../fulfillment/credential-standing.ts";
import { causeOf, type Transport, TransportError } from "../fulfillment/transport.ts";
import { undiciTransport } from "../fulfillment/undici.ts";
import { checkOwner, type Ledger } from "../ledger/ledger.ts";
import { LedgerWentBack, openLedger } from "../ledger/open.ts";
import { copiesIn } from "../ledger/scheduled-backups.ts";
import type { Log, LogFields } from "../observing/log.ts";
import { BACKUP_LATE } from "../operators/warnings.ts";
import { lineForOperator } from "../problems/operator-error.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import {
  environmentOf,
  type FulfillmentSettings,
  parseSettings,
  type Settings,
  type Site,
  type Webhook,
} from "../settings/env.ts";
import { readEnvironment } from "../settings/environment.ts";
import type { Source } from "../settings/setting.ts";
import { CERTIFICATE_NOTICE, READ_TIMEOUT } from "../timing.ts";
import { systemClock } from "../tools/clock.ts";
import { receiverConnector, unreached } from "../webhooks/receivers.ts";
import { type Finding, note, ok, wrong } from "./findings.ts";

export async function* examine(environment: Source): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = parseSettings(readEnvironment(environment));
  } catch (error) {
    yield wrong("settings", lineForOperator(error));
    return;
  }
  const { sites, risks, fulfillment } = settings;
  yield ok(
    "settings",
    `${environmentOf(settings)} service, sites: ${sites.map(({ id }) => id).join(", ") || "none"}`,
  );
  for (const { setting, expected } of risks)
    yield note("settings", `${setting}: ${expected}; NODE_ENV=production would not start`);
  yield* examinePasses(settings);
  yield* examineBackups(settings);
  const { ledger, found } = await examineLedger(settings);
  yield found;
  try {
    for (const { site, off_since, off_reason } of (await ledger?.webhooks()) ?? [])
      if (off_since !== null && sites.some(({ id, webhook }) => id === site && webhook))
        yield note(
          `site ${site}`,
          `its webhook has been off since ${new Date(off_since).toISOString()} (${off_reason}): test it, then resume it (runbook, Webhooks)`,
        );
    for (const { id, webhook, authorize } of sites) {
      if (webhook) yield await examineReceiver(settings, id, "webhook", webhook);
      if (authorize) yield await examineReceiver(settings, id, "authorize", authorize);
    }
    if (fulfillment) yield* examineService(settings, fulfillment, ledger);
    else
      yield note(
        "service",
        "no credentials: serve starts the simulated service; for the real one set FULFILLMENT_BASE_URL, FULFILLMENT_AUTH_URL, FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET",
      );
  } finally {
    await ledger?.close();
  }
  yield await examinePublicUrl(settings.publicUrl);
}

/** Of a ledger in a file; PostgreSQL has its own tools. */
function* examineBackups({ database, backups, production }: Settings): Generator<Finding> {
  if (database.kind !== "sqlite") return;
  const part = "backup";
  if (!backups) {
    if (production) yield note(part, "no copies of the ledger are made: set BACKUP_EVERY and BACKUP_DIR");
    return;
  }
  const now = systemClock.now();
  const [last] = copiesIn(backups.folder, now);
  const isLate = !last || now - last.time > BACKUP_LATE * backups.every;
  const of = last ? `the last copy is of ${new Date(last.time).toISOString()}` : "there is no copy yet";
  yield (isLate ? note : ok)(part, of);
}

/** Of the kinds that are set up; that their parts fit together, the settings have shown. */
function* examinePasses({ passes: { apple, google } }: Settings): Generator<Finding> {
  if (apple) {
    const part = "passes for Apple Wallet";
    const left = apple.expiresAt - systemClock.now();
    const until = new Date(apple.expiresAt).toISOString();
    const renew = "have Apple issue another one, and set APPLE_PASS_CERTIFICATE and APPLE_PASS_KEY";
    if (left <= 0) yield wrong(part, `none is made: the certificate expired at ${until}; ${renew}`);
    else if (left < CERTIFICATE_NOTICE) yield note(part, `the certificate expires at ${until}: ${renew}`);
    else yield ok(part, `${apple.passType}, of the team ${apple.team}; the certificate expires at ${until}`);
  }
  if (google)
    yield ok("passes for Google Wallet", `of the issuer ${google.issuer}, signed by ${google.account}`);
}

/** What to do about the causes that have a remedy of their own. Source: Node.js, "X509 certificate error codes" and "Common system errors". */
function remedyOf(cause: string): string {
  if (cause === "CERT_HAS_EXPIRED" || cause === "CERT_NOT_YET_VALID")
    return "have its certificate renewed, and check this machine's clock";
  if (cause === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is of another name: correct the address, or the certificate";
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY|LEAF/.test(cause))
    return "this machine does not know who issued its certificate: have it send the whole chain, or name the certificate of your own authority in NODE_EXTRA_CA_CERTS";
  if (cause === "AddressRefused")
    return "the address is not public: name its network in WEBHOOK_NETWORKS for staging, or have a public one";
  if (cause === "ENOTFOUND" || cause === "EAI_AGAIN")
    return "the name is not known here: correct it, or this machine's resolver";
  return "check the address, and that this machine may reach it";
}

const RECEIVER = {
  webhook: {
    reached: "its receiver can be reached; POST /v1/webhooks/{site}/test sends it an event",
    unreached: "nothing can be delivered",
  },
  authorize: {
    reached: "the address that is asked before a confirmation can be reached",
    unreached: "no confirmation is possible, because the site cannot be asked",
  },
} as const;

async function examineReceiver(
  { fulfillment, webhookNetworks }: Settings,
  site: string,
  kind: "webhook" | "authorize",
  { url }: Webhook,
): Promise<Finding> {
  const part = `${kind} ${site}`;
  const environment = environmentOf({ fulfillment });
  const cause = await unreached(url, receiverConnector(environment, webhookNetworks));
  const says = RECEIVER[kind];
  return cause === undefined
    ? ok(part, says.reached)
    : wrong(part, `${says.unreached} (${cause}): ${remedyOf(cause)}`);
}

async function examineLedger(settings: Settings): Promise<{ ledger?: Ledger; found: Finding }> {
  const { database, fulfillment, ledgerRecoveredAt, isFailoverLossless } = settings;
  const part = "ledger";
  // A marker without its file is a lost ledger, which opening tells where nobody has said it.
  const isNew =
    database.kind === "sqlite" &&
    !existsSync(database.path) &&
    (ledgerRecoveredAt !== undefined || !existsSync(`${database.path}-made`));
  if (isNew) return { found: note(part, "DATABASE_URL: there is none yet; serve makes it") };
  let ledger: Ledger | undefined;
  try {
    ledger = await openLedger(database, silent, { isFailoverLossless, isTrial: true });
    await checkOwner(ledger, fulfillment?.baseUrl ?? "simulated");
    await ledger.probe();
    return { ledger, found: ok(part, `${database.kind} can be read and written`) };
  } catch (error) {
    await ledger?.close();
    // The start takes place, and sees to it.
    const told = error instanceof LedgerWentBack ? note : wrong;
    return { found: told(part, lineForOperator(error)) };
  }
}

async function* examineService(
  settings: Settings,
  service: FulfillmentSettings,
  ledger: Ledger | undefined,
): AsyncGenerator<Finding> {
  const last: LogFields = {};
  const log: Log = { ...silent, warn: (_, fields = {}) => Object.assign(last, fields) };
  const credentials = new CredentialStanding(silent);
  const clock = systemClock;
  const network = undiciTransport({ proxy: settings.proxy });
  let cause: string | undefined;
  const transport: Transport = async (request) => {
    cause = undefined;
    return network(request).catch((error) => {
      if (error instanceof TransportError && error.cause !== undefined) cause = causeOf(error.cause);
      throw error;
    });
  };
  const because = (finding: Finding): Finding =>
    finding.is === "ok" || cause === undefined
      ? finding
      : { ...finding, says: `${finding.says} (${cause}: ${remedyOf(cause)})` };
  const auth = createAuth({
    ...service,
    method: settings.auth,
    transport,
    // A token of the ledger would say nothing about the credentials.
    store: { get: async () => undefined, swapValue: async () => true },
    clock,
    log,
    credentials,
  });
  try {
    if (!(await auth.authorize())) {
      yield because(wrong("token", withoutToken(last)));
      return;
    }
    yield ok("token", settings.auth === "oauth" ? "the service gave one" : "none needed: header credentials");
    const { baseUrl } = service;
    const { paths } = settings;
    const client = createFulfillmentClient({ baseUrl, paths, transport, auth, clock, log, credentials });
    yield because(await examineAccount(client));
    for (const site of settings.sites) yield because(await examineSite(site, client, ledger));
    if (settings.sites.some(({ client_id }) => client_id !== undefined))
      yield because(await examineDiscounts(client));
  } finally {
    await network.close();
  }
}

/** @param fields of the line with which the token source reports its failure */
function withoutToken({ reason, status }: LogFields): string {
  if (refusesCredentials(status))
    return `the service refuses the credentials (${status}): compare FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET with those you were given for this FULFILLMENT_AUTH_URL`;
  if (isNoEndpoint(status))
    return `there is no token endpoint (${status}): correct FULFILLMENT_AUTH_URL, to which /oauth/token is added`;
  if (status === 429) return "the service was asked for too many tokens: wait some minutes, and ask again";
  if (status !== undefined)
    return `the answer is no token (${status}): check FULFILLMENT_AUTH_URL, or wait if the service is disturbed`;
  return `no answer (${reason}): check FULFILLMENT_AUTH_URL, FULFILLMENT_PROXY where there is one, and that this machine may reach them`;
}

/** Whose credentials these are. No order needs the account. */
async function examineAccount(client: Fulfillment): Promise<Finding> {
  const part = "account";
  try {
    const { id, name } = await client.getAccount();
    return ok(
      part,
      `the credentials are those of ${name === undefined ? id : `${JSON.stringify(name)} (${id})`}`,
    );
  } catch (error) {
    return note(part, `it cannot be told whose the credentials are: ${whyUnread(error)}`);
  }
}

/** No user is shown a discount: this tells whether the path is right, and how many rewards have one. */
async function examineDiscounts(client: Fulfillment): Promise<Finding> {
  const part = "discounts";
  try {
    const skus = new Set<string>();
    for await (const { sku } of client.listDiscounts()) skus.add(sku);
    return ok(part, `the service lists them for ${skus.size} rewards`);
  } catch (error) {
    const isPath = error instanceof UpstreamError && error.code === "not_found";
    const why = isPath
      ? "nothing is at FULFILLMENT_DISCOUNTS_PATH: ask for the service's path"
      : whyUnread(error);
    return note(part, why);
  }
}

async function examineSite(site: Site, client: Fulfillment, ledger: Ledger | undefined): Promise<Finding> {
  const part = `site ${site.id}`;
  let at = "";
  try {
    const ids = [...(site.promotions ?? [])];
    if (!site.promotions && site.client_id !== undefined) {
      at = `client ${site.client_id}`;
      for await (const { id } of client.listPromotions(site.client_id)) ids.push(id);
    } else if (!site.promotions && ledger) ids.push(...(await ledger.promotionsOf(site.id)));
    for (const id of ids) {
      at = `promotion ${id}`;
      await client.getPromotion(id);
    }
    if (ids.length > 0) return ok(part, `promotions ${ids.join(", ")} can be read`);
    return note(part, "no promotions are known: none in SITES, and no order yet");
  } catch (error) {
    const isUnknown = error instanceof UpstreamError && error.code === "not_found";
    const why = isUnknown ? "the service does not know it: correct its id in SITES" : whyUnread(error);
    return wrong(part, `${at}: ${why}`);
  }
}

const whyUnread = (error: unknown): string =>
  REFUSALS[error instanceof UpstreamError ? error.code : "unexpected"];

const REFUSALS = {
  not_found: "nothing is at its address: check FULFILLMENT_BASE_URL",
  forbidden: "the service denies access: ask its operator to allow these credentials",
  unavailable: "the service does not answer: check FULFILLMENT_BASE_URL, and that this machine may reach it",
  invalid: "the answer is not what the interface says: check FULFILLMENT_BASE_URL",
  unexpected: "could not be read",
} as const;

/** Browsers come this way, through whatever proxy stands in front. */
async function examinePublicUrl(publicUrl: string | undefined): Promise<Finding> {
  const part = "address";
  if (publicUrl === undefined)
    return note(part, "PUBLIC_URL is not set: browsers reach the server where it listens, and nowhere else");
  const asked = `${publicUrl}/healthz`;
  const doing = "start the server, and let the proxy in front pass everything below PUBLIC_URL";
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT);
    const response = await fetch(asked, { redirect: "manual", signal });
    const body = await response.text();
    if (response.ok && body.includes('"status":"ok"')) return ok(part, `${asked} answers`);
    return wrong(part, `${asked} answers ${response.status}, but not as this server: ${doing}`);
  } catch (error) {
    const cause = causeOf(error);
    // A name or certificate that is refused has a remedy of its own; a server that is not there has to be started.
    const remedy = /^(?:ECONNREFUSED|TimeoutError|ETIMEDOUT)$/.test(cause) ? doing : remedyOf(cause);
    return wrong(part, `${asked} does not answer (${cause}): ${remedy}`);
  }
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export async function examineAll(environment: Source): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const found of examine(environment)) findings.push(found);
  return findings;
}

/** How findings are written: a line each, as they come, or at the end all as one JSON document. */
export type Form = "lines" | "json";

/** @returns whether nothing is wrong */
export async function report(
  environment: Source,
  write: (text: string) => void,
  form: Form = "lines",
  findingsOf = examine,
): Promise<boolean> {
  const findings: Finding[] = [];
  for await (const found of findingsOf(environment)) {
    findings.push(found);
    const { is, part, says } = found;
    if (form === "lines") write(`${is.padEnd("wrong".length)}  ${part}: ${says}\n`);
  }
  const isWell = findings.every(({ is }) => is !== "wrong");
  if (form === "json") write(`${JSON.stringify({ is_well: isWell, findings })}\n`);
  return isWell;
}
