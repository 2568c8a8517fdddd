import { describe, expect, it } from "vitest";
import {
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "../../../server/fulfillment/transport.ts";
import { createImages, type Images } from "../../../server/images/images.ts";
import { createLog } from "../../../server/observing/log.ts";
import {
  IMAGE_CACHE_BYTES,
  IMAGE_LIMIT_BYTES,
  IMAGE_MAX_AGE,
  IMAGE_RETRY,
  IMAGE_TIMEOUT,
} from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect/></svg>';
const answer = (body: Uint8Array | string, status = 200): TransportResponse => ({
  status,
  headers: { "content-type": "image/png" },
  body: Buffer.from(body),
});

interface World {
  readonly images: Images;
  readonly clock: VirtualClock;
  /** Fetches from public addresses. */
  readonly fetched: TransportRequest[];
  /** Fetches from the service's own host. */
  readonly fromService: TransportRequest[];
  /** The reply; tests change it. */
  reply: () => TransportResponse | Promise<TransportResponse>;
}

const SECRET = "what-only-the-instances-know";

function world(baseUrl = "http://127.0.0.1:4100/api", secret = SECRET): World {
  const clock = new VirtualClock();
  const fetched: TransportRequest[] = [];
  const fromService: TransportRequest[] = [];
  const made: World = {
    clock,
    fetched,
    fromService,
    reply: () => answer(PNG),
    images: createImages({
      baseUrl,
      secret,
      clock,
      log: createLog("error", clock, () => {}),
      publicTransport: async (request) => {
        fetched.push(request);
        return made.reply();
      },
      serviceTransport: async (request) => {
        fromService.push(request);
        return made.reply();
      },
    }),
  };
  return made;
}

const LOGO = "https://img.example/logo.png";
const idOf = (images: Images, url: string): string => images.register(url)?.replace("/images/", "") ?? "";

describe("an address", () => {
  it.each([
    [LOGO, "public"],
    ["https://img.example:8443/a?b=c", "public"],
    ["HTTPS://IMG.EXAMPLE/x", "public"],
    ["http://127.0.0.1:4100/assets/a.svg", "service"],
  ])("%s is fetched", async (url, from) => {
    const { images, fetched, fromService } = world();
    const path = images.register(url);
    expect(path).toMatch(/^\/images\/[\w-]+$/);
    expect(await images.get(idOf(images, url))).toBeDefined();
    expect([fetched.length, fromService.length]).toEqual(from === "public" ? [1, 0] : [0, 1]);
  });

  it("has one path, which tells nothing of the address", () => {
    const { images } = world();
    const url = "https://img.example/logo.png?signature=SECRET-OF-THE-SERVICE";
    const id = idOf(images, url);
    expect(idOf(world().images, url)).toBe(id);
    const bytes = Buffer.from(id, "base64url").toString("latin1");
    for (const part of ["img.example", "logo", "SECRET"]) expect(bytes).not.toContain(part);
  });

  it.each([
    "http://img.example/logo.png",
    "http://127.0.0.1:4101/",
    "http://127.0.0.1/",
    "http://localhost:4100/",
    "http://169.254.169.254/latest/meta-data",
    "ftp://img.example/",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "https://user:pw@img.example/",
    "//img.example/logo.png",
    "logo.png",
    "",
  ])("%s is never", (url) => {
    const { images } = world();
    expect(images.register(url)).toBeUndefined();
  });

  it("on a private https host of the service is fetched from there", async () => {
    const { images, fetched, fromService } = world("https://fulfillment.internal/base/");
    await images.get(idOf(images, "https://fulfillment.internal/logo.png"));
    expect([fetched.length, fromService.length]).toEqual([0, 1]);
    expect(images.register("http://fulfillment.internal/logo.png")).toBeUndefined();
  });
});

describe("a picture", () => {
  it("is fetched once, on first demand, within limits", async () => {
    const { images, fetched } = world();
    const id = idOf(images, LOGO);
    expect(fetched).toEqual([]);
    const all = await Promise.all(Array.from({ length: 50 }, () => images.get(id)));
    expect(new Set(all).size).toBe(1);
    expect(fetched).toMatchObject([
      { method: "GET", url: LOGO, timeoutMs: IMAGE_TIMEOUT, maxBytes: IMAGE_LIMIT_BYTES },
    ]);
    expect(JSON.stringify(fetched[0]?.headers)).not.toMatch(/authorization|api-/i);
  });

  it.each<[string, string | Buffer, string]>([
    ["png", PNG, "image/png"],
    ["jpeg", Buffer.from("\xff\xd8\xff\xe0", "latin1"), "image/jpeg"],
    ["gif 87", "GIF87a…", "image/gif"],
    ["gif 89", "GIF89a…", "image/gif"],
    ["webp", "RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["avif", "\0\0\0\x20ftypavif", "image/avif"],
    ["svg", SVG, "image/svg+xml"],
    ["svg with a prolog", `\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n${SVG}`, "image/svg+xml"],
  ])("%s is known by its bytes", async (_, body, contentType) => {
    const made = world();
    made.reply = () => answer(body);
    const image = await made.images.get(idOf(made.images, LOGO));
    expect(image).toMatchObject({ contentType });
    expect(image?.etag).toMatch(/^"[\w-]{20,}"$/);
  });

  it.each<[string, () => TransportResponse]>([
    ["html that says it is an image", () => answer("<!DOCTYPE html><html><script>alert(1)</script>")],
    ["html with a drawing in it", () => answer(`<html>${SVG}</html>`)],
    ["text", () => answer("<not an image>")],
    ["json", () => answer('{"a":"<svg>"}')],
    ["nothing", () => answer("")],
    ["a truncated mark", () => answer(PNG.subarray(0, 4))],
    ["404", () => answer(PNG, 404)],
    ["a redirect", () => answer(PNG, 302)],
    ["206", () => answer(PNG, 206)],
    [
      "a file that is too large",
      () => {
        throw new TransportError("too_large", true);
      },
    ],
    [
      "an address that is refused",
      () => {
        throw new TransportError("not_connected", false);
      },
    ],
  ])("%s is missing, and remembered as that", async (_, reply) => {
    const made = world();
    made.reply = reply;
    const id = idOf(made.images, LOGO);
    expect(await made.images.get(id)).toBeUndefined();
    expect(await made.images.get(id)).toBeUndefined();
    expect(made.fetched).toHaveLength(1);
    made.reply = () => answer(PNG);
    await made.clock.advance(IMAGE_RETRY);
    expect(await made.images.get(id)).toBeDefined();
  });

  it("is fetched anew after a day, and kept when that fails", async () => {
    const made = world();
    const id = idOf(made.images, LOGO);
    const first = await made.images.get(id);
    await made.clock.advance(IMAGE_MAX_AGE - 1);
    expect(await made.images.get(id)).toBe(first);
    made.reply = () => answer("", 500);
    await made.clock.advance(1);
    expect(await made.images.get(id)).toBe(first);
    expect(await made.images.get(id)).toBe(first);
    expect(made.fetched).toHaveLength(2);
    made.reply = () => answer(Buffer.concat([PNG, PNG]));
    await made.clock.advance(IMAGE_RETRY);
    const second = await made.images.get(id);
    expect(second?.etag).not.toBe(first?.etag);
    expect(made.fetched).toHaveLength(3);
  });

  it("that was not seen for long makes room for others", async () => {
    const made = world();
    const size = IMAGE_LIMIT_BYTES;
    // One less than fits by its bytes: the addresses count, too.
    const many = Math.floor(IMAGE_CACHE_BYTES / size) - 1;
    const big = Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
    made.reply = () => answer(big);
    const ids = Array.from({ length: many + 1 }, (_, each) => idOf(made.images, `${LOGO}?${each}`));
    for (const id of ids.slice(0, many)) await made.images.get(id);
    await made.images.get(ids[0] ?? "");
    expect(made.fetched).toHaveLength(many);
    await made.images.get(ids[many] ?? "");
    await made.images.get(ids[0] ?? "");
    expect(made.fetched).toHaveLength(many + 1);
    await made.images.get(ids[1] ?? "");
    await settle();
    expect(made.fetched).toHaveLength(many + 2);
  });
});

describe("a path that another instance made", () => {
  const url = "https://cdn.example/logo.png?v=2&x=%C3%A4";

  it("is served by one that read no catalog yet", async () => {
    const id = idOf(world().images, url);
    const { images, fetched } = world();
    expect((await images.get(id))?.contentType).toBe("image/png");
    expect(fetched.map((each) => each.url)).toEqual([url]);
    expect(idOf(images, url)).toBe(id);
  });

  it("is nothing where it was made with another secret, changed, or made up", async () => {
    const { images, fetched, fromService } = world();
    const id = idOf(world().images, url);
    const elsewhere = Buffer.from("https://evil.example/x.png").toString("base64url");
    for (const wrong of [
      idOf(world(undefined, "another-secret").images, url),
      `${id.slice(0, 24)}${elsewhere}`,
      `${id.startsWith("A") ? "B" : "A"}${id.slice(1)}`,
      `${"A".repeat(24)}${elsewhere}`,
      elsewhere,
      id.slice(0, 24),
      id.slice(0, -4),
      "",
      "../x",
      "__proto__",
      "0".repeat(40),
      "\u00e9".repeat(24),
    ]) {
      expect(await images.get(wrong), wrong).toBeUndefined();
    }
    expect([...fetched, ...fromService]).toEqual([]);
  });

  it("is held against the rules of the instance that is asked", async () => {
    // A loopback address is allowed to the service's own host only, which is another one here.
    const id = idOf(world("http://127.0.0.1:4100/api").images, "http://127.0.0.1:4100/logo.png");
    const { images, fetched, fromService } = world("https://service.example");
    expect(id).not.toBe("");
    expect(await images.get(id)).toBeUndefined();
    expect([...fetched, ...fromService]).toEqual([]);
  });

  it("is not made for an address too long for a path", () => {
    expect(world().images.register(`https://cdn.example/${"x".repeat(3_000)}`)).toBeUndefined();
  });
});
