/** One simulated service: its whole memory in one place, so that it can be reset. */
import { type Auth, createAuth } from "./auth.ts";
import type { Call } from "./calls.ts";
import { offsetClock } from "./clock.ts";
import { deviatingAuth } from "./deviations/deviate.ts";
import { createFaults, type Faults } from "./faults.ts";
import type { Settings } from "./options.ts";
import { createRedemptions, type Redemptions } from "./redemptions.ts";
import { restore, snapshotOf } from "./snapshot.ts";
import { createStore, type Store } from "./store.ts";

/** Called for every call that has arrived, before its effect; the call waits for the listener. */
export type CallListener = (call: Call) => void | Promise<void>;

export interface Service {
  readonly settings: Settings;
  readonly clock: ReturnType<typeof offsetClock>;
  readonly listeners: Set<CallListener>;
  store: Store;
  redemptions: Redemptions;
  auth: Auth;
  faults: Faults;
  calls: Call[];
}

function beginning(settings: Settings, now: number) {
  const store = createStore(settings.seed, now);
  return {
    store,
    redemptions: createRedemptions(store, settings),
    auth: deviatingAuth(createAuth(settings, store.random), settings),
    faults: createFaults(),
    calls: [],
  };
}

export function createService(settings: Settings): Service {
  const clock = offsetClock(settings.clock);
  const service = {
    settings,
    clock,
    listeners: new Set<CallListener>(),
    ...beginning(settings, clock.now()),
  };
  const text = settings.snapshot?.load();
  if (text !== undefined) restore(service, text);
  return service;
}

/** Resets everything, including the clock; listeners stay. */
export function resetService(service: Service): void {
  service.clock.reset();
  Object.assign(service, beginning(service.settings, service.clock.now()));
}

/** Saves the current records. Called after every change, before the change is answered. */
export function keep(service: Service): void {
  service.settings.snapshot?.save(snapshotOf(service));
}

/** Runs the effects that are due, and returns the time. */
export function settle(service: Service): number {
  const now = service.clock.now();
  service.store.schedule.settle(now);
  return now;
}
