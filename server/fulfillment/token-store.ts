/**
 * Keeps the token across restarts, encrypted with a key that only the holder of the API secret can make, and bound to
 * the service and the API key it was issued for. What cannot be read is as good as nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** Small values that outlive the process. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

/** A token with its life in wall-clock time: the only clock that spans a restart. Epoch ms. */
export interface StoredToken {
  readonly token: string;
  /** When it was asked for. */
  readonly from: number;
  readonly until: number;
}

const stored = z.object({ token: z.string().min(1), from: z.number(), until: z.number() });

const STORE_KEY = "fulfillment_token";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface TokenStoreOptions {
  readonly store: KeyValueStore;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export class TokenStore {
  readonly #store: KeyValueStore;
  readonly #key: Buffer;
  readonly #boundTo: Buffer;

  constructor({ store, baseUrl, authUrl, apiKey, apiSecret }: TokenStoreOptions) {
    this.#store = store;
    this.#boundTo = Buffer.from(JSON.stringify([baseUrl, authUrl, apiKey]));
    this.#key = Buffer.from(hkdfSync("sha256", apiSecret, "", "reward-redemption token store 1", 32));
  }

  /** Undefined for nothing, for what another key wrote, and for a store that fails. */
  async read(): Promise<StoredToken | undefined> {
    try {
      const sealed = await this.#store.get(STORE_KEY);
      return sealed === undefined ? undefined : stored.parse(JSON.parse(this.#open(sealed)));
    } catch {
      return undefined;
    }
  }

  /** @returns whether it was kept; a token that was not is only asked for again after a restart */
  async write(token: StoredToken): Promise<boolean> {
    try {
      await this.#store.set(STORE_KEY, this.#seal(JSON.stringify(token)));
      return true;
    } catch {
      return false;
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
