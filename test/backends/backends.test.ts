/**
 * The backends of `demo/backends/`: each whose language is on this machine runs against the token server, and gives the same
 * answers to the same requests. Deliveries are signed by the reference library of Standard Webhooks.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childEnv } from "../support/child-env.ts";
import { freePort } from "../support/free-port.ts";
import { type RunningServer, startServer } from "../support/process.ts";
import { findProgram } from "../support/programs.ts";
import { until } from "../support/until.ts";

const ROOT = resolve(import.meta.dirname, "../../demo/backends");
const FOLDER = mkdtempSync(join(tmpdir(), "backends-"));
const ORIGIN = "https://site.example";
const SITE_KEY = "site-key-of-the-backends-0123456789abcdef";
const KEY = "new-secret-of-the-site-0001";
const secret = (text: string): string => `whsec_${Buffer.from(text).toString("base64")}`;
const NEW = secret(KEY);
const OLD = secret("old-secret-of-the-site-0001");
const FOREIGN = secret("secret-of-somebody-else-001");
/** Ends with a space, which must not become a secret without characters. */
const SECRETS = `${NEW} ${OLD} `;
const SKU = "PIXELBARN-50";

interface Backend {
  readonly name: string;
  readonly file: string;
  readonly programs: readonly string[];
  readonly build?: (file: string) => readonly string[];
  readonly run: (file: string, port: number) => readonly string[];
}
const BACKENDS: readonly Backend[] = [
  { name: "Node", file: "node/backend.mjs", programs: [], run: (file) => [process.execPath, file] },
  {
    name: "PHP",
    file: "php/backend.php",
    programs: ["php"],
    run: (file, port) => ["php", "-S", `127.0.0.1:${port}`, file],
  },
  { name: "Python", file: "python/backend.py", programs: ["python3"], run: (file) => ["python3", file] },
  { name: "Java", file: "java/Backend.java", programs: ["java", "javac"], run: (file) => ["java", file] },
  {
    name: "Go",
    file: "go/main.go",
    programs: ["go"],
    build: (file) => ["go", "build", "-o", join(FOLDER, "go-backend"), file],
    run: () => [join(FOLDER, "go-backend")],
  },
  { name: "Ruby", file: "ruby/backend.rb", programs: ["ruby"], run: (file) => ["ruby", file] },
  {
    name: "C#",
    file: "csharp/Program.cs",
    programs: ["mcs", "mono"],
    build: (file) => [
      "mcs",
      `-out:${join(FOLDER, "backend.exe")}`,
      "-r:System.Net.Http,System.Runtime.Serialization,System.Xml,System.Xml.Linq",
      file,
    ],
    run: () => ["mono", join(FOLDER, "backend.exe")],
  },
];

let server: RunningServer;
beforeAll(async () => {
  const SITES = JSON.stringify([{ id: "site", key: SITE_KEY, origins: [ORIGIN] }]);
  server = await startServer({ PORT: "0", DATABASE_URL: "memory:", SITES });
});
afterAll(async () => {
  await server.kill("SIGTERM");
  rmSync(FOLDER, { recursive: true });
});

/** What a redeemed order's page does. */
async function redeem(token: string): Promise<string> {
  const post = async (action: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}/v1/order/${action}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const { attempt } = await post("book", { sku: SKU });
  return String((await post("redeem", { attempt, sku: SKU })).state);
}

let ids = 0;
/** A body as no serializer writes it again: its number, its letter and its spaces would change. Other objects in it have members of the same names. */
const bodyOf = (order: string, sequence: number, state: string): string =>
  `{ "type": "order.${state}", "timestamp": "2026-01-01T00:00:00Z", "data": {"metadata":{"order_id":"another","state":"x"},` +
  `"event_id":"e-${ids}","sequence":${sequence},"order_id":"${order}", "state":"${state}","value":{"amount": 1.0,"order_id":"another","state":"x","note":"é \\u00e9 \\"}"} } }`;

interface Sent {
  readonly headers: Record<string, string>;
  body: string;
}
interface Delivery {
  readonly secrets?: readonly string[];
  /** Seconds since it was signed. */
  readonly age?: number;
  /** What another has made of it on its way. */
  readonly change?: (sent: Sent) => void;
}
const seconds = (ms: number): string => String(Math.floor(ms / 1000));
const withHeader =
  (name: string, value: string): Delivery["change"] =>
  ({ headers }) => {
    headers[name] = value;
  };
/** A signature that the library refuses to make: with a key without characters, or over a time that is none. */
const signedBy =
  (key: string, time = seconds(Date.now())): Delivery["change"] =>
  ({ headers, body }) => {
    const hmac = createHmac("sha256", key).update(`${headers["webhook-id"]}.${time}.${body}`);
    Object.assign(headers, { "webhook-timestamp": time, "webhook-signature": `v1,${hmac.digest("base64")}` });
  };

