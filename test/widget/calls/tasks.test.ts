import { expect } from "@open-wc/testing";
import { Api } from "../../../widget/calls/api.ts";
import { SessionKeeper } from "../../../widget/calls/session-keeper.ts";
import { type Desk, perform } from "../../../widget/calls/tasks.ts";
import type { Task } from "../../../widget/state/state.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { data, FakeServer, ORDER, offline, PRIMARY_AND_PIN, processing } from "../support/fake-server.ts";

function setUp(hasDrawers = true) {
  const server = new FakeServer();
  const session = new SessionKeeper(new FakeClock());
  session.token = "token-1";
  const api = new Api("https://rewards.test/", session, server.fetch);
  const fetched: string[] = [];
  const desk: Desk = {
    api,
    signal: new AbortController().signal,
    order: undefined,
    within: (_, call) => call,
    orderEvent: async (task, _, call) => {
      const answer = await call();
      return answer.ok
        ? { type: "order", task, order: answer.data, sentAt: 0, retryAfter: answer.retryAfter }
        : { type: "failed", task, failure: answer.failure };
    },
    attendant: {
      isGone: async () => false,
      fetchDrawers: async () => {
        fetched.push("drawers");
        return hasDrawers;
      },
      through: (alter) => new Api("https://rewards.test/", session, alter(server.fetch)),
      clock: new FakeClock(),
    },
  };
  return { server, desk, fetched };
}

type LaterTask = Parameters<typeof perform>[0];
const BOOK: LaterTask = { do: "book", choice: { sku: "A", amount: "50" } };
const REDEEM: LaterTask = { do: "redeem", confirmation: { attempt: 1, sku: "A" } };
const CODES: LaterTask = { do: "codes" };
const BALANCE: LaterTask = { do: "balance" };
const ACTIVATE: LaterTask = { do: "activate", confirmation: { attempt: 1, sku: "A" } };
const NOTIFY: LaterTask = { do: "notify", confirmation: { sku: "A", amount: "50" } };
const LINK: LaterTask = { do: "link", confirmation: { attempt: 1, sku: "A" } };

describe("perform", () => {
  it("books exactly what was chosen, as JSON", async () => {
    const { server, desk } = setUp();
    await perform(BOOK, desk);
    expect(server.calls).to.deep.equal([
      { route: "POST /v1/order/book", token: "token-1", body: { sku: "A", amount: "50" } },
    ]);
  });

  it("confirms each delivery at its own route, with the confirmed values", async () => {
    for (const [task, route, body] of [
      [REDEEM, "redeem", { attempt: 1, sku: "A" }],
      [ACTIVATE, "activate", { attempt: 1, sku: "A" }],
      [LINK, "activate", { attempt: 1, sku: "A" }],
      [NOTIFY, "notify", { sku: "A", amount: "50" }],
    ] as const) {
      const { server, desk } = setUp();
      expect(await perform(task, desk), task.do).to.include({ type: "order", task });
      expect(server.calls).to.deep.equal([{ route: `POST /v1/order/${route}`, token: "token-1", body }]);
    }
  });

  it("escapes a SKU in the address", async () => {
    const { server, desk } = setUp();
    await perform({ do: "details", sku: "a/b?c" }, desk);
    expect(server.calls[0]?.route).to.equal("GET /v1/rewards/a%2Fb%3Fc");
  });

  it("reads the wait of a redemption in progress", async () => {
    const { server, desk } = setUp();
    server.reply("POST /v1/order/redeem", () => data(processing("redeem"), 202, { "retry-after": "2" }));
    expect(await perform(REDEEM, desk)).to.include({ type: "order", retryAfter: 2_000 });
  });

  it("never aborts a change that was sent", async () => {
    const { server, desk } = setUp();
    const ended = new AbortController();
    let signal: AbortSignal | null | undefined;
    for (const [route, task] of [
      ["POST /v1/order/book", BOOK],
      ["POST /v1/order/redeem", REDEEM],
      ["POST /v1/order/activate", ACTIVATE],
      ["POST /v1/order/notify", NOTIFY],
    ] as const) {
      server.reply(route, (call) => {
        signal = call.signal;
        return data(processing("redeem"));
      });
      await perform(task, { ...desk, signal: ended.signal });
      expect(signal ?? null, route).to.equal(null);
    }
  });

  it("returns codes and links only after it requested the barcode drawers", async () => {
    for (const task of [REDEEM, CODES, ACTIVATE, LINK]) {
      const { server, desk, fetched } = setUp();
      if (task === CODES) server.order = { ...ORDER, state: "redeemed" };
      await perform(task, desk);
      expect(fetched, task.do).to.deep.equal(["drawers"]);
    }
  });

  it("is prepared when the barcode drawers are loaded, and says if they are not available", async () => {
    const events = await Promise.all([true, false].map((has) => perform({ do: "prepare" }, setUp(has).desk)));
    expect(events.map(({ type }) => type)).to.deep.equal(["prepared", "failed"]);
  });

  const misshapen: [what: string, route: string, body: unknown, task: LaterTask][] = [
    ["codes without items", "POST /v1/order/redeem", { ...ORDER, state: "redeemed", codes: {} }, REDEEM],
    ["a reward without a name", "GET /v1/rewards/A", { sku: "A" }, { do: "details", sku: "A" }],
    [
      "a code that is a number",
      "POST /v1/order/codes",
      { codes: { ...PRIMARY_AND_PIN, items: [{ usage: "primary", value: 1 }] } },
      CODES,
    ],
    [
      "a balance that is a text",
      "POST /v1/order/balance",
      { card_balance: "12", card_currency: "EUR" },
      BALANCE,
    ],
    ["a balance that is not there", "POST /v1/order/balance", {}, BALANCE],
    [
      "a currency that is a number",
      "POST /v1/order/balance",
      { card_balance: 1, card_currency: 978 },
      BALANCE,
    ],
  ];
  for (const [what, route, body, task] of misshapen) {
    it(`calls ${what} unreadable`, async () => {
      const { server, desk } = setUp();
      server.reply(route, () => data(body));
      expect(await perform(task, desk)).to.deep.include({
        type: "failed",
        failure: { code: "unreadable", requestId: undefined, problem: undefined, status: 200 },
      });
    });
  }

  it("requests a balance by POST, and returns the card's", async () => {
    const { server, desk } = setUp();
    const card = { card_balance: null, card_currency: null };
    server.balance = card;
    expect(await perform(BALANCE, desk)).to.deep.equal({ type: "card", task: BALANCE, card });
    expect(server.calls).to.deep.equal([{ route: "POST /v1/order/balance", token: "token-1", body: {} }]);
  });

  it("reports a broken connection", async () => {
    const { server, desk } = setUp();
    server.reply("POST /v1/order/redeem", offline);
    expect(await perform(REDEEM, desk)).to.deep.equal({
      type: "failed",
      task: REDEEM satisfies Task,
      failure: { code: "offline" },
    });
  });
});
