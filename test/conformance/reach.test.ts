/** The first question of a run: is the interface there, and are the credentials accepted? */
import { describe, expect, it } from "vitest";
import { CREDENTIALS, ran, suite } from "../support/conformance.ts";

const answering = (one: ReturnType<typeof suite>, status: number, body: string, type = "text/html") => ({
  fetch: async (url: string, init: RequestInit) =>
    url.endsWith("/oauth/token")
      ? one.fetch(url, init)
      : new Response(body, {
          status,
          headers: { "content-type": type, location: "https://elsewhere.example/" },
        }),
});

describe("without any of the interface at the base address", () => {
  it("the run ends with 2 and one line, whatever checks were asked for", async () => {
    const { code, out, err } = await ran(["--base-url", "http://localhost/api/nope", "--only", "account"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      '--base-url: nothing of the interface is there: List rewards answered 404 "not_found", Get current account answered 404 "not_found"\n',
    );
  });

  it.each([
    ["a page for every path", 200, "<html>welcome</html>"],
    ["a gateway without a service", 502, "<html>bad gateway</html>"],
    ["a gateway that speaks JSON", 503, "{}"],
    ["a redirect", 302, "{}"],
    ["nothing with a path", 404, "<html>nothing</html>"],
  ])("the same with %s", async (_name, status, body) => {
    const one = suite();
    const { code, err } = await ran(["--promotion", "4001"], answering(one, status, body), one);
    expect(code).toBe(2);
    expect(err).toMatch(/^--base-url: nothing of the interface is there: .*Get a promotion answered .*\n$/);
  });
});

describe("with a part of the interface", () => {
  it.each([
    ["List rewards", "list_rewards", "rewards.fields"],
    ["the account", "account", "account.fields"],
  ] as const)("%s may fail for good, and differs", async (_name, operation, id) => {
    const one = suite();
    one.control.fault({ operation, kind: "server_error", times: "always" });
    const { code, out } = await ran(["--promotion", "4001"], {}, one);
    expect(code).toBe(1);
    expect(out).toContain(`differs        ${id} `);
  });

  it("a token that opens nothing differs, and no refusal counts against the caller", async () => {
    const one = suite([], { deviations: ["token_refused"] });
    const { code, out } = await ran(["--promotion", "9999", "--client", "702"], {}, one);
    expect(code).toBe(1);
    expect(out).toContain("differs        authentication.bearer ");
  });

  it("an account that may read nothing differs, and no refusal counts against the caller", async () => {
    const one = suite();
    for (const operation of ["list_rewards", "account", "get_promotion"] as const) {
      one.control.fault({ operation, kind: "forbidden", times: "always" });
    }
    const { code, err } = await ran(["--promotion", "9999"], {}, one);
    expect([code, err]).toEqual([1, ""]);
  });

  it("refused header credentials are the caller's mistake, because no token has proven the key", async () => {
    const env = { ...CREDENTIALS, FULFILLMENT_API_SECRET: "another" };
    const { code, err } = await ran(["--auth", "headers"], { env });
    expect(code).toBe(2);
    expect(err).toMatch(
      /^--auth headers: key and secret are refused: List rewards answered 401 "unauthorized"/,
    );
    expect(err).not.toContain("another");
  });
});
