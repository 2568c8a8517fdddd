/**
 * Serves logos and gift card pictures from our own origin, so that a host page has to allow only one. Only addresses from a catalog
 * are fetched, on first demand; pictures are kept in memory. A path has the address, encrypted with a random secret of the ledger: any
 * instance can serve an address from another one's catalog, nobody else can make a path, and none tells where the service keeps its
 * pictures. An equal address has an equal path, so that browsers keep a picture.
 * An SVG is kept as it came: the policy that it is served with (routes/images.ts) lets it run and load nothing.
 * Source: docs/server/routes.md.
 */
import { LRUCache } from "lru-cache";
import { isLoopbackHost } from "../../shared/links.ts";
import type { Transport } from "../fulfillment/transport.ts";
import { errorFields, type Log } from "../observing/log.ts";
import {
  IMAGE_ADDRESS_MAX_CHARS,
  IMAGE_CACHE_BYTES,
  IMAGE_LIMIT_BYTES,
  IMAGE_MAX_AGE,
  IMAGE_RETRY,
  IMAGE_TIMEOUT,
} from "../timing.ts";
import { concatenated, fromBase64, fromText, toBase64Url, toText } from "../tools/bytes.ts";
import { counted } from "../tools/ciphers.ts";
import type { Clock } from "../tools/clock.ts";
import { derivedKey, hmacSha256, isEqual, sha256 } from "../tools/digests.ts";
import { type ImageType, sniffImage } from "./sniff.ts";

export interface Image {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: ImageType;
  /** Strong, with its quotes. */
  readonly etag: string;
}

export interface Images {
  /**
   * Names an address, so that it can be fetched.
   * @returns its path, the same on every instance; undefined for an address that is never fetched
   */
  register(url: string): string | undefined;
  /** The picture of an address that an instance named; undefined if none is available now. */
  get(id: string): Promise<Image | undefined>;
}

export interface ImagesOptions {
  /** FULFILLMENT_BASE_URL: pictures on its host are taken wherever that host is. */
  readonly baseUrl: string;
  /** A random secret of all instances. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Fetches from public addresses only: every connection is checked. */
  readonly publicTransport: Transport;
  /** Fetches from the service's own host. */
  readonly serviceTransport: Transport;
}

/** What is known of an address. */
interface Known {
  /** Absent if there is no picture, or none could be fetched yet. */
  readonly image?: Image;
  /** From then on the address is fetched again, monotonic ms. */
  readonly until: number;
}

const KEY_BYTES = 32;
/** 96 bits: short, because nothing of a path is compressed, and a catalog has thousands. */
const MARK_BYTES = 12;
/** The first block of the cipher: the mark and a count from 0. */
const blockOf = (mark: Uint8Array): Uint8Array => concatenated(mark, new Uint8Array(4));

export function createImages(options: ImagesOptions): Images {
  const { publicTransport, serviceTransport, clock, log } = options;
  const base = new URL(options.baseUrl);
  const key = (use: string): Uint8Array =>
    derivedKey(options.secret, `reward-redemption image ${use} 1`, KEY_BYTES);
  const [markKey, addressKey] = [key("marks"), key("addresses")];
  /** By address. */
  const kept = new LRUCache<string, Known>({
    maxSize: IMAGE_CACHE_BYTES,
    sizeCalculation: ({ image }, address) => address.length + (image?.body.length ?? 0),
    // A picture that is pushed out while it is fetched is still answered.
    ignoreFetchAbort: true,
    fetchMethod: (address, before) => read(address, before?.image),
  });

  const isOfService = (url: URL): boolean => url.host === base.host && url.protocol === base.protocol;

  /** The address in one spelling; undefined for an address that is never fetched. */
  function admit(address: string): string | undefined {
    const url = URL.parse(address);
    if (!url || url.href.length > IMAGE_ADDRESS_MAX_CHARS) return undefined;
    if (url.username !== "" || url.password !== "") return undefined;
    const isAllowed =
      url.protocol === "https:" ||
      (url.protocol === "http:" && isOfService(url) && isLoopbackHost(url.hostname));
    if (!isAllowed) return undefined;
    url.hash = "";
    return url.href;
  }

  /** A mark of the address, and the address encrypted under it. Source: RFC 5297, the construction of SIV. */
  function idOf(address: string): string {
    const mark = hmacSha256(markKey, address).subarray(0, MARK_BYTES);
    const hidden = counted(addressKey, blockOf(mark), fromText(address));
    return toBase64Url(concatenated(mark, hidden));
  }

  /** The address in an id that an instance made; undefined for a made-up id. */
  function addressIn(id: string): string | undefined {
    const bytes = fromBase64(id);
    if (bytes.length <= MARK_BYTES) return undefined;
    const [mark, hidden] = [bytes.subarray(0, MARK_BYTES), bytes.subarray(MARK_BYTES)];
    const address = toText(counted(addressKey, blockOf(mark), hidden));
    const [given, made] = [fromText(id), fromText(idOf(address))];
    return given.length === made.length && isEqual(given, made) ? address : undefined;
  }

  /** A picture that could not be renewed is still used. */
  async function read(address: string, before: Image | undefined): Promise<Known> {
    const startedAt = clock.monotonic();
    const image = await fetchImage(new URL(address));
    if (image) return { image, until: startedAt + IMAGE_MAX_AGE };
    return { image: before, until: startedAt + IMAGE_RETRY };
  }

  async function fetchImage(url: URL): Promise<Image | undefined> {
    const transport = isOfService(url) ? serviceTransport : publicTransport;
    try {
      const { status, body } = await transport({
        method: "GET",
        url: url.href,
        headers: { accept: "image/*" },
        timeoutMs: IMAGE_TIMEOUT,
        maxBytes: IMAGE_LIMIT_BYTES,
      });
      // A redirect is an answer without a picture: it could lead anywhere.
      const image = status === 200 ? readImage(body) : undefined;
      if (!image) log.debug("an image is missing or no image", { operation: "get_image", status });
      return image;
    } catch (error) {
      log.debug("an image could not be fetched", { operation: "get_image", ...errorFields(error) });
      return undefined;
    }
  }

  return {
    register(address) {
      const admitted = admit(address);
      return admitted && `/images/${idOf(admitted)}`;
    },
    async get(id) {
      const address = addressIn(id);
      // The rules of this instance count, also for a path that another one made.
      if (address === undefined || admit(address) !== address) return undefined;
      const known = kept.peek(address);
      const forceRefresh = known === undefined || clock.monotonic() >= known.until;
      return (await kept.fetch(address, { forceRefresh }))?.image;
    },
  };
}

function readImage(bytes: Uint8Array): Image | undefined {
  const contentType = sniffImage(bytes);
  if (!contentType) return undefined;
  const body = new Uint8Array(bytes);
  const etag = `"${toBase64Url(sha256(body)).slice(0, 27)}"`;
  return { body, contentType, etag };
}

/** Converts an upstream address to one on our own server; null if it may not be fetched. */
export function imageAddresses(images: Images, publicUrl: string): (url: string) => string | null {
  return (url) => {
    const path = images.register(url);
    return path === undefined ? null : `${publicUrl}${path}`;
  };
}
