/** How often an address may try site keys. routes/access.test.ts tests the access by right and wrong keys. */
import { expect, it } from "vitest";
import { REFUSED_KEYS_PER_MINUTE } from "../../../server/timing.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Answer, codeOf, SITE_KEY } from "../../support/world.ts";

const OPERATOR_KEY = "an-operator-key-0123456789-0123456789";
const ROUTES = ["/v1/promotions", "/v1/orders/1042"] as const;

useWorld({ TRUSTED_PROXIES: "1", OPERATOR_KEY });

/** Asks as a backend at `address`, behind the trusted proxy. */
const from = (address: string, path: string, key: string): Promise<Answer> =>
  world.request(path, { headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": address } });
const guessAll = async (address: string, path: string): Promise<void> => {
  for (let n = 0; n < REFUSED_KEYS_PER_MINUTE; n++)
    expect(codeOf(await from(address, path, `guess-${n}`))).toEqual([401, "site_key_invalid"]);
};

it.each(ROUTES)(
  "%s: an address that guesses is turned away before its next guess is looked at",
  async (path) => {
    await guessAll("2001:db8::1", path);
    for (const key of ["guess", SITE_KEY]) {
      // Another address of the same network.
      const answer = await from("2001:DB8:0:0:ffff::1", path, key);
      expect(codeOf(answer)).toEqual([429, "rate_limited"]);
      expect(answer.problem.detail).toContain("Too many wrong site keys came from this address.");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await from("2001:db8:0:1::1", path, SITE_KEY)).status).not.toBe(429);
    const refused = world.logs.filter((line) => JSON.parse(line).msg === "a site key was refused");
    expect(refused).toHaveLength(REFUSED_KEYS_PER_MINUTE);
  },
);

it("wrong site keys keep no operator out, and wrong operator keys no site", async () => {
  await guessAll("192.0.2.7", "/v1/promotions");
  expect((await from("192.0.2.7", "/v1/attention", OPERATOR_KEY)).status).toBe(200);
  for (let n = 0; n < REFUSED_KEYS_PER_MINUTE; n++)
    expect((await from("192.0.2.8", "/v1/attention", "guess")).status).toBe(401);
  expect(codeOf(await from("192.0.2.8", "/v1/attention", OPERATOR_KEY))).toEqual([429, "rate_limited"]);
  expect((await from("192.0.2.8", "/v1/promotions", SITE_KEY)).status).toBe(200);
});

it("a right key costs nothing of that, however often it comes", async () => {
  for (let n = 0; n < REFUSED_KEYS_PER_MINUTE * 2; n++)
    expect((await from("192.0.2.7", "/v1/promotions", SITE_KEY)).status).toBe(200);
});
