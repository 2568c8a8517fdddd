/** The command: its output streams, and its exit codes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { type ServedFulfillment, serveFulfillment } from "../../demo/fulfillment/serve.ts";
import { CREDENTIALS, IN_FULL, ran, suite } from "../support/conformance.ts";
import { runCommand } from "../support/process.ts";
import { ReportSchema } from "./report.ts";

describe("the command, in process", () => {
  it("ends with 0 if nothing differs, and prints the plan before the first result", async () => {
    const { code, out, err } = await ran(IN_FULL);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^Will create 20 redemptions and 8 codes in promotion 4001, with order ids conformance\./,
    );
    expect(out.indexOf("Will create")).toBeLessThan(out.indexOf("holds   "));
    expect(out).toMatch(/\d+ hold, 0 differ, 9 not supported\./);
  });

  it("ends with 1 if something differs", async () => {
    const { code, out } = await ran(["--only", "authentication."], {}, suite([], {}, "any_token"));
    expect(code).toBe(1);
    expect(out).toContain("differs        authentication.none-rewards (Errors)");
  });

  it("--dry-run reads, prints the plan, and makes nothing", async () => {
    const { code, out, one } = await ran([...IN_FULL, "--dry-run", "--run", "dry"]);
    expect(code).toBe(0);
    expect(out).toContain("order ids conformance.dry.4001.<n> and e-mail conformance@example.com.");
    expect(out).not.toContain("holds   ");
    expect(one.control.redemptions()).toEqual([]);
    expect(one.sent.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("says so if nothing is made", async () => {
    const { out } = await ran(["--only", "account."]);
    expect(out).toMatch(/^Will only read: nothing is created\.\n/);
  });

  it("--json prints the report to standard output and the plan to standard error", async () => {
    const { code, out, err } = await ran([...IN_FULL, "--json"]);
    expect(code).toBe(0);
    expect(ReportSchema.parse(JSON.parse(out)).summary.differs).toBe(0);
    expect(err).toMatch(/^Will create/);
    expect(out).not.toContain("example.com");
  });

  it("ends with 2 and one line when it is used wrongly", async () => {
    const { code, out, err, one } = await ran(["--auth", "basic"]);
    expect([code, out, err]).toEqual([2, "", "--auth must be one of oauth, headers; --help tells more\n"]);
    expect(one.sent).toEqual([]);
  });

  it("ends with 2 and one line when the service cannot be reached", async () => {
    const nobody = () => Promise.reject(new Error(`connect ${CREDENTIALS.FULFILLMENT_API_SECRET}`));
    const { code, out, err } = await ran(IN_FULL, { fetch: nobody });
    expect([code, out, err]).toEqual([2, "", "Token request: the connection failed\n"]);
  });

  it("ends with 2 and one line when the credentials are wrong", async () => {
    const { code, err } = await ran([], { env: { ...CREDENTIALS, FULFILLMENT_API_SECRET: "another" } });
    expect([code, err]).toEqual([2, "The token endpoint gave no token: it answered 401\n"]);
  });

  it("--wait waits for the half hour of a hold, but not for a month", async () => {
    const { code, out } = await ran([...IN_FULL, "--wait", "--only", "hold.", "--only", "refund.last"]);
    expect(code).toBe(0);
    expect(out).toContain("holds          hold.lapses");
    expect(out).toContain("not supported  refund.last-month: needs a redemption of an earlier month");
  });
});

describe("the command as a process, over HTTP", () => {
  let service: ServedFulfillment;
  beforeAll(async () => {
    service = await serveFulfillment({
      apiKey: CREDENTIALS.FULFILLMENT_API_KEY,
      apiSecret: CREDENTIALS.FULFILLMENT_API_SECRET,
      tokenLimit: { requests: 100, windowMs: 60_000 },
    });
  });
  afterAll(() => service.close());

  it("finds nothing on the simulated service, and makes what the plan said", async () => {
    const addresses = ["--base-url", service.baseUrl, "--auth-url", service.authUrl];
    const { code, stdout, stderr } = await runCommand(
      "test/conformance/index.ts",
      [...addresses, "--json", "--bill", "--promotion", String(PROMOTIONS.main), "--only", "redeem."],
      CREDENTIALS,
    );
    const report = ReportSchema.parse(JSON.parse(stdout));
    expect(report.checks.filter(({ result }) => result === "differs")).toEqual([]);
    expect(code).toBe(0);
    expect(report.made).toEqual(report.planned);
    expect(service.control.redemptions()).toHaveLength(report.planned.redemptions);
    expect(service.control.codes()).toHaveLength(report.planned.codes);
    expect(stderr).toMatch(/^Will create 3 redemptions and 2 codes/);
    expect(stdout + stderr).not.toContain(CREDENTIALS.FULFILLMENT_API_SECRET);
  });
});
