/** Sessions: their sources, their renewal and their end. */
import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { FakeServer, problem } from "./support/fake-server.ts";
import { mount } from "./support/mount.ts";

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
    await until(() => stage.text.includes("Press “Try again”"));
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
