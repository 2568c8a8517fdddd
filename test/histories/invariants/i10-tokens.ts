/** Judged by the token requests of each instance, and by the answers it had with each token. */
import type { Departure, Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** Renewed this long before the end, but at most this share of its lifetime before it. Source: docs/proof/rules.md, rule 10. */
const RENEW_BEFORE = 300_000;
const RENEW_SHARE = 1 / 5;
/** A lifetime counts from before the lease to ask, which lasts 15 s, and by a wall clock, to a second. */
const RECKONED_FROM = 16_000;

/** The ledger's database is away for this long at most. */
const LEDGER_FAULT = 300_000;

interface Token {
  readonly at: number;
  readonly lifetime: number;
  /** The instance that asked for it, and when it had it. */
  readonly by: string;
  readonly seq: number;
}

export const tokens: Invariant = {
  id: "I10",
  says: "at most one token request in flight an instance, one per token generation, none caused by `forbidden`",
  watch: (evidence) => {
    const issued = new Map<string, Token>();
    /** The token each instance has. */
    const held = new Map<string, string>();
    const refused = new Set<string>();
    return {
      departed(departure) {
        const { instance, operation, bearer, at } = departure;
        if (bearer !== undefined) held.set(instance, bearer);
        if (operation !== "token") return undefined;
        if (evidence.departures.some((each) => each !== departure && isInFlight(each, departure)))
          return `${instance} asks for a token while it waits for one`;
        const token = held.get(instance);
        if (token === undefined) return whyAtStart(evidence, departure, issued);
        if (refused.has(`${instance} ${token}`)) return undefined;
        const known = issued.get(token);
        const margin = known ? Math.min(RENEW_BEFORE, known.lifetime * RENEW_SHARE) : 0;
        // The life of a token is counted by the clock of the machines.
        if (!known || evidence.leaps.length > 0 || at >= known.at + known.lifetime - margin - RECKONED_FROM)
          return undefined;
        return `${instance} asks for a token, and the one it has was neither refused nor near its end`;
      },
      heard({ instance, operation, bearer, heard, text, at, answeredSeq }) {
        if (operation === "token" && heard === 200) {
          const read = parse(text);
          if (typeof read.access_token !== "string") return undefined;
          const lifetime = Number(read.expires_in) * 1000;
          // A lifetime counts from before the request.
          issued.set(read.access_token, { at, lifetime, by: instance, seq: answeredSeq ?? 0 });
          held.set(instance, read.access_token);
        }
        if (heard === 401 && bearer !== undefined && !(text ?? "").includes('"forbidden"'))
          refused.add(`${instance} ${bearer}`);
        return undefined;
      },
    };
  },
};

const isInFlight = (each: Departure, { instance }: Departure): boolean =>
  each.instance === instance && each.operation === "token" && each.answeredSeq === undefined;

/** A start within the lifetime of a token that the ledger keeps asks for none. */
function whyAtStart(
  { boots, shares, ledgerFaults, leaps }: Evidence,
  { instance, at, generation }: Departure,
  issued: ReadonlyMap<string, Token>,
): string | undefined {
  const boot = boots.find((each) => each.instance === instance);
  const newest = [...issued.values()].at(-1);
  // The life of a stored token is counted by the clock of the machines.
  if (!boot || !newest || leaps.length > 0) return undefined;
  // If the ledger cannot be read, a process asks for its own token, also after a pause between the two. A ledger that took no
  // writes when the token came may not have stored it.
  const since = Math.min(newest.at, boot.at, at) - LEDGER_FAULT;
  if (ledgerFaults.some((fault) => fault.at <= at && fault.at > since)) return undefined;
  const isKept = shares.some(
    (share) =>
      share.instance === newest.by &&
      share.seq > newest.seq &&
      share.seq < boot.seq &&
      share.generation === generation,
  );
  return isKept && at < newest.at + newest.lifetime * (1 - RENEW_SHARE) - RECKONED_FROM
    ? `${instance} asks for a token at its start, and the ledger keeps one that is good`
    : undefined;
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(text ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}
