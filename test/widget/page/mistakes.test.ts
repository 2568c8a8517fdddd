import { expect } from "@open-wc/testing";
import type { RewardEvent } from "../../../widget/events.ts";
import { loaders } from "../../../widget/loaders.ts";
import { foreignAnswer, mistakeOf, type Page } from "../../../widget/page/mistakes.ts";
import type { FailureCode } from "../../../widget/state/failure.ts";
import { INITIAL, type Screen, type State } from "../../../widget/state/state.ts";
import { turn, until } from "../support/fake-clock.ts";
import { FakeServer, offline, problem as refusal } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

const page: Page = {
  origin: "https://shop.example",
  server: "https://rewards.example",
  hasSession: true,
  hasGetSession: false,
  hasThrown: false,
  isRefused: false,
};
const from = { name: "loading" } as const;
const on = (screen: Screen, failure?: FailureCode): State => ({
  ...INITIAL,
  screen,
  ...(failure && { failure: { code: failure } }),
});
const problem = (code: FailureCode): State =>
  on({ name: "problem", failure: { code }, retry: { do: "order" }, from });
const ended = on({ name: "session-expired", from });

describe("a mistake of the page", () => {
  const mistakes: [what: string, state: State, more: Partial<Page>, said: RegExp][] = [
    ["no session", problem("session_invalid"), { hasSession: false }, /no session.*"session".*"getSession"/],
    ["another server's session", problem("session_invalid"), {}, /rewards\.example does not know.*"server"/],
    [
      "a refused origin",
      problem("origin_not_allowed"),
      {},
      /rewards\.example.*Add "https:\/\/shop\.example" to "origins".*SITES/,
    ],
    [
      "a server that does not know its own address",
      problem("origin_not_allowed"),
      { origin: "https://rewards.example" },
      /Set its PUBLIC_URL/,
    ],
    [
      "a frame that hides its page's origin",
      problem("origin_not_allowed"),
      { origin: "null" },
      /"sandbox" add the word "allow-same-origin"/,
    ],
    [
      "a server without a scheme",
      problem("offline"),
      { server: "localhost:4000" },
      /"localhost:4000".*scheme/,
    ],
    ["an origin refused later", on({ name: "open" }, "origin_not_allowed"), {}, /origins/],
    ["a getSession that throws", ended, { hasGetSession: true, hasThrown: true }, /getSession.*failed/],
    ["a getSession that gives none", ended, { hasGetSession: true }, /getSession.* gave no new session/],
  ];
  for (const [what, state, more, said] of mistakes) {
    it(`${what} is reported with what to do`, () =>
      expect(mistakeOf(state, { ...page, ...more })).to.match(said));
  }

  const others: [what: string, state: State][] = [
    ["a session that ended, on a page that never promised another one", ended],
    ["no connection", problem("offline")],
    ["a promotion that is over", problem("promotion_unavailable")],
    ["nothing", on({ name: "open" })],
  ];
  it("a visitor who is not signed in is no mistake", () =>
    expect(mistakeOf(ended, { ...page, hasGetSession: true, hasThrown: true, isRefused: true })).to.equal(
      undefined,
    ));

  it("what answers in the place of the token server is named", () => {
    expect(foreignAnswer({ code: "unreadable", status: 403 }, page.server)).to.match(
      /before https:\/\/rewards\.example answered POST \/v1\/opening .* status 403: a firewall/,
    );
    for (const code of ["offline", "unsupported_media_type"] as const)
      expect(foreignAnswer({ code, status: 415 }, page.server)).to.equal(undefined);
  });

  for (const [what, state] of others) {
    it(`${what} is no mistake`, () => expect(mistakeOf(state, page)).to.equal(undefined));
  }
});

