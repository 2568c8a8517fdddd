/** Whose requests are counted together. */
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../../../server/http/context.ts";
import { limitAddress } from "../../../server/http/limits.ts";
import { toProblem } from "../../../server/problem.ts";

/** Asks with each `X-Forwarded-For` in turn, one request a minute allowed; answers which ones passed. */
async function passed(trustedProxies: number, forwarded: readonly string[]): Promise<boolean[]> {
  const app = new Hono<AppEnv>();
  app.use(limitAddress(1, trustedProxies));
  app.get("/", (c) => c.text("ok"));
  app.onError((error) => new Response(null, { status: toProblem(error) ? 429 : 500 }));
  const answers: boolean[] = [];
  for (const value of forwarded) {
    answers.push((await app.request("/", { headers: { "X-Forwarded-For": value } })).status === 200);
  }
  return answers;
}

describe("the address of a client", () => {
  it("is the socket's without trusted proxies, whatever the header says", async () => {
    expect(await passed(0, ["192.0.2.1", "192.0.2.2"])).toEqual([true, false]);
  });

  it("is what the one trusted proxy saw", async () => {
    expect(await passed(1, ["192.0.2.1", "192.0.2.2", "192.0.2.1"])).toEqual([true, true, false]);
  });

  it("is not what the client put before it", async () => {
    expect(await passed(1, ["198.51.100.1, 192.0.2.1", "198.51.100.2, 192.0.2.1"])).toEqual([true, false]);
  });

  it("stands as far from the end as there are trusted proxies", async () => {
    expect(await passed(2, ["192.0.2.1, 10.0.0.1", "192.0.2.1, 10.0.0.2", "192.0.2.2, 10.0.0.1"])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ["an IPv6 network of /64", "2001:db8::1", "2001:db8:0:0:ffff::2", false],
    ["two IPv6 networks", "2001:db8:0:1::1", "2001:db8:0:2::1", true],
    ["an IPv4 address in its IPv6 form", "::ffff:192.0.2.1", "192.0.2.1", false],
  ])("%s: counted apart is %s", async (_, one, other, apart) => {
    expect(await passed(1, [one, other])).toEqual([true, apart]);
  });
});
