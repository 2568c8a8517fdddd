import { describe, expect, it } from "vitest";
import { createSchedule } from "../../../demo/fulfillment/schedule.ts";

describe("the schedule", () => {
  it("runs what is due in order of time, each at its own time, once", () => {
    const schedule = createSchedule();
    const ran: string[] = [];
    for (const at of [30, 10, 20, 10]) schedule.at(at, (now) => ran.push(`${at}@${now}`));
    schedule.settle(20);
    expect(ran).toEqual(["10@10", "10@10", "20@20"]);
    schedule.settle(100);
    expect(ran).toEqual(["10@10", "10@10", "20@20", "30@30"]);
  });

  it("runs events that an event adds, if they are due, too", () => {
    const schedule = createSchedule();
    const ran: number[] = [];
    schedule.at(10, (now) => {
      ran.push(now);
      schedule.at(now + 5, (then) => ran.push(then));
    });
    schedule.settle(15);
    expect(ran).toEqual([10, 15]);
  });
});
