/** Delivery by a link: the result of its answer, or of none, and how long the link is shown. */
import { describe, expect, it } from "vitest";
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Task } from "../../../widget/state/state.ts";
import { ACTIVATE, activating, linked, urlOf, withUrl } from "../support/deliveries.ts";
import { activated, booked, redeemed, SECRET_URL } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { started } from "../support/states.ts";

describe("delivery activate", () => {
  it("confirms exactly what is booked, once, and nothing disturbs the confirmation", () => {
    expect(activating.task).to.deep.equal({ do: "activate", confirmation: { attempt: 1, sku: "A" } });
    for (const type of ["confirm", "back", "retry", "renewed", "returned", "wiped", "unloadable"] as const)
      expect(reduce(activating, { type }), type).to.equal(activating);
  });

  it("shows the link of the answer, and stores it nowhere else", () => {
    expect([linked.screen, linked.sent]).to.deep.equal([{ name: "activated", url: SECRET_URL }, undefined]);
    expect(JSON.stringify({ ...linked, screen: {} })).not.to.contain(SECRET_URL);
  });

  it("without an answer is checked, and repeated while the hold still waits for it", () => {
    const doubt = fail(activating, "offline");
    expect([doubt.screen.name, doubt.failure]).to.deep.equal(["processing", undefined]);
    const held: Order = { ...booked(), delivery: "activate" };
    expect(answer(doubt, held).task).to.deep.equal(activating.task);
    expect(answer(doubt, { ...held, attempt: 2 }).screen.name).to.equal("booked");
  });

  it("that had its effect without an answer ends with the link, which is requested", () => {
    const state = answer(fail(activating, "offline"), activated());
    expect([state.screen.name, state.task]).to.deep.equal([
      "activated",
      { do: "link", confirmation: { attempt: 1, sku: "A" } },
    ]);
    expect(urlOf(answer(state, withUrl))).to.equal(SECRET_URL);
  });

  it("that ended without effect is reported as that", () =>
    expect(answer(fail(activating, "offline"), ACTIVATE).failure).to.deep.equal({
      code: "not_made",
      about: "Reward A",
    }));

  it("that is refused because the hold ended shows the same choice again", () =>
    expect(fail(activating, "hold_expired").screen).to.include({ name: "details", sku: "A" }));

  const refused = ["javascript:alert(1)", "http://evil.example/", "https://a@evil.example/", "", 7, null];
  for (const url of refused) {
    it(`shows a problem for the address ${JSON.stringify(url)}, which is never shown`, () => {
      const state = answer(activating, { ...activated(), url: url as string });
      expect(state.screen).to.deep.include({ name: "problem", failure: { code: "codes_unreadable" } });
      expect([state.task, state.sent]).to.deep.equal([undefined, undefined]);
    });
  }
});

describe("the link of an activated order", () => {
  const back = answer(started, activated({ sku: "FREE", amount: "50", attempt: 3 }));

  it("is requested with the same values when the user comes back", () => {
    expect(back.task).to.deep.equal({
      do: "link",
      confirmation: { attempt: 3, sku: "FREE", amount: "50" },
    } satisfies Task);
  });

  it("is replaced by the codes if it was opened meanwhile", () => {
    for (const state of [back, linked, reduce(linked, { type: "returned" })]) {
      const asked = state.task ? state : reduce(state, { type: "renewed" });
      const shown = answer(asked, { ...redeemed(), delivery: "activate" });
      expect([shown.screen.name, shown.task?.do]).to.deep.equal(["redeemed", "codes"]);
    }
  });

  it("that is refused because the order moved on leads to the codes", () => {
    for (const code of ["order_finished", "not_booked"] as const) {
      const reread = fail(back, code);
      expect(reread.task).to.deep.include({ do: "order" });
      expect(answer(reread, { ...redeemed(), delivery: "activate" }).task?.do).to.equal("codes");
    }
  });

  it("that is refused although the order has it is reported, and not requested in a loop", () => {
    const state = answer(fail(back, "order_finished"), activated());
    expect([state.screen.name, state.task, state.failure?.code]).to.deep.equal([
      "activated",
      undefined,
      "order_finished",
    ]);
    expect(reduce(state, { type: "returned" })).to.equal(state);
    expect(reduce(state, { type: "retry" }).task?.do).to.equal("link");
  });

  it("that is missing in an answer is reported, and requested again only by the user", () => {
    const state = answer(back, activated());
    expect([state.failure?.code, state.task]).to.deep.equal(["unreadable", undefined]);
  });

  it("that cannot be loaded leaves the screen, with one press to try again", () => {
    const state = fail(back, "upstream_unavailable");
    expect([state.screen.name, state.failure?.code]).to.deep.equal(["activated", "upstream_unavailable"]);
    expect(reduce(state, { type: "retry" }).task).to.deep.equal(back.task);
  });

  it("is removed when the page goes away, and requested when it comes back", () => {
    const wiped = reduce(linked, { type: "wiped" });
    expect(JSON.stringify(wiped)).not.to.contain(SECRET_URL);
    const returned = reduce(wiped, { type: "returned" });
    expect(returned.task?.do).to.equal("order");
    expect(answer(returned, activated()).task?.do).to.equal("link");
  });

  it("that arrives after the page went away is dropped", () => {
    const late = back.task as Task;
    const state = play(back, { type: "wiped" }, { type: "order", task: late, order: withUrl, sentAt: 0 });
    expect(urlOf(state)).to.equal(undefined);
  });

  it("stays while the order is read again, also if that fails", () => {
    const looking = reduce({ ...linked, task: undefined }, { type: "returned" });
    expect(looking.task?.do).to.equal("order");
    expect(urlOf(answer(looking, activated()))).to.equal(SECRET_URL);
    const failed = fail(looking, "offline");
    expect([urlOf(failed), failed.failure]).to.deep.equal([SECRET_URL, undefined]);
  });

  it("leaves the screen and the state when the session ends", () => {
    const asked = reduce(linked, { type: "renewed" });
    const ended = reduce(asked, { type: "session-ended", task: asked.task as Task });
    expect(JSON.stringify(ended)).not.to.contain(SECRET_URL);
    const resumed = reduce(ended, { type: "retry" });
    expect(answer(resumed, activated()).task?.do).to.equal("link");
  });
});
