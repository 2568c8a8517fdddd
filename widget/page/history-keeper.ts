/**
 * With the attribute `history` each screen before a confirmation is a step of the page's history: Back goes one screen back.
 * Once something was confirmed those steps are taken back: they lead nowhere any more. Codes that stand in the open are one
 * step above their masked pass, which Back shows; from there, and from every other end, Back is the page's own.
 * The page's own entries and their states are left as they are; several elements keep their steps apart. Steps that an
 * element of before left behind (the page was loaded anew, or a router drew it again) are taken over, and taken back.
 */
import type { ReactiveController } from "lit";
import type { RedemptionController } from "../redemption-controller.ts";
import { isShown } from "../state/selectors.ts";
import type { Screen, State } from "../state/state.ts";

/** Under which our part of an entry's state stands. */
const KEY = "reward-redemption";

interface Step {
  /** How deep each element is, by its number. */
  readonly depths: Readonly<Record<number, number>>;
  /** Whose step the entry is. */
  readonly owner: number;
}

/** How many screens lie before one. Those after a confirmation lead nowhere back, but from codes to their masked pass. */
const DEPTHS: Partial<Record<Screen["name"], number>> = { details: 1, booked: 2, confirming: 2 };
const SHOWN_CODES_DEPTH = 1;

/** Of the elements that are on the page. One that comes anew has the number of the one that it came for. */
const taken = new Set<number>();

function takeNumber(): number {
  let number = 1;
  while (taken.has(number)) number++;
  taken.add(number);
  return number;
}

const stepOf = (state: unknown): Step | undefined =>
  typeof state === "object" && state !== null ? (state as Record<string, Step>)[KEY] : undefined;

/** @returns undefined while it is not known which screen comes, or whether its codes will be masked */
function depthOf(state: State): number | undefined {
  const { screen, catalog, failure } = state;
  if (screen.name === "loading") return undefined;
  if (screen.name === "redeemed") {
    if (!screen.codes) return failure ? 0 : undefined;
    return screen.codes.items.some(({ usage }) => isShown(state, usage)) ? SHOWN_CODES_DEPTH : 0;
  }
  const depth = DEPTHS[screen.name] ?? 0;
  // One reward only: its details are the first screen.
  return catalog?.length === 1 ? Math.max(0, depth - 1) : depth;
}

export class HistoryKeeper implements ReactiveController {
  #number = 0;
  readonly #host: HTMLElement;
  readonly #redemption: RedemptionController;
  /** How deep the entry that is shown is. */
  #depth = 0;
  /** Entries that we leave ourselves: their news is ours. */
  #leaving = 0;
  /** What the browser did, before our first step, with the place to which the page's entry was scrolled; until it does again. */
  #restoration: ScrollRestoration | undefined;

  constructor(host: HTMLElement, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
  }

  hostConnected(): void {
    this.#number = takeNumber();
    this.#depth = this.#shownDepth();
    // Whoever made these steps took with it what the page wanted.
    if (this.#depth > 0) this.#restoration = "auto";
    addEventListener("popstate", this.#moved);
  }

  hostDisconnected(): void {
    taken.delete(this.#number);
    this.#leaving = 0;
    removeEventListener("popstate", this.#moved);
  }

  hostUpdated(): void {
    if (!this.#host.hasAttribute("history") || this.#leaving > 0) return;
    const depth = depthOf(this.#redemption.state);
    if (depth === undefined) return;
    while (this.#depth < depth) this.#push(this.#depth + 1);
    if (this.#depth > depth) this.#leave(this.#depth - depth);
  }

  #push(depth: number): void {
    const depths = { ...stepOf(history.state)?.depths, [this.#number]: depth };
    this.#depth = depth;
    if (depth === 1) this.#restoration ??= history.scrollRestoration;
    // Each screen comes into sight by itself (focus.ts): the browser would scroll to where an earlier one stood.
    history.scrollRestoration = "manual";
    try {
      history.pushState({ ...history.state, [KEY]: { depths, owner: this.#number } satisfies Step }, "");
    } catch {
      // A frame without an origin has no history of its own.
    }
  }

  #leave(steps: number): void {
    this.#depth -= steps;
    // Another element's step, or the page's own, lies above: it is theirs to leave.
    if (stepOf(history.state)?.owner !== this.#number) return;
    this.#leaving++;
    history.go(-steps);
  }

  /** What the page wanted of its own entry is wanted again, once the browser stands there. */
  #restore(): void {
    // What is set is set for the entry that is shown: Forward may have been pressed by now.
    if (!this.#restoration || this.#shownDepth() > 0) return;
    history.scrollRestoration = this.#restoration;
    this.#restoration = undefined;
  }

  /** How deep the entry is at which the browser stands: `#depth` is already where a step that is being left leads. */
  #shownDepth(): number {
    return stepOf(history.state)?.depths[this.#number] ?? 0;
  }

  readonly #moved = ({ state: entry }: PopStateEvent): void => {
    if (!this.#host.hasAttribute("history")) return;
    const depth = stepOf(entry)?.depths[this.#number] ?? 0;
    // WebKit scrolls after this event.
    if (depth === 0) setTimeout(() => this.#restore());
    if (this.#leaving > 0) {
      this.#leaving--;
      this.hostUpdated();
      return;
    }
    const before = this.#depth;
    this.#depth = depth;
    // Nothing of it is here yet, or any more: the steps follow the screen once that is known.
    if (depthOf(this.#redemption.state) === undefined) return;
    // Forward: what was left is begun anew by the person, and by nothing else.
    if (depth > before) this.#leave(depth - before);
    const isAbove = (): boolean => (depthOf(this.#redemption.state) ?? 0) > depth;
    for (let left = before; left > depth && isAbove(); left--)
      this.#redemption.send({ type: "back", isStep: true });
    // What cannot be left now, a booking on its way say, keeps its step.
    this.hostUpdated();
  };
}
