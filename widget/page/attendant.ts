/**
 * Looks after the document once the later screens are loaded: focus, height, more cards near the end of the list,
 * presses that come too early, whether `confirm` is visible, alarms, fetching the barcode drawers, and mistakes of the
 * page.
 */
import type { ReactiveController } from "lit";
import { Api } from "../calls/api.ts";
import type { SessionKeeper } from "../calls/session-keeper.ts";
import { findRewards } from "../catalog/search.ts";
import { READ_LIMIT_MS, type RedemptionController, type RedemptionHost } from "../redemption-controller.ts";
import { flowStyles } from "../styles/flow.ts";
import { ArrivalGuard } from "./arrival.ts";
import type { Clock } from "./clock.ts";
import { noColourOf, registerFill } from "./colours.ts";
import { CoverWatcher } from "./cover.ts";
import { EndWatcher } from "./end-watcher.ts";
import { FocusKeeper } from "./focus.ts";
import { setDrawersGone } from "./gone.ts";
import { HeightKeeper } from "./height-keeper.ts";
import { HistoryKeeper } from "./history-keeper.ts";
import { LeavingWatcher } from "./leaving.ts";
import { foreignAnswer, mistakeOf, tellOnce } from "./mistakes.ts";
import { fetchPhone, needsPhone } from "./phone-loader.ts";
import { isSignedOut, sessionFrom } from "./session-url.ts";
import { SheetKeeper } from "./sheet.ts";
import { Timekeeper } from "./timekeeper.ts";
import { fetchWallet, needsWallet } from "./wallet-loader.ts";

/** Any text: a search for it prepares the names, so that the first key does not have to wait. */
const FIRST_KEY = "a";

