/**
 * With the attribute `history`, each screen before a confirmation is a step of the page's history: Back goes one screen
 * back. After a confirmation these steps are removed, because they lead nowhere any more. Shown codes are one step
 * above their masked pass, which Back shows. From the masked pass and every other last screen, Back is the page's own.
 * The page's own entries and their states do not change. Several elements keep their steps apart. If the page was
 * reloaded, or a router drew the element again, the steps of the earlier element are taken over and removed.
 */
import type { ReactiveController } from "lit";
import type { RedemptionController } from "../redemption-controller.ts";
import { isAboveList, isShown, isSingle } from "../state/selectors.ts";
import type { Screen, State } from "../state/state.ts";
import { hasOwnHistory } from "./own-history.ts";

/** The member of an entry's state that holds our step. */
const KEY = "reward-redemption";

interface Step {
  /** The depth of each element, by the element's number. */
  readonly depths: Readonly<Record<number, number>>;
  /** The number of the element that made the entry. */
  readonly owner: number;
}

/**
 * The number of screens before a screen. After a confirmation only shown codes have a step back: to their masked pass.
 */
const DEPTHS: Partial<Record<Screen["name"], number>> = { details: 1, booked: 2, confirming: 2 };
const SHOWN_CODES_DEPTH = 1;

/** The numbers of the elements on the page. A new element gets the number of the one that it replaces. */
const taken = new Set<number>();

function takeNumber(): number {
  let number = 1;
  while (taken.has(number)) number++;
  taken.add(number);
  return number;
}

const stepOf = (state: unknown): Step | undefined =>
  typeof state === "object" && state !== null ? (state as Record<string, Step>)[KEY] : undefined;

/** What was opened from a list, and a grant's next choice, stand above it. @returns undefined until the next screen is known, and whether its codes are masked */
function depthOf(state: State): number | undefined {
  const depth = depthInOrder(state);
  return depth !== undefined && isAboveList(state) ? depth + 1 : depth;
}

function depthInOrder(state: State): number | undefined {
  const { screen, failure } = state;
  if (screen.name === "loading") return undefined;
  if (screen.name === "redeemed") {
    if (!screen.codes) return failure ? 0 : undefined;
    return screen.codes.items.some(({ usage }) => isShown(state, usage)) ? SHOWN_CODES_DEPTH : 0;
  }
  const depth = DEPTHS[screen.name] ?? 0;
  // With one reward only, its details are the first screen.
  return isSingle(state) ? Math.max(0, depth - 1) : depth;
}

export class HistoryKeeper implements ReactiveController {
  #number = 0;
  readonly #host: HTMLElement;
  readonly #redemption: RedemptionController;
  /** The depth of the current entry. */
  #depth = 0;
  /** The number of our own `history.go` calls whose `popstate` is still to come. */
  #leaving = 0;
  /** The page's own `scrollRestoration`, kept from our first step until the page's entry is the current one again. */
  #restoration: ScrollRestoration | undefined;

  constructor(host: HTMLElement, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
  }

  hostConnected(): void {
    this.#number = takeNumber();
    this.#depth = this.#shownDepth();
    // The earlier element that made these steps also knew the page's own setting, which is lost.
    if (this.#depth > 0) this.#restoration = "auto";
    addEventListener("popstate", this.#moved);
  }

  hostDisconnected(): void {
    taken.delete(this.#number);
    this.#leaving = 0;
    removeEventListener("popstate", this.#moved);
  }

  hostUpdated(): void {
    if (!this.#isOn || this.#leaving > 0) return;
    const depth = depthOf(this.#redemption.state);
    if (depth === undefined) return;
    while (this.#depth < depth) this.#push(this.#depth + 1);
    if (this.#depth > depth) this.#leave(this.#depth - depth);
  }

  get #isOn(): boolean {
    return this.#host.hasAttribute("history") && hasOwnHistory();
  }

  #push(depth: number): void {
    const depths = { ...stepOf(history.state)?.depths, [this.#number]: depth };
    this.#depth = depth;
    if (depth === 1) this.#restoration ??= history.scrollRestoration;
    // Each screen is scrolled into sight by focus.ts. The browser would scroll to the place of an earlier screen.
    history.scrollRestoration = "manual";
    try {
      history.pushState({ ...history.state, [KEY]: { depths, owner: this.#number } satisfies Step }, "");
    } catch {
      // A frame without an origin has no history of its own.
    }
  }

  #leave(steps: number): void {
    this.#depth -= steps;
    // The current entry is another element's, or the page's own: this element must not leave it.
    if (stepOf(history.state)?.owner !== this.#number) return;
    this.#leaving++;
    history.go(-steps);
  }

  /** Gives the page's entry its own setting back, once that entry is the current one. */
  #restore(): void {
    // The setting is stored in the current entry, and Forward may have been pressed meanwhile.
    if (!this.#restoration || this.#shownDepth() > 0) return;
    history.scrollRestoration = this.#restoration;
    this.#restoration = undefined;
  }

  /**
   * The depth of the browser's current entry. `#depth` may differ: it already is the depth after a step that is being
   * left.
   */
  #shownDepth(): number {
    return stepOf(history.state)?.depths[this.#number] ?? 0;
  }

  readonly #moved = ({ state: entry }: PopStateEvent): void => {
    if (!this.#isOn) return;
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
    // The screen is not known yet, or no longer. The steps follow once it is known.
    if (depthOf(this.#redemption.state) === undefined) return;
    // Forward: only the user can start again what was left, so the step is removed.
    if (depth > before) this.#leave(depth - before);
    const isAbove = (): boolean => (depthOf(this.#redemption.state) ?? 0) > depth;
    for (let left = before; left > depth && isAbove(); left--)
      this.#redemption.send({ type: "back", isStep: true });
    // A screen that cannot be left now, such as a booking under way, keeps its step.
    this.hostUpdated();
  };
}
