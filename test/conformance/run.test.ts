/** How a run handles its calls: credentials, and a service with faults. Source: docs/proof/interface.md, R2. */
import { describe, expect, it } from "vitest";
import { IN_FULL, idsOf, run, suite } from "../support/conformance.ts";

describe("credentials", () => {
  it("one token serves a run, and only the token endpoint and the checks of credentials get the secret", async () => {
    const one = suite();
    await run(one, { allowed: one.options.allowed });
    const { secret } = one.options.key;
    const withSecret = one.sent.filter(({ headers, body, path }) =>
      JSON.stringify([path, body, ...headers]).includes(secret),
    );
    const inBodies = withSecret.filter(({ body }) => body.includes(secret));
    // The run's token, and the checks of a wrong key and of another grant_type. The check of a wrong secret does not
    // send the real one.
    expect(inBodies.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => "/auth/oauth/token"));
    const byHeader = withSecret.filter(({ headers }) => headers.get("api-secret") === secret);
    expect(inBodies.length + byHeader.length).toBe(withSecret.length);
    expect(byHeader.filter(({ headers }) => headers.has("authorization"))).toEqual([]);
  });

  it("another token is requested only if a wait outlasts the first", async () => {
    const one = suite();
    await run(one);
    // Once for the run, three times wrongly, and once after the month that passes for last month's refund.
    expect(one.sent.filter(({ path }) => path === "/auth/oauth/token")).toHaveLength(1 + 3 + 1);
  });

  it("with --auth headers no token is requested, and the checks of tokens are not supported", async () => {
    const one = suite([...IN_FULL, "--auth", "headers"]);
    const report = await run(one);
    expect(one.sent.filter(({ path }) => path === "/auth/oauth/token")).toEqual([]);
    expect(idsOf(report, "differs")).toEqual([]);
    expect(idsOf(report, "not_supported")).toEqual(
      expect.arrayContaining(["authentication.token", "authentication.bearer"]),
    );
  });
});

describe("a service with faults", () => {
  it("a 504 after the effect is repeated, which gives the same redemption (R2)", async () => {
    const one = suite();
    one.control.fault({ operation: "create_and_redeem", kind: "timeout_after", times: 2 });
    one.control.fault({ operation: "redeem", kind: "reset_after" });
    const report = await run(one);
    expect(idsOf(report, "differs")).toEqual([]);
    expect({ redemptions: one.control.redemptions().length, codes: one.control.codes().length }).toEqual(
      report.planned,
    );
  });

  it("lists that lag are read again", async () => {
    const one = suite();
    one.control.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 4000, times: "always" });
    expect(idsOf(await run(one), "differs")).toEqual([]);
  });

  it("a 429 is repeated after the wait that it names", async () => {
    const one = suite();
    one.control.fault({ operation: "get_promotion", kind: "rate_limited", retry_after: 45 });
    const before = one.control.now();
    expect(idsOf(await run(one, { checks: [] }), "differs")).toEqual([]);
    expect(one.control.now() - before).toBeGreaterThanOrEqual(45_000);
  });

  it("an operation that never answers differs after its time limit", async () => {
    const one = suite();
    const report = await run(one, {
      deadline: () => AbortSignal.timeout(5),
      fetch: (url, init) =>
        url.includes("accounts/me")
          ? new Promise((_resolve, reject) =>
              init.signal?.addEventListener("abort", () => reject(new Error("x"))),
            )
          : one.fetch(url, { ...init, signal: undefined }),
    });
    expect(report.checks.filter(({ result }) => result === "differs")).toMatchObject([
      { id: "authentication.none-account", actual: "Get current account: no answer in time" },
      { id: "authentication.headers-account", actual: "Get current account: no answer in time" },
      { id: "account.fields", actual: "Get current account: no answer in time" },
    ]);
  });

  it("a redirect is not followed", async () => {
    const one = suite();
    const asked: string[] = [];
    const report = await run(one, {
      fetch: async (url, init) => {
        asked.push(`${init.redirect} ${new URL(url).host}`);
        return url.includes("accounts/me")
          ? new Response(null, { status: 302, headers: { location: "https://elsewhere.example/" } })
          : one.fetch(url, init);
      },
    });
    expect(idsOf(report, "differs")).toEqual(["authentication.none-account", "account.fields"]);
    expect(new Set(asked)).toEqual(new Set(["manual localhost"]));
  });

  it("if Book makes nothing, only Book's own checks differ; checks that need a hold could not be tried", async () => {
    const one = suite();
    one.control.fault({ operation: "book", kind: "server_error", times: "always" });
    const report = await run(one);
    const found = idsOf(report, "differs");
    expect(found).toEqual(expect.arrayContaining(["book.booked", "amount.lowest"]));
    expect(found.filter((id) => !/^(book|amount)\./.test(id))).toEqual([]);
    expect(report.checks.find(({ id }) => id === "activate.pending")).toMatchObject({
      result: "not_supported",
      reason: "no redemption to go on with: Book answered 500",
    });
  });
});
