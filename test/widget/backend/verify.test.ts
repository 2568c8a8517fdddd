/** What the site's server takes for genuine: against the project's own sender, and against the reference library of Standard Webhooks. */
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedHeaders } from "../../../server/webhooks/signature.ts";
import {
  type SignedRequest,
  VerificationError,
  verifyAuthorize,
  verifyWebhook,
} from "../../../widget/backend/index.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const secret = (bytes: number, size = 32): string => `whsec_${Buffer.alloc(size, bytes).toString("base64")}`;
const [NEW, OLD, FOREIGN] = [secret(1), secret(2), secret(3)];
const ID = "evt_4f7a0c";
const EVENT = JSON.stringify({
  type: "order.redeemed",
  timestamp: "2026-11-22T12:00:00.000Z",
  data: {
    event_id: ID,
    sequence: 2,
    order_id: "1042",
    delivery: "redeem",
    state: "redeemed",
    sku: "ЯД-20 🎁",
  },
});
const QUESTION = JSON.stringify({
  type: "order.authorize",
  timestamp: "2026-11-22T12:00:00.000Z",
  data: { order_id: "1042", attempt: 1, sku: "GIFT-20", reward_name: "Gift card, 20" },
});

beforeEach(() => vi.spyOn(Date, "now").mockReturnValue(NOW));
afterEach(() => vi.restoreAllMocks());

const signed = (body: string, secrets: readonly string[] = [NEW], now = NOW) => ({
  headers: signedHeaders(ID, body, now, secrets),
  body,
});
const codeOf = async (verified: Promise<unknown>): Promise<string> => {
  const error = await verified.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(VerificationError);
  return error.code;
};

it("takes what the server's own sender signed, and answers the event", async () => {
  const event = await verifyWebhook(signed(EVENT), NEW);
  expect(event).toEqual(JSON.parse(EVENT));
  // Of this type alone, for the compiler too.
  if (event.type === "order.redeemed") expect(event.data.state satisfies string).toBe("redeemed");
});

it("takes what the reference library signed", async () => {
  const headers = {
    "webhook-id": ID,
    "webhook-timestamp": String(NOW / 1000),
    "webhook-signature": new Webhook(NEW).sign(ID, new Date(NOW), EVENT),
  };
  expect(await verifyWebhook({ headers, body: EVENT }, NEW)).toEqual(JSON.parse(EVENT));
});

it("takes a body as text, as bytes and as the platform's own request, and headers in any case", async () => {
  const { headers, body } = signed(EVENT);
  const bytes = new TextEncoder().encode(body);
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const requests: SignedRequest[] = [
    { headers, body: bytes },
    { headers, body: Buffer.from(body) },
    { headers, body: bytes.buffer },
    { headers: shouted, body },
    { headers: new Headers(headers), body },
    new Request("https://shop.example/hooks", { method: "POST", headers, body }),
  ];
  for (const request of requests) expect(await verifyWebhook(request, NEW)).toEqual(JSON.parse(EVENT));
});

it("knows several secrets of a rotation, as a list or with blanks between, on either side", async () => {
  for (const secrets of [[OLD, NEW], `${OLD} ${NEW} `, `\n${NEW}\n`])
    expect(await verifyWebhook(signed(EVENT), secrets)).toBeTruthy();
  for (const known of [NEW, OLD])
    expect(await verifyWebhook(signed(EVENT, [FOREIGN, NEW, OLD]), known)).toBeTruthy();
});

it("takes no signature of a secret that it does not know", async () => {
  expect(await codeOf(verifyWebhook(signed(EVENT, [FOREIGN]), [NEW, OLD]))).toBe("signature_wrong");
});

it("takes nothing of which a bit is another one: body, id, time or signature", async () => {
  const { headers } = signed(EVENT);
  const flipped = (text: string, at: number, bit: number): string => {
    const bytes = Buffer.from(text);
    const place = at % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
    return bytes.toString("latin1");
  };
  const part = fc.constantFrom("body", "webhook-id", "webhook-timestamp", "webhook-signature");
  await fc.assert(
    fc.asyncProperty(part, fc.nat(), fc.integer({ min: 0, max: 7 }), async (name, at, bit) => {
      const changed = { ...headers } as Record<string, string>;
      const body = Buffer.from(EVENT);
      if (name === "body") body[at % body.length] = (body[at % body.length] ?? 0) ^ (1 << bit);
      else changed[name] = flipped(changed[name] ?? "", at, bit);
      const code = await codeOf(verifyWebhook({ headers: changed, body }, NEW));
      expect(["signature_wrong", "timestamp_outside"]).toContain(code);
    }),
    {
      examples: [
        ["body", 0, 0],
        ["webhook-timestamp", 9, 0],
        ["webhook-signature", 3, 0],
      ],
    },
  );
});

