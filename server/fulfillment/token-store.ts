/**
 * The shared token state of all instances on one ledger: the token, the instance that asks for the next one, and failures. The
 * state is encrypted with a key derived from the API secret, and bound to the service and the API key. An unreadable state counts
 * as none.
 *
 * All times are the database's, epoch ms: the only clock that all instances share, also across a restart.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** Small values that instances share and that outlive them; see Ledger. */
export interface SharedValues {
  getTimed(key: string): Promise<{ readonly value: string | undefined; readonly now: number }>;
  swapValue(key: string, seen: string | undefined, value: string): Promise<boolean>;
}

const stored = z.object({
  /** The token; its life counts from before it was asked for. */
  token: z.string().min(1).optional(),
  from: z.number().optional(),
  until: z.number().optional(),
  /** Until this time an unreadable 401 replaces no token. */
  doubted_until: z.number().optional(),
  /** The instance that asks for the next token, and until when the others wait. */
  asking: z.object({ by: z.string(), until: z.number() }).optional(),
  /** The number of failed requests in a row, until when no instance asks again, and the last HTTP status. */
  failed: z.object({ count: z.number(), until: z.number(), status: z.number().optional() }).optional(),
  /** Times of the last requests that refused tokens caused. */
  replaced: z.array(z.number()).optional(),
});
export type TokenState = Readonly<z.infer<typeof stored>>;

export interface TokenReading {
  readonly state: TokenState;
  readonly now: number;
  /** The stored value that a swap expects. */
  readonly seen: string | undefined;
}

/** `lost`: another instance was faster. `failed`: the store does not work. */
export type Swapped =
  | { readonly kind: "stored"; readonly seen: string }
  | { readonly kind: "lost" | "failed" };

const STORE_KEY = "fulfillment_token";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface TokenStoreOptions {
  readonly store: SharedValues;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export class TokenStore {
  readonly #store: SharedValues;
  readonly #key: Buffer;
  readonly #boundTo: Buffer;

  constructor({ store, baseUrl, authUrl, apiKey, apiSecret }: TokenStoreOptions) {
    this.#store = store;
    this.#boundTo = Buffer.from(JSON.stringify([baseUrl, authUrl, apiKey]));
    this.#key = Buffer.from(hkdfSync("sha256", apiSecret, "", "reward-redemption token store 1", 32));
  }

  /** Undefined if the store fails; an empty state if another key wrote the value. */
  async read(): Promise<TokenReading | undefined> {
    try {
      const { value, now } = await this.#store.getTimed(STORE_KEY);
      return { state: this.#stateIn(value), now, seen: value };
    } catch {
      return undefined;
    }
  }

  /** @param seen the stored value as the caller knows it */
  async swap(seen: string | undefined, state: TokenState): Promise<Swapped> {
    const sealed = this.#seal(JSON.stringify(state));
    try {
      const isStored = await this.#store.swapValue(STORE_KEY, seen, sealed);
      return isStored ? { kind: "stored", seen: sealed } : { kind: "lost" };
    } catch {
      return { kind: "failed" };
    }
  }

  #stateIn(sealed: string | undefined): TokenState {
    if (sealed === undefined) return {};
    try {
      return stored.parse(JSON.parse(this.#open(sealed)));
    } catch {
      return {};
    }
  }

  #seal(plain: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(this.#boundTo);
    const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** @throws if the value was written with another key or for another service, or was changed */
  #open(value: string): string {
    const bytes = Buffer.from(value, "base64url");
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(this.#boundTo)
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString("utf8");
  }
}
