/**
 * Every screen on narrow columns, in both themes and both directions, with long words and with a user's own spacing.
 */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, redeemed, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

describe("on wide columns", () => {
  const WIDE = 900;
  const placeOf = ({ root }: Stage): readonly number[] => {
    const { left, width } = root.querySelector(".pass")?.getBoundingClientRect() ?? expect.fail("no pass");
    return [left, width];
  };

  it("the pass stays in place from the confirmation to the codes", async () => {
    const column = columnOf(WIDE);
    const server = new FakeServer();
    let answer = (): void => {};
    const stage = await mount({ server, into: column });
    await stage.book();
    const booked = placeOf(stage);
    const order = redeemed();
    server.reply("POST /v1/order/redeem", async () => {
      await new Promise<void>((held) => {
        answer = held;
      });
      server.order = order;
      return data(order);
    });
    await stage.press("confirm");
    await stage.shows("processing");
    expect(placeOf(stage)).to.deep.equal(booked);
    answer();
    await stage.shows("redeemed");
    expect(placeOf(stage), "while the codes come").to.deep.equal(booked);
    await until(() => stage.find("code"));
    expect(placeOf(stage)).to.deep.equal(booked);
    column.remove();
  });

  it("the pass of a return stays in place when its instructions have loaded", async () => {
    const column = columnOf(WIDE);
    const server = new FakeServer();
    server.order = redeemed();
    let answer = (): void => {};
    server.reply("GET /v1/rewards/A", async () => {
      await new Promise<void>((held) => {
        answer = held;
      });
      return data(reward("A"));
    });
    const stage = await mount({ server, into: column });
    await until(() => stage.find("code"), "the codes");
    await until(() => server.count("GET /v1/rewards/A") === 1, "the request for the instructions");
    const before = placeOf(stage);
    expect(stage.find("terms") === undefined).to.equal(true);
    answer();
    await until(() => stage.find("terms"), "the instructions");
    expect(placeOf(stage)).to.deep.equal(before);
    column.remove();
  });
});
