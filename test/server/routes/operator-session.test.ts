/** Signing in at the operator's page, and everything that others try instead. */
import { describe, expect, it } from "vitest";
import { OPERATOR_SESSION } from "../../../server/timing.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { codeOf, ORIGIN } from "../../support/world.ts";
import { operatorIn } from "./operator.ts";

const ANNA = "the-key-of-anna-which-may-act-0123456789";
const BEN = "the-key-of-ben-that-only-reads-987654321";
const KEYS = JSON.stringify({ anna: ANNA, ben: { key: BEN, role: "read" } });
const PAGE = "https://rewards.example";
useWorld({ OPERATOR_KEYS: KEYS, OPERATOR_KEY: "the-key-of-the-operator-0123456789", PUBLIC_URL: PAGE });
const { stopped } = operatorIn(() => world);

const own = { Origin: PAGE, "Content-Type": "application/json" };
const signIn = (key: string, headers: Record<string, string> = own) =>
  world.request("/operator/session", { method: "POST", headers, body: JSON.stringify({ key }) });
/** As a browser would send it again. */
async function cookieOf(key = ANNA): Promise<{ Cookie: string }> {
  const { headers } = await signIn(key);
  return { Cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
}
const list = (headers: Record<string, string>) => world.request("/v1/attention", { headers });
const release = (headers: Record<string, string>) =>
  world.request("/v1/attention/shop/o/release", { method: "POST", headers });

describe("a key signs in", () => {
  it("to a cookie that no script and no other website uses, for eight hours", async () => {
    const { status, data, headers } = await signIn(ANNA);
    expect([status, data]).toEqual([201, { name: "anna", role: "act", by: "cookie" }]);
    const cookie = headers.get("set-cookie") ?? "";
    for (const part of ["__Host-", "HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=28800"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain(ANNA);
  });

  it("and the cookie opens what the key opens, under the key's name", async () => {
    await stopped("o", "blocked");
    const cookie = await cookieOf();
    expect((await list(cookie)).status).toBe(200);
    expect((await release({ ...cookie, ...own, "Content-Type": "" })).status).toBe(200);
    const { data } = await world.request("/v1/audit", { headers: cookie });
    expect(data).toMatchObject([{ what: "release", who: "anna" }]);
  });

  it("until eight hours are over, it is signed out, or its key has gone", async () => {
    const [first, second] = [await cookieOf(), await cookieOf()];
    const out = await world.request("/operator/session/end", {
      method: "POST",
      headers: { ...first, ...own },
    });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect(codeOf(await list(first))).toEqual([401, "operator_key_invalid"]);
    expect((await list(second)).status).toBe(200);
    await world.clock.advance(OPERATOR_SESSION);
    expect((await list(second)).status).toBe(401);
    const third = await cookieOf();
    await anotherWorld({ OPERATOR_KEYS: JSON.stringify({ anna: BEN }), PUBLIC_URL: PAGE });
    expect((await list(third)).status).toBe(401);
  });

  it("also where many sign out at once: a session has ended, or they are told that it has not", async () => {
    const all = await Promise.all(Array.from({ length: 120 }, () => cookieOf()));
    const end = (cookie: { Cookie: string }) =>
      world.request("/operator/session/end", { method: "POST", headers: { ...cookie, ...own } });
    const answers = await Promise.all(all.map(end));
    for (const [at, { status }] of answers.entries())
      expect([status, (await list(all[at] ?? {})).status]).toEqual(status === 204 ? [204, 401] : [503, 200]);
  });

  it.each(["cross-site", "same-site"])(
    "and does nothing for a page of %s, not even reading",
    async (from) => {
      const cookie = await cookieOf();
      for (const path of ["/operator/doctor", "/operator/report", "/v1/attention", "/v1/audit"])
        expect(codeOf(await world.request(path, { headers: { ...cookie, "Sec-Fetch-Site": from } }))).toEqual(
          [403, "origin_not_allowed"],
        );
      expect((await list({ ...cookie, "Sec-Fetch-Site": "same-origin" })).headers.get("cache-control")).toBe(
        "no-store",
      );
      expect((await world.request("/operator/state", { headers: cookie })).headers.get("cache-control")).toBe(
        "no-store",
      );
    },
  );

  it("and one of the role read stays so", async () => {
    await stopped("o", "blocked");
    const cookie = await cookieOf(BEN);
    expect((await list(cookie)).status).toBe(200);
    expect(codeOf(await release({ ...cookie, Origin: PAGE }))).toEqual([403, "operator_role"]);
  });
});

describe("nothing is done for", () => {
  it.each([
    ["a page of another website", { Origin: "https://evil.example" }],
    ["a page of one of the sites", { Origin: ORIGIN }],
    ["a sandboxed page", { Origin: "null" }],
    ["a request that does not say where it comes from", {}],
  ])("%s, although the browser adds the cookie", async (_, origin) => {
    await stopped("o", "blocked");
    const cookie = await cookieOf();
    expect(codeOf(await release({ ...cookie, ...origin }))).toEqual([403, "origin_not_allowed"]);
    const json = { "Content-Type": "application/json" };
    expect((await signIn(ANNA, { ...json, ...origin })).status).toBe(403);
    expect((await world.request("/v1/audit", { headers: cookie })).data).toEqual([]);
  });

  it.each([
    ["a changed name", (text: string) => `${text.slice(0, 4)}A${text.slice(5)}`],
    ["no signature", (text: string) => text.split(".")[0] ?? ""],
    ["another signature", (text: string) => `${text.split(".")[0]}.${"A".repeat(43)}`],
    ["nothing", () => ""],
    ["JSON", () => "e30.e30"],
  ])("a cookie with %s", async (_, change) => {
    const [name = "", value = ""] = (await cookieOf()).Cookie.split("=");
    const { status, problem } = await list({ Cookie: `${name}=${change(value)}` });
    expect([status, problem.code]).toEqual([401, "operator_key_invalid"]);
  });

  it("a wrong key; twenty of them do not keep a right one out", async () => {
    for (let n = 0; n < 20; n++) expect((await signIn(`${ANNA}${n}`)).status).toBe(401);
    expect((await signIn(`${ANNA}x`)).status).toBe(429);
    expect((await signIn(ANNA)).status).toBe(201);
  });
});

describe("the header of the proxy in front", () => {
  const HEADER = {
    OPERATOR_HEADER: "Remote-User",
    OPERATOR_PROXIES: "10.0.0.5, fd00::/16",
    OPERATORS: JSON.stringify({ "anna@example.com": "act", "ben@example.com": "read" }),
    TRUSTED_PROXIES: "1",
    PUBLIC_URL: PAGE,
  };
  const from = (address: string, headers: Record<string, string>, path = "/v1/attention", method = "GET") =>
    world.request(path, { method, headers }, address);

  it("is an operator's word from the proxy, and nobody's from elsewhere", async () => {
    await anotherWorld(HEADER);
    const anna = { "Remote-User": "anna@example.com" };
    expect((await from("10.0.0.5", anna)).status).toBe(200);
    expect((await from("fd00::7", anna)).status).toBe(200);
    for (const address of ["10.0.0.6", "127.0.0.1", "fd01::1"])
      expect(codeOf(await from(address, anna))).toEqual([401, "operator_key_invalid"]);
    expect((await from("10.0.0.5", { "Remote-User": "eve@example.com" })).status).toBe(401);
    expect(world.logs.join()).toContain("elsewhere than OPERATOR_PROXIES");
  });

  it("changes something from the page alone, and as the role says", async () => {
    await anotherWorld(HEADER);
    await stopped("o", "blocked");
    const path = "/v1/attention/shop/o/release";
    const as = (name: string, more = {}) =>
      from("10.0.0.5", { "Remote-User": `${name}@example.com`, ...more }, path, "POST");
    expect(codeOf(await as("anna"))).toEqual([403, "origin_not_allowed"]);
    expect(codeOf(await as("anna", { Origin: ORIGIN }))).toEqual([403, "origin_not_allowed"]);
    expect(codeOf(await as("ben", { Origin: PAGE }))).toEqual([403, "operator_role"]);
    expect((await as("anna", { Origin: PAGE })).status).toBe(200);
    const { data } = await from("10.0.0.5", { "Remote-User": "ben@example.com" }, "/v1/audit");
    expect(data).toMatchObject([{ who: "anna@example.com", what: "release" }]);
  });
});

it("without any operator in the settings there is no page to sign in at", async () => {
  await anotherWorld({ PUBLIC_URL: PAGE });
  expect(codeOf(await signIn(ANNA))).toEqual([404, "not_found"]);
});
