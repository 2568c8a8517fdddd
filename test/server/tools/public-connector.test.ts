/** Connections to public addresses alone. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { undiciTransport } from "../../../server/fulfillment/undici.ts";
import { isLoopbackAddress } from "../../../server/tools/public-address.ts";
import {
  type PublicConnectorOptions,
  publicConnector,
  type ResolveAll,
} from "../../../server/tools/public-connector.ts";

describe("a connection", () => {
  /** Counts connections to a server on this machine: there must be none. */
  async function attempt(
    host: string,
    options?: PublicConnectorOptions,
  ): Promise<{ connections: number; sent?: boolean }> {
    let connections = 0;
    const server = createServer((_, response) => response.end("secret")).on(
      "connection",
      () => connections++,
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const transport = undiciTransport({ connector: publicConnector(options) });
    try {
      const url = `http://${host}:${(server.address() as AddressInfo).port}/`;
      await transport({ method: "GET", url, headers: {}, timeoutMs: 2_000, maxBytes: 100 });
      return { connections };
    } catch (error) {
      return { connections, sent: (error as { sent: boolean }).sent };
    } finally {
      await transport.close();
      server.close();
    }
  }

  const resolvesTo =
    (...addresses: string[]): ResolveAll =>
    (_, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  it.each(["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"])(
    "to %s is not opened",
    async (host) => {
      expect(await attempt(host)).toEqual({ connections: 0, sent: false });
    },
  );

  it.each([
    ["a private address", ["127.0.0.1"]],
    ["a private address among public ones", ["93.184.215.14", "127.0.0.1"]],
    ["nothing", []],
  ])("to a name that resolves to %s is not opened", async (_, addresses) => {
    expect(await attempt("images.example", { resolve: resolvesTo(...addresses) })).toEqual({
      connections: 0,
      sent: false,
    });
  });

  it("goes to this machine by either family where that is allowed: localhost is often both", async () => {
    const both: ResolveAll = (_, done) =>
      done(null, [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ]);
    const own = { resolve: both, isAllowed: isLoopbackAddress };
    expect(await attempt("localhost", own)).toEqual({ connections: 1 });
    expect(await attempt("localhost", { resolve: both })).toEqual({ connections: 0, sent: false });
  });

  it("goes to the address that was checked: the name is asked once, and may say something else later", async () => {
    let asked = 0;
    const checked: string[] = [];
    const rebinding: ResolveAll = (_, done) =>
      done(null, [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
    const isAllowed = (address: string): boolean => {
      checked.push(address);
      return true;
    };
    expect(await attempt("images.example", { resolve: rebinding, isAllowed })).toEqual({ connections: 1 });
    expect([asked, checked]).toEqual([1, ["127.0.0.1"]]);
  });
});
