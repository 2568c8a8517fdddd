/** What the sandbox offers: sessions, faults, lost answers, time, webhooks, promotions of one's own. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox, SandboxOptions, SandboxSession } from "../../../demo/sandbox/types.ts";
import { importSandbox } from "../../support/sandbox.ts";
import { until } from "../../support/until.ts";

const SKU = "KESTROW-CODE-PLAIN-25";

let createSandbox: (options?: SandboxOptions) => Promise<Sandbox>;
const running: Sandbox[] = [];
beforeAll(async () => {
  ({ createSandbox } = await importSandbox());
});
afterEach(() => Promise.all(running.splice(0).map((each) => each.close())));

async function started(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  running.push(sandbox);
  return sandbox;
}

interface Answered {
  readonly status: number;
  readonly data: Record<string, never>;
  readonly code?: string;
}

/** A page with a session, on a site of its own. */
function pageWith({ fetch }: Sandbox, token: string) {
  return async (path: string, body?: object): Promise<Answered> => {
    const response = await fetch(`https://cdn.shop.example/rewards/v1/${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as Omit<Answered, "status">) };
  };
}

async function chosen(sandbox: Sandbox, members?: SandboxSession) {
  const { session_token } = await sandbox.session(members);
  const ask = pageWith(sandbox, session_token);
  const { data } = await ask("order/book", { sku: SKU });
  const confirm = () => ask("order/redeem", { attempt: data.attempt, sku: SKU });
  return { ask, confirm };
}

describe("an order", () => {
  it("gives one code, which is billed once, to a page of any origin at any address", async () => {
    const sandbox = await started();
    const { confirm } = await chosen(sandbox);
    const [first, again] = [await confirm(), await confirm()];
    expect(first).toMatchObject({ status: 200, data: { state: "redeemed" } });
    expect(again.data).toEqual(first.data);
    expect(sandbox.control.codes()).toHaveLength(1);
  });

  it("has the same code where the service's answer is a 504 after the effect", async () => {
    const sandbox = await started({ faults: [{ operation: "redeem", kind: "timeout_after" }] });
    const { confirm } = await chosen(sandbox);
    expect(await confirm()).toMatchObject({ status: 200, data: { state: "redeemed" } });
    expect(sandbox.control.calls.filter(({ operation }) => operation === "redeem")).toHaveLength(1);
    expect(sandbox.control.codes()).toHaveLength(1);
  });

  it("has the same code where the answer is lost on the way to the page, or to the token server", async () => {
    const sandbox = await started();
    const { confirm } = await chosen(sandbox);
    sandbox.control.loseAnswers("page");
    sandbox.control.loseAnswers("service");
    await expect(confirm()).rejects.toThrow(TypeError);
    expect(await confirm()).toMatchObject({ status: 200, data: { state: "redeemed" } });
    expect(sandbox.control.codes()).toHaveLength(1);
  });

  it("is free again when its hold has lapsed", async () => {
    const sandbox = await started();
    const { ask } = await chosen(sandbox, { ttl_seconds: 3_600 });
    sandbox.control.advance(31 * 60_000);
    await until(async () => (await ask("order")).data.state === "open", "a free order");
  });

  it("tells the site's backend, and asks it before a confirmation", async () => {
    const asked: unknown[] = [];
    const authorize = (question: Readonly<Record<string, unknown>>) => {
      asked.push(question.order_id);
      return { decision: "deny", reason: "Not enough points." } as const;
    };
    const sandbox = await started({ authorize });
    const { confirm } = await chosen(sandbox, { order_id: "1042" });
    expect(await confirm()).toMatchObject({
      status: 409,
      code: "confirmation_denied",
      detail: expect.stringContaining("Not enough points."),
    });
    expect(asked).toEqual(["1042"]);
    await until(() => sandbox.events.length > 0, "a webhook");
    expect(sandbox.events[0]).toMatchObject({ type: "order.booked", data: { order_id: "1042" } });
  });
});

it("a backend asks with the key", async () => {
  const { fetch, server, key } = await started();
  const answer = await fetch(`${server}/v1/promotions`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
});

it("a refused session is an error with the server's code", async () => {
  const sandbox = await started();
  await expect(sandbox.session({ promotion_id: "9999" })).rejects.toMatchObject({
    code: "promotion_not_found",
  });
});

it("what cannot be is an error that says what could", async () => {
  const { control } = await started();
  expect(() => control.loseAnswers("pge" as never)).toThrow('"page" or "service"');
  expect(() => control.fault({ operation: "redeem", kind: "slowly" as never })).toThrow(/fault: .*'slow'/s);
  await expect(createSandbox({ promotion: "77" })).rejects.toThrow('no promotion "77"');
});

it("sandboxes beside each other share nothing", async () => {
  const [one, other] = [await started(), await started()];
  await (await chosen(one, { order_id: "same" })).confirm();
  expect((await other.session({ order_id: "same" })).state).toBe("open");
  expect(other.control.codes()).toEqual([]);
});

describe("a promotion of one's own", () => {
  const BRAND = {
    name: "Bookmark",
    color: "#274b8f",
    shows: "pin",
    values: [15, { min: 5, max: 50 }],
  } as const;

  it("has the given rewards, names and currency", async () => {
    const sandbox = await started({ promotion: { name: "Acme", currency: "EUR" }, rewards: [BRAND] });
    const ask = pageWith(sandbox, (await sandbox.session({ max_amount: "40" })).session_token);
    expect((await ask("order")).data.promotion).toMatchObject({ name: "Acme" });
    const { data } = await ask("catalog");
    expect((data as unknown as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      expect.stringMatching(/^Bookmark .*15/),
      expect.stringMatching(/^Bookmark .*5 .*50/),
    ]);
  });

  it.each<[string, SandboxOptions, RegExp]>([
    [
      "rewards beside the id of a ready-made one",
      { promotion: "4001", rewards: [BRAND] },
      /leave out its id/,
    ],
    ["a colour by name", { rewards: [{ ...BRAND, color: "blue" }] }, /rewards|brands.*color/],
    ["no value", { rewards: [{ ...BRAND, values: [] }] }, /values/],
  ])("with %s is refused with what was wrong", async (_, options, said) => {
    await expect(createSandbox(options)).rejects.toThrow(said);
  });
});

describe("what a page shows", () => {
  it("has its pictures in it", async () => {
    const sandbox = await started();
    const { data } = await pageWith(sandbox, (await sandbox.session()).session_token)("catalog");
    const [first] = data as unknown as { logo_url: string }[];
    expect(decodeURIComponent(first?.logo_url ?? "")).toMatch(/^data:image\/svg\+xml,<svg /);
  });

  it("has links to the page that shows where they lead, which asks the sandbox for it", async () => {
    const pages = "https://docs.example/opened/";
    const sandbox = await started({ pages });
    const { session_token } = await sandbox.session({ delivery: "activate" });
    const ask = pageWith(sandbox, session_token);
    await ask("order/book", { sku: SKU });
    const { data } = await ask("order/activate", { attempt: 1, sku: SKU });
    const address = String((data as { url?: string }).url);
    expect(address).toMatch(/^https:\/\/docs\.example\/opened\/#\/flow\//);
    const shown = await sandbox.fetch(address);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("<!doctype html>")]);
  });
});
