/** Sessions: their sources, their renewal and their end. */
import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { FakeServer, problem } from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";

describe("the session", () => {
  it("is removed from the attribute at once", async () => {
    const stage = await mount({ session: null });
    stage.element.setAttribute("session", "token-1");
    expect(stage.element.hasAttribute("session")).to.equal(false);
    expect(stage.element.session).to.equal(undefined);
    await stage.shows("open");
    expect(stage.element.outerHTML).not.to.contain("token-1");
    expect(stage.server.calls[0]?.token).to.equal("token-1");
  });

  it("may come as a property, also later", async () => {
    const stage = await mount({ session: null });
    expect([stage.state, stage.server.calls.length]).to.deep.equal(["loading", 0]);
    stage.element.session = "token-1" as never;
    await stage.shows("open");
  });

  it("is requested at the start if the page can give one", async () => {
    const stage = await mount({ session: null, properties: { getSession: async () => "token-1" } });
    await stage.shows("open");
  });

  it("is renewed once without losing the place", async () => {
    let asked = 0;
    const stage = await mount();
    stage.element.getSession = async () => {
      asked++;
      stage.server.sessions = new Set(["token-2"]);
      return "token-2";
    };
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("booked");
    expect([asked, stage.server.count("POST /v1/order/book")]).to.deep.equal([1, 2]);
    expect(stage.eventNames).not.to.include("reward-session-expired");
  });

  it("that ended for good has a screen and an event, and a new one continues at the same place", async () => {
    const stage = await mount();
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("session-expired");
    expect(stage.eventNames.at(-1)).to.equal("reward-session-expired");
    expect(stage.part("retry").textContent, "no page brings a new one by itself").to.equal("Reload the page");
    stage.server.sessions.add("token-3");
    stage.element.setAttribute("session", "token-3");
    await stage.shows("details");
    await stage.press("book");
    await stage.shows("booked");
  });

  it("that the page cannot give at first is requested again by the user, and none is made up", async () => {
    let asked = 0;
    const stage = await mount({
      session: null,
      properties: {
        getSession: () => (++asked === 1 ? Promise.reject(new Error("not now")) : Promise.resolve("token-1")),
      },
    });
    await stage.shows("session-expired");
    expect([stage.server.calls.length, stage.eventNames]).to.deep.equal([0, ["reward-session-expired"]]);
    await until(() => stage.text.includes("Something went wrong on our side"));
    expect(stage.text).not.to.include("ended");
    await stage.press("retry");
    await stage.shows("open");
    expect(stage.server.calls.every(({ token }) => token === "token-1")).to.equal(true);
  });

  it("that never comes is given up, and requested again", async () => {
    let asked = 0;
    const stage = await mount({
      session: null,
      properties: {
        getSession: () => (++asked === 1 ? new Promise(() => {}) : Promise.resolve("token-1")),
      },
    });
    await until(() => asked === 1);
    await stage.clock.pass(10_000);
    await stage.shows("session-expired");
    await stage.press("retry");
    await stage.shows("open");
  });

  it("that is not known is a problem of its own", async () => {
    const stage = await mount({
      server: new FakeServer().reply("POST /v1/opening", () => problem("session_invalid")),
    });
    await stage.shows("problem");
    expect(stage.text).to.match(/do not recognize your session/i);
  });
});

