/** One simulated service: its whole memory in one place, so that it can be reset. */
import { type Auth, createAuth } from "./auth.ts";
import type { Call, Operation } from "./calls.ts";
import { offsetClock } from "./clock.ts";
import { createFaults, type Faults } from "./faults.ts";
import type { Handle } from "./handle.ts";
import type { Settings } from "./options.ts";
import { createRedemptions, type Redemptions } from "./redemptions.ts";
import { restore, snapshotOf } from "./snapshot.ts";
import { createStore, type Store } from "./store.ts";

/** Called for every call that has arrived, before its effect; the call waits for the listener. */
export type CallListener = (call: Call) => void | Promise<void>;

/** Put around the service by whoever creates it; what has no member is not touched. */
export interface Wrap {
  handle?(next: Handle, name: Operation, service: Service): Handle;
  auth?(next: Auth, settings: Settings): Auth;
}

export interface Service {
  readonly settings: Settings;
  readonly wrap: Wrap | undefined;
  readonly clock: ReturnType<typeof offsetClock>;
  readonly listeners: Set<CallListener>;
  store: Store;
  redemptions: Redemptions;
  auth: Auth;
  faults: Faults;
  calls: Call[];
}

function beginning(settings: Settings, wrap: Wrap | undefined, now: number) {
  const store = createStore(settings.seed, now);
  const auth = createAuth(settings, store.random);
  return {
    store,
    redemptions: createRedemptions(store, settings),
    auth: wrap?.auth?.(auth, settings) ?? auth,
    faults: createFaults(),
    calls: [],
  };
}

export function createService(settings: Settings, wrap?: Wrap): Service {
  const clock = offsetClock(settings.clock);
  const service = {
    settings,
    wrap,
    clock,
    listeners: new Set<CallListener>(),
    ...beginning(settings, wrap, clock.now()),
  };
  const text = settings.snapshot?.load();
  if (text !== undefined) restore(service, text);
  return service;
}

/** Resets everything, including the clock; listeners stay. */
export function resetService(service: Service): void {
  service.clock.reset();
  Object.assign(service, beginning(service.settings, service.wrap, service.clock.now()));
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
