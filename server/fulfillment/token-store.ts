/**
 * What all instances on one ledger know of the token: the token itself, who asks for the next one, and what failed. Kept
 * encrypted with a key that only the holder of the API secret can make, and bound to the service and the API key it was
 * issued for. What cannot be read is as good as nothing.
 *
 * All times are the database's, epoch ms: the one clock that all instances share, also across a restart.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** Small values that instances share and that outlive them; see Ledger. */
export interface SharedValues {
  getTimed(key: string): Promise<{ readonly value: string | undefined; readonly now: number }>;
  swapValue(key: string, seen: string | undefined, value: string): Promise<boolean>;
}

const stored = z.object({
  /** With its life, counted from before it was asked for. */
  token: z.string().min(1).optional(),
  from: z.number().optional(),
  until: z.number().optional(),
  /** Until then unreadable 401s are not held against tokens. */
  doubted_until: z.number().optional(),
  /** Who asks for the next token, and until when the others leave it to them. */
  asking: z.object({ by: z.string(), until: z.number() }).optional(),
  /** How many requests in a row gave no token, until when nobody asks again, and the last one's HTTP status. */
  failed: z.object({ count: z.number(), until: z.number(), status: z.number().optional() }).optional(),
  /** When refused tokens caused the last requests. */
  replaced: z.array(z.number()).optional(),
});
export type TokenState = Readonly<z.infer<typeof stored>>;

export interface TokenReading {
  readonly state: TokenState;
  readonly now: number;
  /** What stands in the store, as it must still stand there for a swap. */
  readonly seen: string | undefined;
}

/** `lost`: somebody else was faster. `failed`: the store does not work. */
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

  /** Undefined for a store that fails; nothing known for what another key wrote. */
  async read(): Promise<TokenReading | undefined> {
    try {
      const { value, now } = await this.#store.getTimed(STORE_KEY);
      return { state: this.#stateIn(value), now, seen: value };
    } catch {
      return undefined;
    }
  }

  /** @param seen what stands there as far as the caller knows */
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

  /** @throws when it was written with another key or for another service, or was changed */
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
