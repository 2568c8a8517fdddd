/** Integrity rule 9. */
import { describe, expect, it } from "vitest";
import { ServiceClock } from "../../../server/fulfillment/service-clock.ts";
import { VirtualClock } from "../virtual-clock.ts";

const at = (time: number) => ({ date: new Date(time).toUTCString() });

describe("the service's clock", () => {
  it("is the wall clock until an answer came", async () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock);
    await clock.advance(5_000);
    expect(service.now()).toBe(clock.now());
  });

  it.each([
    ["an hour ahead", 3_600_000],
    ["a day behind", -86_400_000],
  ])("follows a service that is %s, whatever the wall clock does then", async (_, shift) => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock);
    service.learn(at(clock.now() + shift), clock.monotonic());
    expect(Math.abs(service.now() - clock.now() - shift)).toBeLessThanOrEqual(1_000);
    const before = service.now();
    clock.jumpWall(7_200_000);
    await clock.advance(1_000);
    expect(service.now()).toBe(before + 1_000);
  });

  it("never runs backwards while the service's answers agree with it", async () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock);
    const shift = 12_345_678;
    service.learn(at(clock.now() + shift), clock.monotonic());
    let last = 0;
    for (let each = 0; each < 50; each++) {
      const sentAt = clock.monotonic();
      await clock.advance(137);
      last = service.now();
      service.learn(at(clock.now() + shift - 60), sentAt);
      expect(service.now()).toBeGreaterThanOrEqual(last);
      expect(Math.abs(service.now() - clock.now() - shift)).toBeLessThanOrEqual(1_200);
      last = service.now();
    }
  });

  it.each([
    ["no Date", {}],
    ["another form", { date: "2030-01-01T00:00:00Z" }],
    ["nonsense", { date: "yesterday" }],
    ["a cache's answer", { ...at(0), age: "100" }],
  ])("learns nothing from %s", (_, headers) => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock);
    service.learn(headers, 0);
    expect(service.now()).toBe(clock.now());
  });
});
