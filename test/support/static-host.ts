/** A static host: files of a folder, with their types and a policy, and nothing that answers a question. */
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
};

export interface StaticHost {
  readonly url: string;
  /** What was asked and is not there, as method and path. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function serveFolder(folder: string, policy: string): Promise<StaticHost> {
  const refused: string[] = [];
  const server = createServer(({ url = "/", method }, response) => {
    const { pathname, search } = new URL(url, "http://host");
    const found = statSync(join(folder, pathname), { throwIfNoEntry: false });
    if (method !== "GET" || !found) {
      refused.push(`${method} ${url}`);
      return void response.writeHead(404).end();
    }
    if (found.isDirectory() && !pathname.endsWith("/"))
      return void response.writeHead(301, { location: `${pathname}/${search}` }).end();
    const file = found.isDirectory() ? join(pathname, "index.html") : pathname;
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    });
    response.end(readFileSync(join(folder, file)));
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
