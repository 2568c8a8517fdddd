/** The options and settings that a run accepts, and the line that refuses others. */
import { describe, expect, it } from "vitest";
import { CREDENTIALS } from "../support/conformance.ts";
import { optionsFrom, readValues, UsageError } from "./options.ts";

const ADDRESSES = ["--base-url", "https://api.sandbox.example/v/", "--auth-url", "https://sandbox.example"];
const read = (args: readonly string[], env: NodeJS.ProcessEnv = CREDENTIALS) =>
  optionsFrom(readValues([...ADDRESSES, ...args]), env);
const withAddresses =
  (base: string, auth: string, ...more: string[]) =>
  () =>
    optionsFrom(readValues(["--base-url", base, "--auth-url", auth, ...more]), CREDENTIALS);

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("addresses", () => {
  it("may have a path, and lose a slash at the end", () => {
    expect(read([])).toMatchObject({
      baseUrl: "https://api.sandbox.example/v",
      authUrl: "https://sandbox.example",
    });
  });

  it.each(["http://127.0.0.1:4010/api", "http://localhost:1", "http://[::1]:1"])(
    "%s is this machine",
    (address) => {
      expect(withAddresses(address, address)().baseUrl).toBe(address);
    },
  );

  it.each([
    ["http://api.example", "--base-url must be https, or http on this machine"],
    ["http://127.0.0.1.example", "--base-url must be https, or http on this machine"],
    ["ftp://api.example", "--base-url must be https, or http on this machine"],
    ["api.example", "--base-url must be an address such as https://api.example"],
    ["https://user:word@api.example", "--base-url must have no user, query or fragment"],
    ["https://api.example/?a=1", "--base-url must have no user, query or fragment"],
  ])("%s is refused", (address, message) => {
    expect(refusalOf(withAddresses(address, "https://sandbox.example"))).toBe(message);
  });

  it("both must be given", () => {
    expect(refusalOf(() => optionsFrom(readValues([]), CREDENTIALS))).toBe("--base-url is missing");
  });
});

describe("a refusal in one line", () => {
  it.each([
    [["--promotion"], /--promotion/],
    [["--colour", "red"], /--colour/],
    [["one"], /one/],
    [["--auth", "basic"], /^--auth must be one of oauth, headers$/],
    [["--create-form", "both"], /^--create-form must be one of reward_in_body, reward_in_path$/],
    [["--create-and-redeem-form", "x"], /^--create-and-redeem-form must be one of plain, actions$/],
    [["--email", "nobody"], /^--email must be an e-mail address$/],
    [["--email", "Conformance.other@example.com"], /^--email must be another one than conformance\.other@/],
    [["--run", "a.b"], /^--run must be 1 to 24 letters, digits or hyphens$/],
    [["--only", "teleport"], /^--only teleport: no check begins with that$/],
    [["--create"], /^--create and --bill need --promotion/],
    [["--bill"], /^--create and --bill need --promotion/],
    [["--client-path", "/clients"], /^--client-path must contain \{client_id\}$/],
    [["--discounts-path", "discounts"], /^--discounts-path must be a path that begins with \/$/],
  ])("%j", (args, message) => {
    const refusal = refusalOf(() => read(args));
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain("\n");
  });

  it("a missing key or secret is refused without showing the other one", () => {
    for (const name of Object.keys(CREDENTIALS)) {
      const refusal = refusalOf(() => read([], { ...CREDENTIALS, [name]: "" }));
      expect(refusal).toBe("FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET must be set in the environment");
    }
  });

  it("orders are refused if the token address has no sandbox marker, unless an option allows them", () => {
    const real = (...more: string[]) =>
      withAddresses("https://api.example", "https://auth.example", "--promotion", "1", ...more);
    expect(refusalOf(real("--create"))).toMatch(/no sandbox marker/);
    expect(refusalOf(real("--bill"))).toMatch(/no sandbox marker/);
    expect(real()().allowed.create).toBe(false);
    expect(real("--bill", "--production")().allowed.bill).toBe(true);
  });
});

describe("accepted options", () => {
  it("without options the run only reads", () => {
    expect(read([]).allowed).toEqual({ auth: "oauth", create: false, bill: false, longestWaitMs: 0 });
  });

  it("--bill includes --create", () => {
    expect(read(["--promotion", "1", "--bill"]).allowed).toMatchObject({ create: true, bill: true });
  });

  it("--only takes ids and prefixes, several times", () => {
    const ids = read(["--only", "account.fields", "--only", "sort."]).checks.map(({ id }) => id);
    expect(ids).toEqual([
      "account.fields",
      "sort.activation-apart",
      "sort.updated-apart",
      "sort.redeemed-apart",
      "sort.refunded-apart",
      "sort.activation",
      "sort.updated",
      "sort.redeemed",
      "sort.refunded",
    ]);
  });

  it("every run has an id of its own, unless one is given", () => {
    expect(read([]).run).not.toBe(read([]).run);
    expect(read(["--run", "may-7"]).run).toBe("may-7");
  });
});
