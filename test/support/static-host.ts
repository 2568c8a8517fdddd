/** A static host: files of a folder, with their types and perhaps a policy, and nothing that answers a question. */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
};

export interface StaticHost {
  readonly url: string;
  /** What was asked and is not there, as method and path. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export interface HostOptions {
  /** The paths below which the folder lies; the root. */
  readonly places?: readonly string[];
  readonly policy?: string;
  /** What is at a path in place of a file; null: nothing is. It may take its time. */
  readonly instead?: (path: string) => Promise<string | null | undefined> | string | null | undefined;
}

export async function serveFolder(folder: string, options: HostOptions = {}): Promise<StaticHost> {
  const { places = ["/"], policy, instead } = options;
  const refused: string[] = [];
  const fileAt = (path: string): string | undefined => {
    const place = places.find((each) => path.startsWith(each));
    return place && join(folder, decodeURI(path.slice(place.length)));
  };
  const server = createServer(async ({ url = "/", method }, response) => {
    const { pathname, search } = new URL(url, "http://host");
    const other = await instead?.(pathname);
    const path = other === null ? undefined : fileAt(pathname);
    const found = path ? statSync(path, { throwIfNoEntry: false }) : undefined;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || (!found && other === undefined) || other === null) {
      refused.push(`${method} ${url}`);
      return void response.writeHead(404).end();
    }
    const isFolder = found?.isDirectory();
    if (isFolder && !pathname.endsWith("/"))
      return void response.writeHead(301, { location: `${pathname}/${search}` }).end();
    const file = join(path ?? pathname, isFolder ? "index.html" : "");
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      ...(policy && { "content-security-policy": policy }),
      "x-content-type-options": "nosniff",
    });
    response.end(other ?? readFileSync(file));
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
