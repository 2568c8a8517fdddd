/**
 * Decides what happens next, and when. Every effect of a server instance waits at a gate until the gate opens, in any order: this
 * is the interleaving. Time stands still unless it is moved, and a dead party's gates never open.
 */

/** A party whose steps are scheduled: an instance of the server, the network, the service. */
export class Party {
  readonly name: string;
  alive = true;
  /** History time until which the party is paused, ms. */
  pausedUntil = 0;
  /** Time during which the party had an open step but was held up or paused, ms. */
  stalled = 0;

  constructor(name: string) {
    this.name = name;
  }
}

export interface Gate {
  readonly party: Party;
  /** Names the await, for the counts of crashes. */
  readonly label: string;
  /** History time from which the gate may open, ms. */
  at: number;
  readonly open: () => void;
  /** Removes the gate's listener: a signal would keep all its listeners in memory. */
  readonly leave: () => void;
}

/** One turn of the event loop: every microtask that can run has run. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Scheduler {
  /** History time, ms. */
  now = 0;
  /** How far the clock of the machines is from history time, ms. */
  skew = 0;
  /** Numbers all recorded events in their order. */
  seq = 0;
  /** Work of the service under way that waits at no gate. */
  busy = 0;
  readonly #opened: (gate: Gate) => void;
  #gates: Gate[] = [];

  /** @param opened called with each gate that opens */
  constructor(opened: (gate: Gate) => void = () => {}) {
    this.#opened = opened;
  }

  /** Waits until its gate opens. */
  pass(party: Party, label: string): Promise<void> {
    return this.wait(party, label, this.now);
  }

  /** Waits until a time, and then until its gate opens; resolves at once if the signal fires. */
  wait(party: Party, label: string, at: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cut = (): void => {
        this.#remove(gate);
        if (party.alive) resolve();
      };
      const leave = (): void => signal?.removeEventListener("abort", cut);
      const gate: Gate = { party, label, at, open: resolve, leave };
      this.#gates.push(gate);
      signal?.addEventListener("abort", cut);
    });
  }

  /** Does `work` after a time, once its gate opens. @returns cancels the work */
  after(party: Party, label: string, at: number, work: () => void): () => void {
    const gate: Gate = { party, label, at, open: work, leave: () => {} };
    this.#gates.push(gate);
    return () => this.#remove(gate);
  }

  /** The gates that could open now. */
  ready(): Gate[] {
    return this.#gates.filter((gate) => gate.at <= this.now && this.#isAwake(gate.party));
  }

  /** All waiting gates, of every party. */
  get waiting(): readonly Gate[] {
    return this.#gates;
  }

  /** When the next closed gate may open; undefined if none waits. */
  nextAt(): number | undefined {
    let next: number | undefined;
    for (const { at, party } of this.#gates) {
      const from = Math.max(at, party.pausedUntil);
      if (from > this.now && (next === undefined || from < next)) next = from;
    }
    return next;
  }

  release(gate: Gate): void {
    this.#remove(gate);
    this.#opened(gate);
    gate.open();
  }

  /** Kills a party: its gates never open again. */
  kill(party: Party): void {
    party.alive = false;
    for (const gate of this.#gates.filter((each) => each.party === party)) this.#remove(gate);
  }

  /** Moves time on; parties with an open step are recorded as held up. */
  advance(to: number): void {
    const ms = to - this.now;
    if (ms <= 0) return;
    const held = new Set<Party>();
    for (const { at, party } of this.#gates)
      if (at <= this.now || party.pausedUntil > this.now) held.add(party);
    for (const party of held) party.stalled += ms;
    this.now = to;
  }

  /** Runs all work that waits at no gate. */
  async settle(): Promise<void> {
    do await turn();
    while (this.busy > 0);
  }

  #isAwake(party: Party): boolean {
    return party.pausedUntil <= this.now;
  }

  #remove(gate: Gate): void {
    const index = this.#gates.indexOf(gate);
    if (index < 0) return;
    this.#gates.splice(index, 1);
    gate.leave();
  }
}
