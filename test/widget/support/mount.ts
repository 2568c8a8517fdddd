/** Puts an element on a page with the test's own server, clock and event log. */
import { expect, fixture, fixtureCleanup, html } from "@open-wc/testing";
import { RewardEvent } from "../../../widget/events.ts";
import { type Drawers, type Loaders, loaders } from "../../../widget/loaders.ts";
import type { Surroundings } from "../../../widget/redemption-controller.ts";
import { RewardRedemption } from "../../../widget/reward-redemption.ts";
import { FakeClock, until } from "./fake-clock.ts";
import { FakeServer } from "./fake-server.ts";

let surroundings: Surroundings;

class Rehearsal extends RewardRedemption {
  protected override surroundings(): Surroundings {
    return surroundings;
  }
}
customElements.define("reward-rehearsal", Rehearsal);

export interface Wishes {
  readonly server?: FakeServer;
  /** `drawers`: replaces those of the later screens. */
  readonly loaders?: Partial<Loaders> & { readonly drawers?: () => Promise<Drawers> };
  readonly attributes?: Readonly<Record<string, string>>;
  readonly properties?: Partial<Pick<RewardRedemption, "getSession" | "messages">>;
  readonly session?: string | null;
  readonly into?: Element;
}

const withDrawers = (given: Loaders, drawers?: () => Promise<Drawers>): Loaders =>
  drawers ? { ...given, flow: async () => ({ ...(await given.flow()), fetchDrawers: drawers }) } : given;

const SETTLE_MS = 500;
const STILL_MS = 150;
const SCROLLS_MOST = 10;

export class Stage {
  readonly server: FakeServer;
  readonly clock = new FakeClock();
  readonly events: RewardEvent[] = [];
  readonly element: RewardRedemption;

  constructor(wishes: Wishes) {
    this.server = wishes.server ?? new FakeServer();
    surroundings = {
      fetch: this.server.fetch,
      clock: this.clock,
      loaders: withDrawers({ ...loaders, ...wishes.loaders }, wishes.loaders?.drawers),
    };
    this.element = document.createElement("reward-rehearsal") as RewardRedemption;
    for (const [name, value] of Object.entries(wishes.attributes ?? {}))
      this.element.setAttribute(name, value);
    Object.assign(this.element, wishes.properties);
    if (wishes.session !== null) this.element.setAttribute("session", wishes.session ?? "token-1");
    this.element.setAttribute("server", "https://rewards.test");
    for (const name of EVENT_NAMES) {
      this.element.addEventListener(name, (event) => {
        if (event instanceof RewardEvent) this.events.push(event);
      });
    }
  }

  get root(): ShadowRoot {
    const { shadowRoot } = this.element;
    if (!shadowRoot) throw new Error("The shadow root is not open");
    return shadowRoot;
  }

  get state(): string | undefined {
    return this.element.dataset.state;
  }

  get text(): string {
    return (this.root.querySelector(".frame")?.textContent ?? "").replace(/\s+/g, " ");
  }

  get announced(): string {
    return this.root.querySelector("[role=status].unseen")?.textContent ?? "";
  }

  get eventNames(): string[] {
    return this.events.map(({ type }) => type);
  }