export class Attendant implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;
  readonly #session: SessionKeeper;
  readonly #focus: FocusKeeper;
  readonly #end: EndWatcher;
  readonly #cover: CoverWatcher;
  readonly #arrival: ArrivalGuard;
  readonly #sheet: SheetKeeper;
  readonly #height: HeightKeeper;
  #hasPrefetched = false;
  #hasWallet = false;
  #hasPhone = false;
  /** Why the drawers could not be loaded; browsers name the file there. */
  #error: unknown;

  constructor(host: RedemptionHost, redemption: RedemptionController, session: SessionKeeper) {
    this.#host = host;
    this.#redemption = redemption;
    this.#session = session;
    this.#focus = new FocusKeeper(host);
    this.#end = new EndWatcher(() => redemption.send({ type: "more" }));
    this.#sheet = new SheetKeeper(host);
    // Created before CoverWatcher: a press that comes too early must not be reported as one on a covered button.
    this.#arrival = new ArrivalGuard(host, redemption);
    this.#cover = new CoverWatcher(host, () => redemption.send({ type: "covered" }));
    const { styleSheet } = flowStyles;
    // After the present ones, so that these win.
    if (styleSheet) host.shadowRoot?.adoptedStyleSheets?.push(styleSheet);
    // Added before this controller, whose focus moves the window.
    this.#height = new HeightKeeper(host);
    // The attribute is no property: what is not there at first is looked for when it comes.
    new MutationObserver(() => host.requestUpdate()).observe(host, { attributeFilter: ["session-url"] });
    host.renderRoot.addEventListener("focusin", ({ target }) => {
      if ((target as Element).matches("[part~=search]"))
        findRewards(redemption.state.catalog ?? [], FIRST_KEY);
    });
    host.addController(this.#height);
    host.addController(this);
    new Timekeeper(host, redemption);
    new LeavingWatcher(host, redemption);
    host.addController(new HistoryKeeper(host, redemption));
    registerFill();
    const mistake = noColourOf(host);
    if (mistake) tellOnce(mistake, undefined);
  }

  /** Another way to the server, for an answer that is no JSON. @param inner the session of what was opened from the list */
  through(alter: (fetcher: typeof fetch) => typeof fetch, inner: string | undefined): Api {
    const api = new Api(this.#host.serverAddress, this.#session, alter(this.#redemption.world.fetch));
    api.inner = inner;
    return api;
  }

  get clock(): Clock {
    return this.#redemption.world.clock;
  }

  /** Whether the barcode drawers are loaded. */
  async fetchDrawers(): Promise<boolean> {
    const redemption = this.#redemption;
    if (!redemption.drawers) {
      redemption.drawers = undefined;
      setDrawersGone(false);
      const { flow } = redemption;
      const drawers =
        flow &&
        (await redemption.within(READ_LIMIT_MS, flow.fetchDrawers()).catch((error) => {
          this.#error = error;
          return null;
        }));
      // Null stops a confirmation. After a confirmation the codes are shown as text.
      redemption.drawers = drawers && "c128" in drawers ? drawers : null;
      this.#host.requestUpdate();
      // A code that is shown without its barcode: nothing else waits for the answer.
      const { name } = redemption.state.screen;
      if (!redemption.drawers && (name === "redeemed" || name === "activated")) void this.isGone();
    }
    return redemption.drawers !== null;
  }

  /** Whether the drawers could not be loaded although the server answers. */
  async isGone(): Promise<boolean> {
    const isGone = this.#error !== undefined && (await this.#redemption.isThere());
    if (!isGone) return false;
    tellOnce("code128.js, qr.js or read-back.js cannot be loaded.", this.#error);
    setDrawersGone(true);
    this.#host.requestUpdate();
    return true;
  }

  /**
   * The drawers, which a confirmation needs, are fetched while the user looks at the reward. If that fails, the
   * confirmation screen fetches them again.
   */
  async #prefetch(): Promise<void> {
    this.#hasPrefetched = true;
    if (await this.fetchDrawers()) this.#redemption.send({ type: "prefetched" });
  }

  /** Without it the list cannot be shown; a grant's order can. */
  async #fetchWallet(): Promise<void> {
    if (this.#hasWallet) return;
    this.#hasWallet = true;
    try {
      const { styleSheet } = (await fetchWallet()).styles;
      if (styleSheet) this.#host.shadowRoot?.adoptedStyleSheets?.push(styleSheet);
    } catch {
      this.#hasWallet = false;
      if (this.#redemption.state.screen.name === "rewards")
        this.#redemption.send({ type: "unloadable", isGone: await this.#redemption.isThere() });
    }
    this.#host.requestUpdate();
  }

  /** Without it there is no button. */
  async #fetchPhone(): Promise<void> {
    if (this.#hasPhone) return;
    this.#hasPhone = true;
    await fetchPhone().catch(() => {});
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    this.#focus.note();
  }

  hostUpdated(): void {
    const { state, hasActed } = this.#redemption;
    this.#arrival.mark();
    this.#sheet.keep();
    this.#focus.follow(state, hasActed);
    this.#height.settle();
    if (needsWallet(state)) void this.#fetchWallet();
    if (needsPhone(state)) void this.#fetchPhone();
    if (state.screen.name === "details" && !state.prepared && !this.#hasPrefetched) void this.#prefetch();
    this.#end.watch(this.#host.renderRoot);
    this.#cover.watch(this.#host.renderRoot);
    const { token, getSession, thrown, isNone, refused } = this.#session;
    const url = this.#host.getAttribute("session-url");
    if (url && !getSession) {
      this.#session.getSession = () => sessionFrom(this.#host.getAttribute("session-url") ?? url);
      // What was shown for want of a session is asked again.
      if (["loading", "session-expired", "problem"].includes(state.screen.name)) this.#redemption.renew();
    }
    const mistake = mistakeOf(state, {
      origin: self.origin,
      server: this.#host.serverAddress,
      hasSession: token !== undefined,
      hasGetSession: getSession !== undefined,
      isRefused: isNone || isSignedOut(thrown),
      hasThrown: thrown !== undefined,
    });
    if (mistake) tellOnce(mistake, thrown);
    const foreign = foreignAnswer(refused, this.#host.serverAddress);
    if (foreign) tellOnce(foreign, undefined);
  }
}
