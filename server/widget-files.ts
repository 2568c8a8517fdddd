/**
 * The widget's files, read once at start: nothing outside the list can be asked for. Served with the best encoding the
 * client takes, an ETag, and for ever where the address carries the version. Source: contract, "For everyone".
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppEnv } from "./http/context.ts";
import { ProblemError } from "./problem.ts";
import { IMMUTABLE_MAX_AGE_SECONDS, WIDGET_STUB_MAX_AGE_SECONDS } from "./timing.ts";

interface WidgetFile {
  readonly bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly type: string;
  readonly etag: string;
}

/** Compressed by the build, best first. */
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

const STUB = "/widget.js";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads `widget.js` and `widget/<version>/…` from the build's folder. */
export function readWidgetFiles(dist: string): ReadonlyMap<string, WidgetFile> {
  const files = new Map<string, WidgetFile>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in TYPES)) continue;
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(dist.length).replaceAll("\\", "/");
    if (address !== STUB && !address.startsWith("/widget/")) continue;
    const plain = readFileSync(path);
    const bodies = new Map<string, Uint8Array<ArrayBuffer>>([["identity", new Uint8Array(plain)]]);
    for (const [encoding, ending] of ENCODINGS) {
      try {
        bodies.set(encoding, new Uint8Array(readFileSync(path + ending)));
      } catch {
        // A file too small to gain has no compressed twin.
      }
    }
    files.set(address, {
      bodies,
      type: TYPES[extname(entry.name)] ?? "",
      etag: createHash("sha256").update(plain).digest("base64url").slice(0, 22),
    });
  }
  return files;
}

export function widgetRoutes(files: ReadonlyMap<string, WidgetFile>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.on("GET", [STUB, "/widget/*"], (c) => {
    const file = files.get(c.req.path);
    if (!file) throw new ProblemError("not_found");
    const encoding = accepts(c, {
      header: "Accept-Encoding",
      supports: [...file.bodies.keys()],
      default: "identity",
      match: (accepted) =>
        ENCODINGS.map(([name]) => name).find(
          (name) =>
            file.bodies.has(name) && accepted.some(({ type, q }) => (type === name || type === "*") && q > 0),
        ) ?? "identity",
    });
    const etag = `"${file.etag}-${encoding}"`;
    const headers = {
      "Content-Type": file.type,
      "Cache-Control":
        c.req.path === STUB
          ? `public, max-age=${WIDGET_STUB_MAX_AGE_SECONDS}`
          : `public, max-age=${IMMUTABLE_MAX_AGE_SECONDS}, immutable`,
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ETag: etag,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    const known = c.req
      .header("If-None-Match")
      ?.split(",")
      .some((tag) => tag.trim().replace(/^W\//, "") === etag);
    if (known) return new Response(null, { status: 304, headers });
    return new Response(file.bodies.get(encoding), { headers });
  });
  return app;
}