const DELIVERIES: readonly [says: string, status: number, delivery: Delivery][] = [
  ["is signed", 204, {}],
  ["is signed with the old secret of a rotation", 204, { secrets: [OLD] }],
  ["has two signatures, the second of them right", 204, { secrets: [FOREIGN, NEW] }],
  ["is not yet five minutes old", 204, { age: 290 }],
  ["is older than five minutes", 400, { age: 310 }],
  ["comes from more than five minutes ahead", 400, { age: -310 }],
  [
    "has a newer time than was signed",
    400,
    { age: 310, change: withHeader("webhook-timestamp", seconds(Date.now())) },
  ],
  ["has a time that is none", 400, { change: signedBy(KEY, "soon") }],
  ["has a time without characters", 400, { change: signedBy(KEY, "") }],
  ["is signed with another secret", 400, { secrets: [FOREIGN] }],
  ["is signed with a secret without characters", 400, { change: signedBy("") }],
  ["has another id", 400, { change: withHeader("webhook-id", "another") }],
  [
    "has another body",
    400,
    {
      change: (sent) => {
        sent.body = sent.body.replace("1.0", "9.0");
      },
    },
  ],
  [
    "was parsed and written again",
    400,
    {
      change: (sent) => {
        sent.body = JSON.stringify(JSON.parse(sent.body));
      },
    },
  ],
  [
    "has a signature of another version",
    400,
    {
      change: ({ headers }) => {
        headers["webhook-signature"] = headers["webhook-signature"]?.replace("v1", "v2") ?? "";
      },
    },
  ],
  ...["", "v1,", "v1,é", "\u00ff"].map((signature): [string, number, Delivery] => [
    `has the signature "${signature}"`,
    400,
    { change: withHeader("webhook-signature", signature) },
  ]),
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((name): [string, number, Delivery] => [
    `has no ${name}`,
    400,
    {
      change: ({ headers }) => {
        delete headers[name];
      },
    },
  ]),
];