describe("the page's word about its visitor", () => {
  const OWN = "<p>Join the club to get rewards.</p>";
  const without = async (
    getSession: () => Promise<string | null>,
    attributes: Record<string, string> = {},
  ) => {
    const place = document.createElement("div");
    document.body.append(place);
    const stage = await mount({ session: null, into: place, properties: { getSession }, attributes });
    stage.element.innerHTML = OWN;
    return stage;
  };
  const isSeen = (stage: Stage): boolean =>
    stage.element.querySelector("p")?.checkVisibility() === true && stage.element.offsetHeight > 0;

  it("null: there is nothing for them, and the element's own content is shown, without an event", async () => {
    const stage = await without(async () => null);
    await stage.shows("none");
    expect([isSeen(stage), stage.eventNames, stage.text.trim()]).to.deep.equal([true, [], ""]);
    stage.element.session = "token-1" as never;
    await stage.shows("open");
    expect(stage.element.querySelector("p")?.checkVisibility()).to.equal(false);
  });

  it("null, when a session ends: what is only looked at gives way, what was confirmed stays in sight", async () => {
    const stage = await mount();
    stage.element.getSession = async () => null;
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("none");
    const other = await mount();
    await other.redeem("A");
    other.element.getSession = async () => null;
    other.server.sessions.clear();
    await other.press("balance");
    await other.shows("session-expired");
  });

  for (const [what, thrown] of [
    ["a Response of 401", () => new Response(null, { status: 401 })],
    ["a Response of 403", () => new Response(null, { status: 403 })],
    ["a client's error with a status", () => Object.assign(new Error("no"), { status: 401 })],
    [
      "a client's error with the response",
      () => Object.assign(new Error("no"), { response: { status: 401 } }),
    ],
  ] as const)
    it(`${what}: they have to sign in, and nothing has ended`, async () => {
      let isSignedIn = false;
      const stage = await without(async () => {
        if (!isSignedIn) throw thrown();
        return "token-1";
      });
      await stage.shows("session-expired");
      await until(() => stage.text.includes("Please sign in"));
      expect(stage.text).not.to.include("ended");
      isSignedIn = true;
      await stage.press("retry");
      await stage.shows("open");
    });
});

describe("an address for sessions", () => {
  const { fetch: real } = globalThis;
  let asked: unknown[][];
  const answering = (answer: () => Response): void => {
    globalThis.fetch = async (url, init) => {
      asked.push([url, init?.method, init?.credentials]);
      return answer();
    };
  };
  beforeEach(() => {
    asked = [];
  });
  afterEach(() => {
    globalThis.fetch = real;
  });
  const at = () => mount({ session: null, attributes: { "session-url": "/rewards/session" } });

  for (const body of [{ session_token: "token-1" }, { data: { session_token: "token-1" } }])
    it(`is asked by POST with the page's credentials, and answers ${JSON.stringify(body)}`, async () => {
      answering(() => Response.json(body));
      await (await at()).shows("open");
      expect(asked).to.deep.equal([["/rewards/session", "POST", "include"]]);
    });

  for (const body of [{ session_token: null }, { data: null }, null])
    it(`that answers ${JSON.stringify(body)} has nothing for the visitor`, async () => {
      answering(() => Response.json(body));
      await (await at()).shows("none");
    });

  for (const body of [{}, { data: {} }, { session_token: "" }, { session_token: 7 }])
    it(`that answers ${JSON.stringify(body)} has failed, and nothing has ended`, async () => {
      answering(() => Response.json(body));
      const stage = await at();
      await until(() => stage.text.includes("Something went wrong on our side"));
      expect(stage.text).not.to.include("ended");
    });

  for (const [status, state, words] of [
    [204, "none", ""],
    [401, "session-expired", "Please sign in"],
    [403, "session-expired", "Please sign in"],
    [500, "session-expired", "Something went wrong on our side"],
  ] as const)
    it(`that answers ${status} shows ${state}: ${words}`, async () => {
      answering(() => new Response(null, { status }));
      const stage = await at();
      await stage.shows(state);
      await until(() => stage.text.includes(words));
    });

  it("may come later", async () => {
    answering(() => Response.json({ session_token: "token-1" }));
    const stage = await mount({ session: null });
    await until(() => stage.element.dataset.state === "loading");
    stage.element.setAttribute("session-url", "/rewards/session");
    await stage.shows("open");
  });

  for (const code of ["session_expired", "session_invalid"] as const)
    for (const [status, state] of [
      [204, "none"],
      [401, "session-expired"],
    ] as const)
      it(`has its word about the visitor told also where the first session was ${code}: ${status}`, async () => {
        answering(() => new Response(null, { status }));
        const refuse = () => problem(code);
        const server = new FakeServer().reply("POST /v1/opening", refuse, refuse);
        const stage = await mount({ server, attributes: { "session-url": "/rewards/session" } });
        await stage.shows(state);
        await until(() => status === 204 || stage.text.includes("Please sign in"));
      });

  it("is not asked where the page has a getSession, or gave a session", async () => {
    answering(() => new Response(null, { status: 401 }));
    const attributes = { "session-url": "/rewards/session" };
    await (await mount({ attributes })).shows("open");
    const getSession = async () => "token-1";
    await (await mount({ session: null, attributes, properties: { getSession } })).shows("open");
    expect(asked).to.deep.equal([]);
  });
});