it("agrees with the reference library on whatever signatures are there", async () => {
  const mark = signedHeaders(ID, EVENT, NOW, [NEW])["webhook-signature"] ?? "";
  const each = fc.oneof(
    fc.constantFrom(
      mark,
      mark.slice(0, -1),
      mark.replace("v1,", "v2,"),
      mark.replace("v1,", "v1a,"),
      "v1,",
      "v1",
      ",",
    ),
    fc.base64String().map((text) => `v1,${text}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(each, { minLength: 1, maxLength: 4 }), async (list) => {
      const headers = { ...signedHeaders(ID, EVENT, NOW, [NEW]), "webhook-signature": list.join(" ") };
      const theirs = (() => {
        try {
          return Boolean(new Webhook(NEW).verify(EVENT, headers));
        } catch {
          return false;
        }
      })();
      const ours = await verifyWebhook({ headers, body: EVENT }, NEW).then(Boolean, () => false);
      expect(ours).toBe(theirs);
    }),
  );
});

it("takes nothing that was signed more than five minutes before or after now", async () => {
  const MINUTES_5 = 300_000;
  for (const off of [-MINUTES_5, MINUTES_5])
    expect(await verifyWebhook(signed(EVENT, [NEW], NOW + off), NEW)).toBeTruthy();
  for (const off of [-MINUTES_5 - 1000, MINUTES_5 + 1000])
    expect(await codeOf(verifyWebhook(signed(EVENT, [NEW], NOW + off), NEW))).toBe("timestamp_outside");
  for (const time of ["NaN", "1e9", "-1", "0x10"]) {
    const request = signed(EVENT);
    expect(
      await codeOf(
        verifyWebhook({ ...request, headers: { ...request.headers, "webhook-timestamp": time } }, NEW),
      ),
    ).toBe("timestamp_outside");
  }
});

it("misses each of the three headers", async () => {
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    const request = signed(EVENT);
    expect(
      await codeOf(verifyWebhook({ ...request, headers: { ...request.headers, [name]: undefined } }, NEW)),
    ).toBe("signature_missing");
  }
});

it.each([
  ["none", undefined],
  ["an empty one", ""],
  ["one without its prefix", NEW.slice("whsec_".length)],
  ["one of 23 bytes", secret(1, 23)],
  ["one of 65 bytes", secret(1, 65)],
  ["one in the alphabet of addresses", `whsec_${"-_".repeat(22)}`],
  ["a good one and a cut one", [NEW, OLD.slice(0, -3)]],
])("tells of a secret that is none: %s", async (_, secrets) => {
  const verified = verifyWebhook(signed(EVENT), secrets as string);
  expect(await codeOf(verified)).toBe("secret_malformed");
  await expect(verified).rejects.not.toThrow(OLD.slice(8, 20));
});

it("tells of a body that was parsed, read or never there", async () => {
  const { headers } = signed(EVENT);
  const read = new Request("https://shop.example/hooks", { method: "POST", headers, body: EVENT });
  await read.text();
  for (const request of [{ headers, body: JSON.parse(EVENT) }, { headers }, read])
    expect(await codeOf(verifyWebhook(request, NEW))).toBe("body_not_raw");
});

it("answers a question of the token server, and takes neither for the other", async () => {
  expect(await verifyAuthorize(signed(QUESTION), NEW)).toEqual(JSON.parse(QUESTION));
  expect(await codeOf(verifyAuthorize(signed(EVENT), NEW))).toBe("body_malformed");
  expect(await codeOf(verifyWebhook(signed(QUESTION), NEW))).toBe("body_malformed");
});

it("takes no genuine body that is nothing of ours", async () => {
  for (const body of [
    "",
    "null",
    "[]",
    "{}",
    '{"type":"order.booked"}',
    '{"type":1,"data":{}}',
    '{"type":"x","data":null}',
    "{",
  ])
    expect(await codeOf(verifyWebhook(signed(body), NEW))).toBe("body_malformed");
});