describe.each(BACKENDS)("$name", ({ name, file, programs, build, run }) => {
  const missing = programs.filter((program) => findProgram("", [program]) === undefined);
  if (missing.length > 0) {
    process.stderr.write(`\n*** ${missing.join(", ")} not here: the backend in ${name} was not run.\n`);
    it.skip(`the backend in ${name} was not run: no ${missing.join(", ")}`, () => {});
    return;
  }
  const path = join(ROOT, file);
  const key = name.replace("#", "sharp").toLowerCase();
  let url: string;
  const running: (() => Promise<unknown>)[] = [];

  /** @returns the address where it answers */
  async function start(more: Record<string, string> = {}): Promise<string> {
    const port = await freePort();
    const settings = { PORT: `${port}`, REWARDS_URL: server.url, SITE_KEY, TMPDIR: FOLDER, ...more };
    const [program = "", ...args] = run(path, port);
    const child = spawn(program, args, { env: childEnv(settings), stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    const ended = once(child, "exit");
    running.push(() => {
      child.kill("SIGKILL");
      return ended;
    });
    const address = `http://127.0.0.1:${port}`;
    const isUp = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
      return fetch(address).then(
        () => true,
        () => false,
      );
    };
    await until(isUp, `${name} answers`);
    return address;
  }
  beforeAll(async () => {
    const [builder, ...options] = build?.(path) ?? [];
    if (builder) {
      const { status, stderr, stdout } = spawnSync(builder, options, { encoding: "utf8" });
      if (status !== 0) throw new Error(`${stdout}${stderr}`);
    }
    url = await start({ WEBHOOK_SECRET: SECRETS });
  });
  afterAll(() => Promise.all(running.map((stop) => stop())));

  const points = async (order: string): Promise<unknown> =>
    ((await (await fetch(`${url}/orders/${order}`)).json()) as { points: unknown }).points;
  async function open(order: string): Promise<string> {
    const answer = await fetch(`${url}/reward-session?order=${order}`, { method: "POST" });
    return ((await answer.json()) as { session_token: string }).session_token;
  }
  async function send(
    path: string,
    body: string,
    { secrets = [NEW], age = 0, change }: Delivery = {},
    to = url,
  ) {
    const time = new Date(Date.now() - age * 1000);
    const id = `msg-${++ids}`;
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": seconds(time.getTime()),
      "webhook-signature": secrets.map((each) => new Webhook(each).sign(id, time, body)).join(" "),
    };
    const sent: Sent = { headers, body };
    change?.(sent);
    return fetch(`${to}${path}`, { method: "POST", ...sent });
  }
  const deliver = async (body: string, how?: Delivery, to?: string): Promise<number> =>
    (await send("/webhooks", body, how, to)).status;

  it("opens a session with which a page redeems, and tells the order's state", async () => {
    const order = `${key}-redeemed`;
    const first = await fetch(`${url}/reward-session?order=${order}`, { method: "POST" });
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(first.headers.get("content-type")).toMatch(/^application\/json/);
    const text = await first.text();
    expect(text).toMatch(/^\{"session_token":"[\w-]+"\}$/);
    expect(await (await fetch(`${url}/orders/${order}`)).text()).toBe(
      `{"order_id":"${order}","state":"open","points":0}`,
    );
    expect(await redeem(JSON.parse(text).session_token)).toBe("redeemed");
    expect(await deliver(bodyOf(order, 2, "redeemed"))).toBe(204);
    expect(await (await fetch(`${url}/orders/${order}`)).text()).toBe(
      `{"order_id":"${order}","state":"redeemed","points":100}`,
    );
  });

  it("passes a refusal of the token server on", async () => {
    const unknown = await fetch(`${url}/orders/${key}-unknown`);
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
      502,
      "order_not_found",
    ]);
    const cannot = await fetch(`${url}/reward-session?order=a%2Fb`, { method: "POST" });
    expect([cannot.status, (await fetch(`${url}/elsewhere`)).status]).toEqual([404, 404]);
  });

  it.each(DELIVERIES)("a delivery that %s: %i", async (_, status, delivery) => {
    const order = `${key}-${++ids}`;
    await open(order);
    expect(await deliver(bodyOf(order, 1, "redeemed"), delivery)).toBe(status);
    expect(await points(order)).toBe(status === 204 ? 100 : 0);
  });

  it("books once, also when deliveries come twice and out of order", async () => {
    const order = `${key}-shuffled`;
    await open(order);
    const [booked, redeemed, refunded] = ["booked", "redeemed", "refunded"].map((state, at) =>
      bodyOf(order, at + 1, state),
    );
    const after: unknown[] = [];
    for (const body of [redeemed, booked, redeemed, refunded, redeemed, refunded]) {
      expect(await deliver(body ?? "")).toBe(204);
      after.push(await points(order));
    }
    expect(after).toEqual([100, 100, 100, 0, 0, 0]);
    expect(await points(`${key}-redeemed`)).toBe(100);
  });

  it("keeps what is booked while an outcome is looked for again", async () => {
    const order = `${key}-processing`;
    await open(order);
    for (const [sequence, state] of [
      [1, "redeemed"],
      [9, "processing"],
    ] as const)
      expect(await deliver(bodyOf(order, sequence, state))).toBe(204);
    expect(await points(order)).toBe(100);
  });

  it("reserves the points when it is asked before a confirmation, once an order, and gives them back", async () => {
    const to = await start({ WEBHOOK_SECRET: SECRETS });
    const ask = async (order: string, how?: Delivery): Promise<unknown> => {
      const body = `{"type":"order.authorize","timestamp":"2026-01-01T00:00:00Z","data":{"order_id":"${order}","attempt":1,"sku":"A","reward_name":"A"}}`;
      const answer = await send("/authorize", body, how, to);
      return answer.status === 200 ? ((await answer.json()) as { decision: string }).decision : answer.status;
    };
    const orders = Array.from({ length: 10 }, (_, n) => `${key}-points-${n}`);
    for (const order of orders) expect([await ask(order), await ask(order)]).toEqual(["allow", "allow"]);
    expect(await ask(`${key}-one-more`)).toBe("deny");
    expect(await deliver(bodyOf(orders[0] ?? "", 1, "canceled"), {}, to)).toBe(204);
    expect([await ask(`${key}-one-more`), await ask(`${key}-another`)]).toEqual(["allow", "deny"]);
    expect(await ask(`${key}-forged`, { secrets: [FOREIGN] })).toBe(400);
  });

  it("answers an event of no order, such as a test", async () => {
    expect(
      await deliver('{"type":"webhook.test","timestamp":"2026-01-01T00:00:00Z","data":{"event_id":"e"}}'),
    ).toBe(204);
  });

  it("without WEBHOOK_SECRET starts, and refuses every delivery", async () => {
    const to = await start();
    const body = bodyOf(`${key}-refused`, 1, "redeemed");
    const unsigned = signedBy("");
    expect([await deliver(body, {}, to), await deliver(body, { change: unsigned }, to)]).toEqual([400, 400]);
  });
});

it("the backend in Node says which settings it lacks, and ends without one that it needs", () => {
  const start = (settings: Record<string, string>) =>
    spawnSync(process.execPath, [join(ROOT, "node/backend.mjs")], {
      env: childEnv(settings),
      encoding: "utf8",
    });
  const { status, stderr } = start({ PORT: "0", REWARDS_URL: "http://127.0.0.1:1" });
  expect([status, stderr]).toEqual([1, "Not set, see README.md: SITE_KEY, WEBHOOK_SECRET\n"]);
});
