/**
 * Calls the browser routes of the token server: sends requests and parses answers, but decides nothing. Routes of later
 * screens are named where they are used, in tasks.ts. Source: docs/server/browser-routes.md.
 */
import type { ProblemCode } from "../../shared/problems.ts";
import type { MemberOpening, Order, OrderOpening, Reward, RewardsList } from "../../shared/wire.ts";
import type { Failure, FailureCode } from "../state/failure.ts";
import type { Early } from "./hand-over.ts";
import type { SessionKeeper } from "./session-keeper.ts";

export type Answer<T> =
  | {
      readonly ok: true;
      readonly data: T;
      readonly retryAfter?: number;
      /** When the call was sent, if `widget.js` sent it early. */
      readonly sentAt?: number;
      /** Data that came beside an order. */
      readonly catalog?: readonly Reward[];
      readonly reward?: Reward;
      /** In place of an order: what a member has. */
      readonly rewards?: RewardsList;
      /** The first screen's words, and the language that they were chosen for. */
      readonly words?: Readonly<Record<string, string>>;
      readonly locale?: string | null;
    }
  | { readonly ok: false; readonly failure: Failure };

export const OFFLINE = { ok: false, failure: { code: "offline" } } as const satisfies Answer<never>;

const ENDED = { ok: false, failure: { code: "session_expired" } } as const satisfies Answer<never>;

/** What is asked beside the order. */
interface Asked {
  readonly hasCatalog?: boolean;
  /** The language that the page asks for. */
  readonly locale?: string | undefined;
  readonly signal?: AbortSignal;
}

export class Api {
  readonly #base: string;
  readonly #session: SessionKeeper;
  readonly #fetch: typeof fetch;
  /** The catalog that came last. */
  #etag: string | undefined;
  /** The session of what was opened from the list. It ends with the list's. */
  declare inner: string | undefined;
  readonly #early: ((what: string) => Early | undefined) | undefined;

  /** @param early takes the answer to a call that `widget.js` sent early, by its address and session */
  constructor(
    server: string,
    session: SessionKeeper,
    fetcher: typeof fetch,
    early?: (what: string) => Early | undefined,
  ) {
    this.#base = `${server.replace(/\/+$/, "")}/v1/`;
    this.#session = session;
    this.#fetch = fetcher;
    this.#early = early;
  }

  /**
   * The order, with the rewards if they are not known yet. A POST, because a service worker of the page may answer a GET from its
   * cache. The session is not sent in a header, so that no preflight is needed. Where a blocker refuses this address, the order's
   * own route is asked; so it is where something in front of the server answers in its place, and where an older instance knows no forms.
   */
  async order({ hasCatalog, locale, signal }: Asked = {}): Promise<Answer<Order>> {
    const asked = { etag: (hasCatalog && this.#etag) || "", locale: locale || "" };
    const answer = await this.call<OrderOpening & Partial<MemberOpening>>(
      "opening",
      { method: "POST", signal },
      isOpening,
      asked,
    );
    if (answer.ok) {
      this.#etag = answer.data.catalog_etag ?? this.#etag;
      return { ...answer, ...answer.data, data: answer.data.order };
    }
    if (!NOT_OURS.test(answer.failure.code) || signal?.aborted) return answer;
    this.#session.refused = answer.failure;
    return this.call<Order>("order", { signal }, isOrder);
  }

  catalog = (signal?: AbortSignal) => this.call<Reward[]>("catalog", { signal }, isCatalog);

  /**
   * One call, repeated once with a new session if the old one ended and the page has another.
   * @param asked more members of an opening's body
   */
  async call<T>(
    path: string,
    init: RequestInit,
    fits: Shape,
    asked?: Record<string, string>,
    isRepeat = false,
  ): Promise<Answer<T>> {
    if (this.#session.token === undefined && !(await this.#session.renew(undefined))) return ENDED;
    const token = this.inner ?? this.#session.token;
    let answer: Answer<T>;
    try {
      const fetcher = this.#fetch;
      const address = this.#base + path;
      const early = this.#early?.(address + token);
      const own: RequestInit =
        path === "opening"
          ? { body: new URLSearchParams({ session_token: token ?? "", ...asked }) }
          : { headers: { ...init.headers, authorization: `Bearer ${token}` } };
      answer = await understand(
        await (early?.response ??
          fetcher(address, { ...init, ...own, credentials: "omit", redirect: "error" })),
        fits,
      );
      if (answer.ok && early) answer = { ...answer, sentAt: early.sentAt };
    } catch {
      return OFFLINE;
    }
    const hasEnded =
      !answer.ok && (answer.failure.code === "session_expired" || answer.failure.code === "session_invalid");
    if (hasEnded && !isRepeat) {
      if (await this.#session.renew(token)) return this.call(path, init, fits, asked, true);
      // The page's word says more than the server's about the old one.
      if (this.#session.getSession) return ENDED;
    }
    return answer;
  }
}

/** `offline`, `unreadable`, `unsupported_media_type`; no other problem of an opening has these letters. */
const NOT_OURS = /off|ad|med/;

/** Checks what every screen relies on; the rest of an answer may be missing. */
export type Shape = (data: Loose) => boolean;
export type Loose = Record<string, unknown> | undefined | null;

export const isText = (value: unknown): value is string => typeof value === "string";
export const isEach = (list: unknown, fits: Shape): boolean => Array.isArray(list) && list.every(fits);
export const isReward: Shape = (data) => isText(data?.sku) && isText(data.name);
export const isOrder: Shape = (data) =>
  isText(data?.order_id) && isText(data.state) && isText((data.promotion as Loose)?.id);
const isCatalog: Shape = (data) => isEach(data, isReward);
const isOpening: Shape = (data) =>
  (!!data?.rewards || isOrder(data?.order as Loose)) &&
  (!data?.catalog || isCatalog(data.catalog as Loose)) &&
  Object.values((data?.words as Loose) ?? {}).every(isText);

async function understand<T>(response: Response, fits: Shape): Promise<Answer<T>> {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  const wait = seconds > 0 ? { retryAfter: seconds * 1_000 } : {};
  const body = await response.json().catch(() => undefined);
  if (response.ok && fits(body?.data)) return { ok: true, data: body?.data, ...wait };
  // The body of a successful answer may hold codes, so it is not kept in the failure.
  const problem = response.ok ? undefined : body;
  const code: unknown = problem?.code;
  return {
    ok: false,
    failure: {
      // An unknown code, of a newer server say, gets the general words: no rule looks at it.
      // A code of a gateway in front says nothing here.
      code: /^urn:r/.test(problem?.type) ? (code as ProblemCode) : ("unreadable" satisfies FailureCode),
      status: response.status,
      requestId: textOf(problem?.request_id) ?? textOf(response.headers.get("x-request-id")),
      problem,
      ...wait,
    },
  };
}

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);