  all(part: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[part~="${part}"]`)];
  }

  find(part: string): HTMLElement | undefined {
    return this.all(part)[0];
  }

  part(part: string): HTMLElement {
    const found = this.find(part);
    if (!found) throw new Error(`No part ${part} on screen ${this.state}: ${this.text}`);
    return found;
  }

  async shows(state: string): Promise<void> {
    await until(() => this.state === state, `screen ${state} (it is ${this.state}: ${this.text})`);
    await this.element.updateComplete;
  }

  async press(part: string): Promise<void> {
    this.part(part).click();
    await this.element.updateComplete;
  }

  /** Presses as soon as the button takes a press. */
  async pressWhenReady(part: string): Promise<void> {
    await this.settle();
    await until(() => this.find(part)?.ariaDisabled !== "true" && this.find(part), `${part} can be pressed`);
    await this.press(part);
  }

  /** Waits until a screen that just appeared takes presses of a pointer. */
  async settle(): Promise<void> {
    await this.clock.pass(SETTLE_MS);
    await this.element.updateComplete;
    // Scrolling delays that, and its events come in real time.
    for (let times = 0; times < SCROLLS_MOST && this.root.querySelector("[data-new]"); times++) {
      await this.clock.pass(STILL_MS);
      await this.element.updateComplete;
    }
  }

  async type(part: string, text: string): Promise<void> {
    const input = this.part(part) as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await this.element.updateComplete;
  }

  async pick(sku: string): Promise<void> {
    await until(() => this.all("reward").length > 0, "rewards");
    this.root.querySelector<HTMLElement>(`[part~=reward][data-sku="${sku}"]`)?.click();
    await this.shows("details");
    await until(() => this.find("terms"), "terms");
  }

  async book(sku = "A"): Promise<void> {
    await this.pick(sku);
    await this.press("book");
    await this.shows("booked");
    await this.settle();
    await until(() => this.part("confirm").ariaDisabled === "false", "confirm can be pressed");
  }

  /** Goes to the confirmation of an order without a booking. */
  async choose(sku = "A"): Promise<void> {
    await this.pick(sku);
    await this.press("book");
    await this.shows("confirming");
    await this.settle();
    await this.element.updateComplete;
  }

  /** Reveals masked values on a return, except secrets: as after a confirmation. */
  async unveil(): Promise<void> {
    await until(() => this.find("code"), "codes");
    this.part("code").querySelector<HTMLElement>("[part~=reveal]")?.click();
    await this.element.updateComplete;
  }

  /** Ends fade-ins: half of a fade has half of the contrast. */
  endFades(): void {
    for (const fade of this.root.getAnimations()) {
      const { endTime } = fade.effect?.getComputedTiming() ?? {};
      if (endTime !== Number.POSITIVE_INFINITY) fade.finish();
    }
  }

  async redeem(sku = "A"): Promise<void> {
    await this.book(sku);
    await this.press("confirm");
    await this.shows("redeemed");
    await until(() => this.find("code"), "codes");
  }
}

const EVENT_NAMES = [
  "reward-ready",
  "reward-select",
  "reward-book",
  "reward-redeem",
  "reward-activate",
  "reward-notify",
  "reward-reveal",
  "reward-copy",
  "reward-error",
  "reward-session-expired",
] as const;

export async function mount(wishes: Wishes = {}): Promise<Stage> {
  const stage = new Stage(wishes);
  if (wishes.into) wishes.into.append(stage.element);
  else await fixture(html`<main>${stage.element}</main>`);
  return stage;
}

/** The contents of the pass below its face: classes, and parts of controls. */
export const onPass = (stage: Stage): string[] =>
  [...stage.part("summary").children].map(({ part, className }) =>
    part.contains("button") ? [...part].filter((each) => each !== "button").join(" ") : className,
  );

/**
 * The two places of help: the quiet link beside the reference if the user can act or wait; otherwise the only button of
 * the pass, as wide as the pass's contents.
 */
export function expectHelp(stage: Stage, place: "link" | "button"): void {
  const [help, ...others] = stage.all("support");
  expect(others, "said once").to.deep.equal([]);
  if (!help) expect.fail("no help");
  if (place === "link") {
    expect([help.part.value, help.parentElement?.className]).to.deep.equal(["support", "help"]);
    return;
  }
  expect(help.part.value).to.equal("support button secondary");
  expect(stage.all("primary"), "nothing else to do").to.deep.equal([]);
  const pass = stage.part("summary");
  expect(help.parentElement).to.equal(pass);
  const { paddingInlineStart, paddingInlineEnd, borderInlineStartWidth } = getComputedStyle(pass);
  const edges = [paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineStartWidth];
  const inner = edges.reduce((width, edge) => width - Number.parseFloat(edge), pass.offsetWidth);
  expect(Math.abs(help.offsetWidth - inner), "as wide as the pass").to.be.below(2);
}

export { fixtureCleanup };
