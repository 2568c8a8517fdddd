/** Integrity rule 9. */
import { describe, expect, it } from "vitest";
import { ServiceClock } from "../../../server/fulfillment/service-clock.ts";
import { createLog } from "../../../server/log.ts";
import { CLOCK_AGREEING, CLOCK_DOUBTS, CLOCK_JUMP_AFTER } from "../../../server/timing.ts";
import { VirtualClock } from "../virtual-clock.ts";

const silentLog = createLog("error", new VirtualClock(), () => {});

const at = (time: number) => ({ date: new Date(time).toUTCString() });

/** A clock that has learned the time from one answer. */
const known = (): { clock: VirtualClock; service: ServiceClock } => {
  const clock = new VirtualClock();
  const service = new ServiceClock(clock, silentLog);
  service.learn(at(clock.now()), clock.monotonic());
  return { clock, service };
};

describe("the service's clock", () => {
  it("is the wall clock until an answer came", async () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    await clock.advance(5_000);
    expect(service.now()).toBe(clock.now());
  });

  it("believes the first answer where it agrees with the machine's clock to seconds", () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    service.learn(at(clock.now() + 8_000), clock.monotonic());
    expect(service.isKnown).toBe(true);
    expect(Math.abs(service.now() - clock.now() - 8_000)).toBeLessThanOrEqual(1_000);
  });

  it("is not told by a cache, however well its answer fits", () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    service.learn({ ...at(clock.now() + 4_000), age: "4" }, clock.monotonic());
    expect(service.isKnown).toBe(false);
    expect(service.now()).toBe(clock.now());
  });

  it.each([
    ["an hour ahead", 3_600_000],
    ["a day behind", -86_400_000],
  ])(
    "follows a service that is %s once several answers agree, whatever the wall clock does then",
    async (_, shift) => {
      const clock = new VirtualClock();
      const service = new ServiceClock(clock, silentLog);
      for (let answers = 1; answers < CLOCK_DOUBTS; answers++) {
        service.learn(at(clock.now() + shift), clock.monotonic());
        expect(service.isKnown).toBe(false);
      }
      service.learn(at(clock.now() + shift), clock.monotonic());
      expect(Math.abs(service.now() - clock.now() - shift)).toBeLessThanOrEqual(1_000);
      const before = service.now();
      clock.jumpWall(7_200_000);
      await clock.advance(1_000);
      expect(service.now()).toBe(before + 1_000);
    },
  );

  it("believes no answer that was long under way: it agrees with any clock", async () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    const [sentAt, shift] = [clock.monotonic(), 90_000];
    const { date } = at(clock.now() + shift);
    // The process stood still.
    await clock.advance(1_860_000);
    service.learn({ date }, sentAt);
    expect(service.isKnown).toBe(false);
    for (let answers = 0; answers < CLOCK_DOUBTS; answers++)
      service.learn(at(clock.now() + shift), clock.monotonic());
    expect(Math.abs(service.now() - clock.now() - shift)).toBeLessThanOrEqual(1_000);
  });

  it("never runs backwards while the service's answers agree with it", async () => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    const shift = 6_000;
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
    ["one answer", 1, 0],
    ["several answers within a moment", 20, 0],
    ["two answers an hour apart", 2, 3_600_000],
  ])("does not follow %s that tell another time", async (_, answers, apart) => {
    const { clock, service } = known();
    for (let each = 0; each < answers; each++) {
      service.learn(at(clock.now() + 3_600_000), clock.monotonic());
      await clock.advance(apart);
    }
    expect(Math.abs(service.now() - clock.now())).toBeLessThanOrEqual(1_000);
  });

  it("does not follow answers that flap between two times, however long", async () => {
    const { clock, service } = known();
    for (let each = 0; each < 200; each++) {
      service.learn(at(clock.now() + (each % 2) * 3_600_000), clock.monotonic());
      await clock.advance(7_000);
      expect(Math.abs(service.now() - clock.now())).toBeLessThanOrEqual(2_000);
    }
  });

  it("follows a jump once several answers over a minute agree, and says so", async () => {
    const lines: string[] = [];
    const clock = new VirtualClock();
    const service = new ServiceClock(
      clock,
      createLog("warn", clock, (line) => lines.push(line)),
    );
    service.learn(at(clock.now()), clock.monotonic());
    for (let each = 1; each < CLOCK_AGREEING; each++) {
      service.learn(at(clock.now() + 3_600_000), clock.monotonic());
      await clock.advance(CLOCK_JUMP_AFTER);
    }
    expect(service.now()).toBe(clock.now());
    service.learn(at(clock.now() + 3_600_000), clock.monotonic());
    expect(Math.abs(service.now() - clock.now() - 3_600_000)).toBeLessThanOrEqual(1_000);
    expect(lines.join()).toContain("differs from the clock in use");
  });

  it("is the machine's where the answers tell no time, and says so once", async () => {
    const lines: string[] = [];
    const clock = new VirtualClock();
    const service = new ServiceClock(
      clock,
      createLog("warn", clock, (line) => lines.push(line)),
    );
    for (let each = 0; each < 3 * CLOCK_DOUBTS; each++) service.learn({}, clock.monotonic());
    expect(service.isKnown).toBe(true);
    expect(service.now()).toBe(clock.now());
    expect(lines).toHaveLength(1);
  });

  it.each([
    ["no Date", {}],
    ["another form", { date: "2030-01-01T00:00:00Z" }],
    ["nonsense", { date: "yesterday" }],
    ["a cache's answer", { ...at(0), age: "100" }],
  ])("learns nothing from %s", (_, headers) => {
    const clock = new VirtualClock();
    const service = new ServiceClock(clock, silentLog);
    service.learn(headers, 0);
    expect(service.now()).toBe(clock.now());
  });
});
