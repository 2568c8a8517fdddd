/** What a site of the demo takes of its webhook. The deliveries are signed by the reference library of Standard Webhooks. */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createReceiver } from "../../demo/webhook.ts";

const secret = (text: string): string => `whsec_${Buffer.from(text).toString("base64")}`;
const SECRET = secret("secret-of-the-demo-00000001");
const OTHER = secret("secret-of-another-00000001");
/** A presenter has moved the demo's clock. */
const NOW = Date.UTC(2031, 0, 1);
const ORDER = "whole-1";

interface Event {
  readonly id: string;
  readonly sequence: number;
  readonly state: string;
  readonly type?: string;
}
const BOOKED: Event = { id: "evt_1", sequence: 1, state: "booked" };
const REDEEMED: Event = { id: "evt_2", sequence: 2, state: "redeemed" };
const REFUNDED: Event = { id: "evt_3", sequence: 3, state: "refunded" };
const IN_DOUBT: Event = { id: "evt_4", sequence: 4, state: "processing", type: "order.attention" };

/** As no serializer writes it again. */
const bodyOf = ({ id, sequence, state, type = `order.${state}` }: Event): string =>
  `{ "type":"${type}", "timestamp":"2031-01-01T00:00:00Z", "data":{"event_id":"${id}","delivery":"redeem","order_id":"${ORDER}","sequence":${sequence},"state":"${state}","value":{"amount":20.0,"currency":"USD"},"note":"é"}}`;

interface Way {
  readonly age?: number;
  readonly signedWith?: string;
  readonly change?: (sent: { headers: Record<string, string>; body: string }) => void;
}
function setUp() {
  const receiver = createReceiver([OTHER, SECRET], () => NOW);
  async function deliver(event: Event, { age = 0, signedWith = SECRET, change }: Way = {}): Promise<number> {
    const time = new Date(NOW - age * 1000);
    const body = bodyOf(event);
    const sent = {
      headers: {
        "webhook-id": event.id,
        "webhook-timestamp": String(time.getTime() / 1000),
        "webhook-signature": new Webhook(signedWith).sign(event.id, time, body),
      },
      body,
    };
    change?.(sent);
    return (await receiver.app.request("/", { method: "POST", ...sent })).status;
  }
  return { receiver, deliver };
}

describe("a delivery", () => {
  const header =
    (name: string, value: string): Way["change"] =>
    ({ headers }) => {
      headers[name] = value;
    };
  it.each<[string, number, Way]>([
    ["is signed", 204, {}],
    ["is signed with the other secret of a rotation", 204, { signedWith: OTHER }],
    ["is five minutes old by the demo's clock", 204, { age: 300 }],
    ["is older", 400, { age: 301 }],
    ["comes from further ahead", 400, { age: -301 }],
    ["is signed with a secret of somebody else", 400, { signedWith: secret("secret-of-somebody-else-01") }],
    ["has another id", 400, { change: header("webhook-id", "evt_9") }],
    ["has no id", 400, { change: header("webhook-id", "") }],
    ["has another time", 400, { change: header("webhook-timestamp", String(NOW / 1000 + 1)) }],
    ["has a time that is none", 400, { change: header("webhook-timestamp", "now") }],
    ["has no signature", 400, { change: header("webhook-signature", "") }],
    [
      "was parsed and written again",
      400,
      {
        change: (sent) => {
          sent.body = JSON.stringify(JSON.parse(sent.body));
        },
      },
    ],
  ])("that %s: %i", async (_, status, way) => {
    const { receiver, deliver } = setUp();
    expect(await deliver(REDEEMED, way)).toBe(status);
    expect(receiver.about(ORDER).standing?.state).toBe(status === 204 ? "redeemed" : undefined);
  });

  it("is shown as it came, with the signature shortened", async () => {
    const { receiver, deliver } = setUp();
    await deliver(REDEEMED);
    const [shown] = receiver.about(ORDER).deliveries;
    expect(shown).toMatchObject({ type: "order.redeemed", sequence: 2, body: bodyOf(REDEEMED) });
    expect(shown?.headers).toEqual({
      "webhook-id": "evt_2",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": expect.stringMatching(/^v1,.{9}…$/),
    });
  });
});

const AGAIN = "dropped: came before";
const OLDER = "dropped: older";

describe("deliveries that come", () => {
  it.each<[string, Event[], string, string[]]>([
    ["in order", [BOOKED, REDEEMED], "redeemed", ["taken", "taken"]],
    ["twice", [BOOKED, REDEEMED, REDEEMED], "redeemed", ["taken", "taken", AGAIN]],
    ["shuffled", [REDEEMED, BOOKED], "redeemed", ["taken", OLDER]],
    [
      "twice and shuffled",
      [REFUNDED, REDEEMED, REFUNDED, REDEEMED],
      "refunded",
      ["taken", OLDER, AGAIN, AGAIN],
    ],
    ["with the sequence of another", [REDEEMED, { ...REFUNDED, sequence: 2 }], "redeemed", ["taken", OLDER]],
    ["while an outcome is unknown", [REDEEMED, IN_DOUBT], "redeemed", ["taken", "taken"]],
  ])("%s", async (_, events, standing, outcomes) => {
    const { receiver, deliver } = setUp();
    for (const event of events) expect(await deliver(event)).toBe(204);
    const { deliveries, standing: stands } = receiver.about(ORDER);
    expect([stands?.state, deliveries.map(({ outcome }) => outcome).reverse()]).toEqual([standing, outcomes]);
    expect(receiver.count()).toBe(events.length);
  });

  it("as a test of the webhook are taken for no order's", async () => {
    const { receiver, deliver } = setUp();
    expect(await deliver({ id: "evt_0", sequence: 0, state: "open", type: "webhook.test" })).toBe(204);
    expect(receiver.about(ORDER).standing).toBeUndefined();
  });
});
