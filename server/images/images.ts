/**
 * Serves logos and gift card pictures from our own origin, so that a host page has to allow only one. Only addresses from a catalog
 * are fetched, on first demand; pictures are kept in memory. A path has the address and a mark that only an instance on this ledger
 * can make, so that any instance can serve an address from another one's catalog. The mark is made with a random secret of the
 * ledger, not with a credential: marks are public, so a credential could be guessed from one, and the simulated service's
 * credentials are known.
 * Source: contract, "logo_url and catalog_card_url".
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "../../shared/links.ts";
import type { Clock } from "../clock.ts";
import { type Transport, undiciTransport } from "../fulfillment/transport.ts";
import type { Log } from "../log.ts";
import {
  IMAGE_ADDRESS_MAX_CHARS,
  IMAGE_CACHE_BYTES,
  IMAGE_LIMIT_BYTES,
  IMAGE_MAX_AGE,
  IMAGE_RETRY,
  IMAGE_TIMEOUT,
  IMAGES_NAMED_MAX,
} from "../timing.ts";
import { publicConnector } from "./public-address.ts";
import { type ImageType, sniffImage } from "./sniff.ts";
import { neutraliseSvg } from "./svg.ts";

export interface Image {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: ImageType;
  /** Strong, with its quotes. */
  readonly etag: string;
}

export interface Images {
  /**
   * Allows an address to be fetched.
   * @returns its path, the same on every instance; undefined for an address that is never fetched
   */
  register(url: string): string | undefined;
  /** The picture of an address that an instance registered; undefined if none is available now. */
  get(id: string): Promise<Image | undefined>;
}

export interface ImagesOptions {
  /** FULFILLMENT_BASE_URL: pictures on its host are taken wherever that host is. */
  readonly baseUrl: string;
  /** A random secret of all instances. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Fetches from public addresses only. Default: through undici, every connection checked. */
  readonly publicTransport?: Transport;
  /** Fetches from the service's own host. */
  readonly serviceTransport?: Transport;
}

interface Slot {
  readonly url: URL;
  image?: Image;
  /** When the last fetch began, monotonic ms; also of a failed one. */
  fetchedAt?: number;
  fetching?: Promise<Image | undefined>;
}

/** 144 bits. */
const MARK_CHARS = 24;

export function createImages(options: ImagesOptions): Images {
  const { clock, log } = options;
  const base = new URL(options.baseUrl);
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "reward-redemption image paths 1", 32));
  const publicTransport = options.publicTransport ?? undiciTransport({ connector: publicConnector() });
  const serviceTransport = options.serviceTransport ?? undiciTransport();
  /** In the order of registration; a forgotten address is registered again by the next catalog. */
  const slots = new Map<string, Slot>();
  /** Ids with a picture in memory, in the order of use. */
  const kept = new Set<string>();
  let keptBytes = 0;

  const isOfService = (url: URL): boolean => url.host === base.host && url.protocol === base.protocol;

  /** A mark that only the instances can make, and the address. */
  function idOf(address: string): string {
    const mark = createHmac("sha256", key).update(address).digest("base64url").slice(0, MARK_CHARS);
    return `${mark}${Buffer.from(address).toString("base64url")}`;
  }

  /** The address in an id that an instance made; undefined for a made-up id. */
  function addressIn(id: string): string | undefined {
    const address = Buffer.from(id.slice(MARK_CHARS), "base64url").toString("utf8");
    const [given, made] = [Buffer.from(id), Buffer.from(idOf(address))];
    return given.length === made.length && timingSafeEqual(given, made) ? address : undefined;
  }

  function register(address: string): string | undefined {
    const id = admit(address);
    return id === undefined ? undefined : `/images/${id}`;
  }

  /** Makes room for the picture of an address, and its id. */
  function admit(address: string): string | undefined {
    const url = URL.parse(address);
    if (!url || url.href.length > IMAGE_ADDRESS_MAX_CHARS) return undefined;
    if (url.username !== "" || url.password !== "") return undefined;
    const isAllowed =
      url.protocol === "https:" ||
      (url.protocol === "http:" && isOfService(url) && isLoopbackHost(url.hostname));
    if (!isAllowed) return undefined;
    url.hash = "";
    const id = idOf(url.href);
    const slot = slots.get(id) ?? { url };
    slots.delete(id);
    slots.set(id, slot);
    for (const oldest of slots.keys()) {
      if (slots.size <= IMAGES_NAMED_MAX) break;
      drop(oldest);
      slots.delete(oldest);
    }
    return id;
  }

  async function get(id: string): Promise<Image | undefined> {
    // An address of another instance, or one that was forgotten here, is admitted by the same rules as a catalog's address.
    const address = slots.has(id) ? undefined : addressIn(id);
    if (address !== undefined) admit(address);
    const slot = slots.get(id);
    if (!slot) return undefined;
    if (slot.image) touch(id);
    const age = slot.fetchedAt === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - slot.fetchedAt;
    // A picture that could not be renewed is still used.
    if (age < (slot.image ? IMAGE_MAX_AGE : IMAGE_RETRY)) return slot.image;
    slot.fetching ??= fetchInto(id, slot).finally(() => {
      slot.fetching = undefined;
    });
    return slot.fetching;
  }

  async function fetchInto(id: string, slot: Slot): Promise<Image | undefined> {
    const startedAt = clock.monotonic();
    const image = await fetchImage(slot.url);
    if (image) {
      slot.fetchedAt = startedAt;
      // An address that was forgotten meanwhile must not leave its picture behind.
      if (slots.get(id) === slot) keep(id, slot, image);
      return image;
    }
    slot.fetchedAt = slot.image ? startedAt - IMAGE_MAX_AGE + IMAGE_RETRY : startedAt;
    return slot.image;
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
    } catch {
      log.debug("an image could not be fetched", { operation: "get_image" });
      return undefined;
    }
  }

  function keep(id: string, slot: Slot, image: Image): void {
    drop(id);
    slot.image = image;
    keptBytes += image.body.length;
    kept.add(id);
    for (const oldest of kept) {
      if (keptBytes <= IMAGE_CACHE_BYTES) break;
      drop(oldest);
    }
  }

  function drop(id: string): void {
    const slot = slots.get(id);
    if (!kept.delete(id) || !slot?.image) return;
    keptBytes -= slot.image.body.length;
    slot.image = undefined;
    slot.fetchedAt = undefined;
  }

  function touch(id: string): void {
    if (kept.delete(id)) kept.add(id);
  }

  return { register, get };
}

function readImage(bytes: Uint8Array): Image | undefined {
  const contentType = sniffImage(bytes);
  if (!contentType) return undefined;
  const body = contentType === "image/svg+xml" ? readSvg(bytes) : new Uint8Array(bytes);
  if (!body) return undefined;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  return { body, contentType, etag };
}

function readSvg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    const drawing = neutraliseSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return drawing === undefined ? undefined : new TextEncoder().encode(drawing);
  } catch {
    return undefined;
  }
}

/** Converts an upstream address to one on our own server; null if it may not be fetched. */
export function imageAddresses(images: Images, publicUrl: string): (url: string) => string | null {
  return (url) => {
    const path = images.register(url);
    return path === undefined ? null : `${publicUrl}${path}`;
  };
}
