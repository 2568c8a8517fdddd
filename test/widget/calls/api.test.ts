import { expect } from "@open-wc/testing";
import { Api } from "../../../widget/calls/api.ts";
import { SessionKeeper } from "../../../widget/calls/session-keeper.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { data, FakeServer, ORDER, offline, problem } from "../support/fake-server.ts";

function setUp(getSession?: () => Promise<string>) {
  const server = new FakeServer();
  const session = new SessionKeeper(new FakeClock());
  session.token = "token-1";
  session.getSession = getSession;
  return { server, session, api: new Api("https://rewards.test/", session, server.fetch) };
}

describe("Api", () => {
  it("sends the session as a bearer token", async () => {
    const { server, api } = setUp();
    await api.catalog();
    expect(server.calls).to.deep.equal([{ route: "GET /v1/catalog", token: "token-1", body: undefined }]);
  });

  it("requests the order by POST, which no cache can answer, with the session in the body and no header that would need a preflight", async () => {
    let sent: RequestInit | undefined;
    const session = new SessionKeeper(new FakeClock());
    session.token = "t";
    const answer = await new Api("https://rewards.test", session, async (_, init) => {
      sent = init;
      return data({ order: ORDER, catalog: [{ sku: "A", name: "A" }] });
    }).order();
    // A form is sent without asking leave, and passes firewalls.
    expect([
      sent?.method,
      sent?.headers,
      sent?.body instanceof URLSearchParams,
      `${sent?.body}`,
    ]).to.deep.equal(["POST", undefined, true, "session_token=t&etag=&locale="]);
    expect(answer).to.deep.include({ ok: true, data: ORDER, catalog: [{ sku: "A", name: "A" }] });
  });

  it("takes the early answer for this address and session, with the time of its request", async () => {
    const session = new SessionKeeper(new FakeClock());
    session.token = "t";
    const fetched: unknown[] = [];
    const early = [{ response: Promise.resolve(data({ order: ORDER })), sentAt: 5 }];
    const api = new Api(
      "https://rewards.test/",
      session,
      async (address) => {
        fetched.push(address);
        return data({ order: ORDER });
      },
      (what) => (what === "https://rewards.test/v1/openingt" ? early.pop() : undefined),
    );
    expect(await api.order()).to.deep.include({ ok: true, data: ORDER, sentAt: 5 });
    expect(fetched).to.deep.equal([]);
    expect(await api.order()).not.to.have.property("sentAt");
    expect(fetched).to.deep.equal(["https://rewards.test/v1/opening"]);
  });

  it("repeats the call with a new session if the early answer says that the old one ended", async () => {
    const { server, session } = setUp(async () => "token-2");
    server.sessions = new Set(["token-2"]);
    let taken = 0;
    const ended = { response: Promise.resolve(problem("session_expired")), sentAt: 0 };
    const api = new Api("https://rewards.test/", session, server.fetch, () => (taken++ ? undefined : ended));
    expect((await api.order()).ok).to.equal(true);
    expect(server.calls.map(({ token }) => token)).to.deep.equal(["token-2"]);
  });

  for (const [what, foreign] of [
    ["a login", new Response("<html>", { status: 401 })],
    ["a firewall", new Response("<h1>Forbidden</h1>", { status: 403 })],
    ["a page of its own", new Response("<html>", { status: 200 })],
    ["a gateway with a code of its own", Response.json({ code: "FORBIDDEN" }, { status: 403 })],
    [
      "a gateway with a problem of its own",
      Response.json({ type: "https://gateway.example/denied", code: "unauthorized" }, { status: 401 }),
    ],
    ["an older instance that knows no forms", problem("unsupported_media_type")],
  ] as const)
    it(`asks for the order alone where ${what} answers the opening`, async () => {
      const { server, session, api } = setUp();
      server.reply("POST /v1/opening", () => foreign.clone());
      expect(await api.order()).to.deep.include({ ok: true, data: ORDER });
      expect(session.refused?.status).to.equal(foreign.status);
    });

  it("sends no cookies and follows no redirects", async () => {
    let sent: RequestInit | undefined;
    const session = new SessionKeeper(new FakeClock());
    session.token = "t";
    await new Api("https://rewards.test", session, async (_, init) => {
      sent = init;
      return data({});
    }).order();
    expect(sent).to.include({ credentials: "omit", redirect: "error" });
  });

  it("reads a problem with its code, request id, wait, and all other members", async () => {
    const { server, api } = setUp();
    server.reply("POST /v1/opening", () =>
      problem("rate_limited", { reference: "rd-9" }, { "retry-after": "7" }),
    );
    const answer = await api.order();
    const { problem: said, ...failure } = answer.ok ? expect.fail("no failure") : answer.failure;
    expect(failure).to.deep.equal({
      code: "rate_limited",
      requestId: "req-1",
      retryAfter: 7_000,
      status: 429,
    });
    expect(said).to.deep.include({ code: "rate_limited", reference: "rd-9" });
  });

  it("keeps nothing of an unreadable answer that succeeded, because it may hold a code", async () => {
    const { server, api } = setUp();
    server.reply("POST /v1/opening", () => data({ codes: "6006491286999911" }));
    expect(JSON.stringify(await api.order())).not.to.contain("6006491286999911");
  });

  const unreadable: [what: string, response: () => Response][] = [
    ["a proxy's page", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["an empty answer", () => new Response(null, { status: 204 })],
    ["JSON that is not ours", () => Response.json({ hello: 1 })],
    ["null", () => Response.json(null)],
    ["half a body", () => new Response('{"data":{"sta')],
    ["an error without a code", () => Response.json({ error: "x" }, { status: 500 })],
  ];
  for (const [what, response] of unreadable) {
    it(`calls ${what} unreadable`, async () => {
      const { server, api } = setUp();
      for (const route of ["POST /v1/opening", "GET /v1/order"]) server.reply(route, response);
      const answer = await api.order();
      expect(!answer.ok && answer.failure.code).to.equal("unreadable");
    });
  }

  const misshapen: [what: string, route: string, body: unknown, call: (api: Api) => Promise<unknown>][] = [
    ["an order without its id", "POST /v1/opening", { order: { state: "open" } }, (api) => api.order()],
    [
      "an order without its promotion",
      "POST /v1/opening",
      { order: { ...ORDER, promotion: null } },
      (api) => api.order(),
    ],
    [
      "an opening whose catalog has holes",
      "POST /v1/opening",
      { order: ORDER, catalog: [null] },
      (api) => api.order(),
    ],
    ["a catalog that is no list", "GET /v1/catalog", { rewards: [] }, (api) => api.catalog()],
    ["a catalog with holes", "GET /v1/catalog", [null], (api) => api.catalog()],
  ];
  for (const [what, route, body, call] of misshapen) {
    it(`calls ${what} unreadable`, async () => {
      const { server, api } = setUp();
      server.reply(route, () => data(body)).reply("GET /v1/order", () => data({}));
      expect(await call(api)).to.deep.include({
        failure: { code: "unreadable", requestId: undefined, problem: undefined, status: 200 },
      });
    });
  }

  it("distinguishes a broken connection from every answer", async () => {
    const { server, api } = setUp();
    server.reply("POST /v1/opening", offline);
    server.reply("GET /v1/order", offline);
    expect(await api.order()).to.deep.equal({ ok: false, failure: { code: "offline" } });
  });

  it("reads the order by its own route where a blocker refuses the opening", async () => {
    const { server, api } = setUp();
    server.reply("POST /v1/opening", offline);
    expect(await api.order()).to.deep.include({ ok: true, data: ORDER });
  });

  it("names the catalog that the page has, so that it does not come again", async () => {
    const { api } = setUp();
    expect(await api.order()).to.have.property("catalog");
    expect(await api.order({ hasCatalog: true })).not.to.have.property("catalog");
    expect(await api.order()).to.have.property("catalog");
  });

  it("repeats a call once with the new session when the old one ended", async () => {
    const { server, api } = setUp(async () => "token-2");
    server.sessions = new Set(["token-2"]);
    expect((await api.order()).ok).to.equal(true);
    expect(server.calls.map(({ token }) => token)).to.deep.equal(["token-1", "token-2"]);
  });

  it("does not repeat again when the new session has ended too", async () => {
    let asked = 0;
    const { server, api } = setUp(async () => `token-${++asked + 1}`);
    server.sessions.clear();
    const answer = await api.order();
    expect(!answer.ok && answer.failure.code).to.equal("session_expired");
    expect([asked, server.calls.length]).to.deep.equal([1, 2]);
  });

  it("does not request a session after another refusal", async () => {
    const { server, api } = setUp(() => Promise.reject(new Error("must not be asked")));
    server.reply("POST /v1/opening", () => problem("origin_not_allowed"));
    await api.order();
    expect(server.calls.length).to.equal(1);
  });
});
