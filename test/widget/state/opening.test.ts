import { describe, expect, it } from "vitest";
import { open } from "../../../widget/state/opening.ts";
import { type Event, INITIAL, type State } from "../../../widget/state/state.ts";
import { booked, ORDER, PRIMARY_AND_PIN, redeemed, reward } from "../support/fake-server.ts";

const A = reward("A");
const B = reward("B");

const next = (state: State, event: Event): State => open(state, event) ?? expect.fail(event.type);
const started = next(INITIAL, { type: "started" });
const task = started.task ?? { do: "order" };
const asked = next(started, { type: "order", task, order: ORDER, sentAt: 0 });
const cards = next(asked, {
  type: "catalog",
  task: asked.task ?? { do: "catalog" },
  rewards: [A, B],
});

describe("open", () => {
  it("reaches the cards without the later screens", () => {
    expect([asked.task, cards.screen, cards.catalog]).to.deep.equal([
      { do: "catalog" },
      { name: "open" },
      [A, B],
    ]);
  });

  it("leaves events of other screens to the later rules", () => {
    const later: [State, Event][] = [
      [started, { type: "order", task, order: booked(), sentAt: 0 }],
      [started, { type: "order", task, order: redeemed(), sentAt: 0 }],
      [asked, { type: "catalog", task: asked.task ?? task, rewards: [A] }],
      [started, { type: "session-ended", task }],
      [started, { type: "order", task, order: ORDER, catalog: [A], sentAt: 0 }],
      [cards, { type: "search", query: "b" }],
      [cards, { type: "more" }],
      [cards, { type: "renewed" }],
      [cards, { type: "select", sku: "A" }],
      [cards, { type: "confirm" }],
    ];
    for (const [state, event] of later) expect(open(state, event), event.type).to.equal(undefined);
  });

  it("drops an answer to a task that is not the current one", () => {
    const late = { do: "order" } as const;
    expect(open(started, { type: "order", task: late, order: booked(), sentAt: 0 })).to.equal(started);
    expect(open(cards, { type: "codes", task: late, codes: PRIMARY_AND_PIN })).to.equal(cards);
  });

  it("has the cards at once if the rewards come with the order", () => {
    const at = next(started, { type: "order", task, order: ORDER, catalog: [A, B], sentAt: 0 });
    expect([at.screen, at.catalog, at.task]).to.deep.equal([{ name: "open" }, [A, B], undefined]);
  });

  it("reports a failure before anything was chosen", () => {
    const failed = next(asked, { type: "failed", task: asked.task ?? task, failure: { code: "offline" } });
    expect(failed.screen).to.deep.include({ name: "problem", failure: { code: "offline" } });
  });
});
