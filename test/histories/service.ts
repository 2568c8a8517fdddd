/** The simulated service of the histories: one for each lifetime of tokens, reset for every history. */
import { createFulfillment } from "../../demo/fulfillment/app.ts";
import { API_SECRET, UPSTREAM } from "./instance.ts";
import { Party, Scheduler } from "./scheduler.ts";

/** 2026-11-20T12:00:00Z: refunds depend on the month, and no history leaves it. */
export const START = Date.UTC(2026, 10, 20, 12);

const services = { short: service(600), long: service(7200) };

function service(tokenLifetimeSeconds: number) {
  const time = { scheduler: new Scheduler(), party: new Party("service") };
  const { app, control } = createFulfillment({
    clock: { now: () => START + time.scheduler.now },
    publicUrl: UPSTREAM,
    apiKey: "key",
    apiSecret: API_SECRET,
    tokenLifetimeSeconds,
    sleep: async (ms) => {
      const { scheduler, party } = time;
      scheduler.busy--;
      await scheduler.wait(party, "service: slow", scheduler.now + ms);
      scheduler.busy++;
    },
  });
  return { app, control, time };
}

export function serviceFor(scheduler: Scheduler, lifetime: keyof typeof services) {
  const { app, control, time } = services[lifetime];
  time.scheduler = scheduler;
  control.reset();
  return { app, control };
}
