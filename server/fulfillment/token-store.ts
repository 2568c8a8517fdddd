/**
 * Keeps the bearer token in the ledger, for the next start and for other instances. The token is encrypted with a key derived from
 * the API secret, and bound to the service and the API key. A value that cannot be read counts as none.
 */
import { z } from "zod";
import { errorFields, type Log } from "../observing/log.ts";
import { concatenated, fromBase64, fromText, toBase64Url, toText } from "../tools/bytes.ts";
import { NONCE_BYTES, seal, unseal } from "../tools/ciphers.ts";
import { derivedKey } from "../tools/digests.ts";
import { randomBytes } from "../tools/random.ts";

/** Small values that instances share and that outlive them; see Ledger. */
export interface SharedValues {
  get(key: string): Promise<string | undefined>;
  swapValue(key: string, seen: string | undefined, value: string): Promise<boolean>;
}

const stored = z.object({
  token: z.string().min(1),
  /** The token's life by the wall clock, epoch ms; begins before the token was asked for. */
  from: z.number(),
  until: z.number(),
});
export type StoredToken = Readonly<z.infer<typeof stored>>;

const STORE_KEY = "fulfillment_token";
const KEY_BYTES = 32;

export interface TokenStoreOptions {
  readonly store: SharedValues;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly log: Log;
}

export class TokenStore {
  readonly #store: SharedValues;
  readonly #log: Log;
  readonly #key: Uint8Array;
  readonly #boundTo: Uint8Array;

  constructor({ store, baseUrl, authUrl, apiKey, apiSecret, log }: TokenStoreOptions) {
    this.#store = store;
    this.#log = log;
    this.#boundTo = fromText(JSON.stringify([baseUrl, authUrl, apiKey]));
    this.#key = derivedKey(apiSecret, "reward-redemption token store 1", KEY_BYTES);
  }

  /** Undefined without a token, and if the ledger fails. Never rejects. */
  async read(): Promise<StoredToken | undefined> {
    try {
      const value = await this.#store.get(STORE_KEY);
      return value === undefined ? undefined : this.#tokenIn(value);
    } catch (error) {
      this.#log.warn("the stored token cannot be read", { operation: "token", ...errorFields(error) });
      return undefined;
    }
  }

  /** Replaces the stored token. Where another instance does so at the same moment, its new token stays. Never rejects. */
  async write(token: StoredToken): Promise<void> {
    const sealed = this.#seal(JSON.stringify(token));
    try {
      await this.#store.swapValue(STORE_KEY, await this.#store.get(STORE_KEY), sealed);
    } catch (error) {
      const consequence = "the token cannot be stored for other instances and the next start";
      this.#log.warn(consequence, { operation: "token", ...errorFields(error) });
    }
  }

  #tokenIn(sealed: string): StoredToken | undefined {
    try {
      return stored.parse(JSON.parse(this.#open(sealed)));
    } catch {
      this.#log.info("the stored token is of other credentials, or damaged: it is not used", {
        operation: "token",
      });
      return undefined;
    }
  }

  #seal(plain: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    return toBase64Url(concatenated(nonce, seal(this.#key, nonce, this.#boundTo, fromText(plain))));
  }

  /** @throws if the value was written with another key or for another service, or was changed */
  #open(value: string): string {
    const bytes = fromBase64(value);
    const [nonce, sealed] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    return toText(unseal(this.#key, nonce, this.#boundTo, sealed));
  }
}