/** Each is reported once per page, so each is in one test only. */
describe("an element on a page with a mistake", () => {
  const { error } = globalThis.console;
  let told: unknown[][];
  beforeEach(() => {
    told = [];
    globalThis.console.error = (...line) => told.push(line);
  });
  afterEach(() => {
    globalThis.console.error = error;
  });
  /** An element without a session, once the rules for that are loaded. */
  const withRules = async (): Promise<Stage> => {
    const flow = loaders.flow();
    await flow;
    const stage = await mount({ session: null, loaders: { flow: () => flow } });
    await turn();
    return stage;
  };
  const codes = ({ events }: { readonly events: readonly RewardEvent[] }) =>
    events.filter(({ type }) => type === "reward-error").map(({ detail }) => detail.code);

  it("no session: reported after a while, on the console, in the event and on the screen, until there is one", async () => {
    const stage = await withRules();
    await stage.clock.pass(9_000);
    expect([stage.state, told]).to.deep.equal(["loading", []]);
    await stage.clock.pass(1_000);
    await stage.shows("problem");
    expect([told.length, codes(stage), stage.server.calls]).to.deep.equal([1, ["session_invalid"], []]);
    expect(told[0]?.[0]).to.match(/^<reward-redemption>: there is no session\./);
    expect(stage.text).to.contain("do not recognize your session");
    stage.element.setAttribute("session", "token-1");
    await stage.shows("open");
    expect(told).to.have.length(1);
  });

  it("no session: an element that was removed from the page reports nothing", async () => {
    const stage = await withRules();
    stage.element.remove();
    await turn();
    await stage.clock.pass(20_000);
    expect([told, stage.events]).to.deep.equal([[], []]);
  });

  it("a refused origin: its server answers, and only this page gets no answer", async () => {
    const server = new FakeServer();
    server.reply("POST /v1/opening", offline, offline).reply("GET /v1/order", offline, offline);
    const stage = await mount({ server });
    await stage.shows("problem");
    expect(codes(stage)).to.deep.equal(["origin_not_allowed"]);
    expect(stage.text)
      .to.match(/cannot be redeemed on this page/)
      .and.not.match(/connection/);
    expect(told[0]?.[0]).to.contain(`Add "${location.origin}" to "origins"`);
  });

  it("a blocker that refuses the opening alone changes nothing", async () => {
    const server = new FakeServer();
    server.reply("POST /v1/opening", ...Array.from({ length: 9 }, () => offline));
    const stage = await mount({ server });
    await stage.redeem();
    expect([told, codes(stage)]).to.deep.equal([[], []]);
  });

  it("a connection that broke for a moment is no refused origin", async () => {
    const server = new FakeServer();
    server.reply("POST /v1/opening", offline).reply("GET /v1/order", offline);
    const stage = await mount({ server });
    await stage.shows("open");
    expect([told, codes(stage)]).to.deep.equal([[], []]);
  });

  it("a missing server is no refused origin", async () => {
    const server = new FakeServer();
    for (const route of ["POST /v1/opening", "GET /v1/order", "GET /widget/latest.json"])
      server.reply(route, offline);
    const stage = await mount({ server });
    await stage.shows("problem");
    expect([told, server.count("POST /v1/opening")]).to.deep.equal([[], 1]);
    expect(stage.text).to.contain("check your connection");
  });

  it("another server's session", async () => {
    const server = new FakeServer();
    server.reply("POST /v1/opening", () => refusal("session_invalid"));
    const stage = await mount({ server });
    await stage.shows("problem");
    expect(codes(stage)).to.deep.equal(["session_invalid"]);
    expect(told[0]?.[0]).to.match(/^<reward-redemption>: https:\/\/rewards\.test does not know this session/);
  });

  it("a getSession that throws: reported with its error, once, however many elements there are", async () => {
    const thrown = new Error("the page's own");
    const getSession = (): Promise<string> => {
      throw thrown;
    };
    for (let element = 0; element < 2; element++) {
      const stage = await mount({ session: null, properties: { getSession } });
      await stage.shows("session-expired");
    }
    await until(() => told.length > 0);
    expect(told).to.have.length(1);
    expect(told[0]?.[0]).to.match(/^<reward-redemption>: getSession, or the address session-url, failed\./);
    expect(told[0]?.[1]).to.equal(thrown);
  });
});
