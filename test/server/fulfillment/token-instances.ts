/** Several instances on one store before one token endpoint, on virtual time and with clocks that are wrong. */
import { skewed, VirtualClock } from "../virtual-clock.ts";
import {
  type Handler,
  type Harness,
  instance,
  json,
  MemoryStore,
  ok,
  REDEMPTION_ID,
  tokenOf,
  unauthorized,
} from "./support.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A token endpoint for all instances. It records the times of requests; the API accepts only issued, unrevoked tokens. */
export class TokenService {
  readonly asked: number[] = [];
  readonly #now: () => number;
  readonly #valid = new Map<string, number>();
  readonly life: number;
  /** In place of a token. */
  instead: Handler | undefined;
  /** Replaces every answer of the API. */
  refuseAll: (() => ReturnType<typeof json>) | undefined;
  /** Until when the answer to a token request takes. */
  answers: Promise<void> = Promise.resolve();

  constructor(now: () => number, life = HOUR) {
    this.#now = now;
    this.life = life;
  }

  token: Handler = async (request) => {
    this.asked.push(this.#now());
    const number = this.asked.length;
    if (this.instead) return this.instead(request);
    this.#valid.set(`Bearer token-${number}`, this.#now() + this.life);
    await this.answers;
    return json(200, { access_token: `token-${number}`, expires_in: this.life / SECOND });
  };

  api: Handler = ({ headers }) => {
    if (this.refuseAll) return this.refuseAll();
    const until = this.#valid.get(headers.authorization ?? "");
    return until !== undefined && this.#now() < until ? ok() : unauthorized();
  };

  revoke(): void {
    this.#valid.clear();
  }
}

export interface Together {
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly service: TokenService;
  readonly all: readonly Harness[];
}

const CLOCKS = [0, 10 * MINUTE, -10 * MINUTE, 3 * HOUR, -3 * HOUR];

/** Instances on one store; each wall clock wrong in its own way. */
export function together(count: number, life?: number): Together {
  const clock = new VirtualClock();
  const store = new MemoryStore();
  store.now = () => clock.now();
  const service = new TokenService(() => clock.monotonic(), life);
  const all = Array.from({ length: count }, (_, at) =>
    instance(skewed(clock, CLOCKS[at] ?? 0), store, { token: service.token, api: service.api }),
  );
  return { clock, store, service, all };
}

export const call = ({ client }: Harness) => client.readRedemption(REDEMPTION_ID);
/** Credentials alone: a call's own deadline may be shorter than the wait for a dead instance. */
export const authorizeAll = (all: readonly Harness[]) =>
  Promise.allSettled(all.map(({ auth }) => auth.authorize()));
export const callAll = (all: readonly Harness[]) => Promise.allSettled(all.map(call));
/** With which tokens its calls came. */
export const usedBy = ({ calls }: Harness): (string | undefined)[] => calls.map(tokenOf);
/** Waits for what hangs on sleeps of at most `ms`. */
export const within = async <T>(clock: VirtualClock, ms: number, promise: Promise<T>): Promise<T> => {
  await clock.advance(ms);
  return promise;
};
