/**
 * What the widget knows and shows: data only. How it changes is in reduce.ts, what it causes is in
 * redemption-controller.ts, how it looks is in views/.
 */
import type { AmountRefusal } from "../../shared/amount-refusal.ts";
import type { Codes, Usage } from "../../shared/usages.ts";
import type {
  Balance,
  Choice,
  Confirmation,
  Order,
  OrderState,
  Reward,
  RewardDetails,
} from "../../shared/wire.ts";
import type { Failure } from "./failure.ts";

/** The order without what must not lie about: codes and a link live on their own screens only, and are wiped with them. */
export type KnownOrder = Omit<Order, "codes" | "url">;

/** Order states whose screen only tells; every other state has a screen of its own below. */
export type ToldState = Exclude<OrderState, "open" | "booked" | "processing" | "redeemed" | "activated">;

/** `selected`: the clipboard refused, so the text is selected (a link gets the focus) for the person to copy. */
export interface Copied {
  readonly usage: Usage;
  readonly outcome: "copied" | "selected";
  /** The second time in a row, the fourth and so on: news that would sound like none. */
  readonly isAgain: boolean;
}

/** How large a barcode is drawn at the till, of what the screen allows; some scanners want it smaller. */
export const TILL_SIZES = ["small", "medium", "large"] as const;
export type TillSize = (typeof TILL_SIZES)[number];

/** Seconds before the end of a hold at which that is said. */
export const WARNINGS = [300, 60] as const;

/** Every screen; `name` is the host's `data-state`. */
export type Screen =
  | { readonly name: "loading" }
  | { readonly name: "open" }
  | {
      readonly name: "details";
      readonly sku: string;
      readonly amount: string;
      readonly refusal?: AmountRefusal;
      /** Whether it is in stock was asked for by the person, and is told. */
      readonly isChecked?: boolean;
    }
  | {
      readonly name: "booked";
      readonly endsAt: number;
      readonly left: number;
      /** The seconds whose passing was seen here last, to be told of. */
      readonly passed?: (typeof WARNINGS)[number];
    }
  /** Delivery `notify` books nothing: what was chosen is laid out to be confirmed, and no one else knows of it yet. */
  | { readonly name: "confirming"; readonly choice: Choice }
  | {
      readonly name: "processing";
      readonly polls: number;
      readonly isOffline?: boolean;
      /** The confirmation never left this machine. */
      readonly isUnsent?: boolean;
      /** The screen that was confirmed, for as long as that stays in sight: a fast answer needs no other one before it. */
      readonly from?: Extract<Screen, { name: "booked" | "confirming" }>;
      /** The first answer is late enough to say that nobody need wait for it here. */
      readonly isLong?: boolean;
    }
  | {
      readonly name: "redeemed";
      /** Its confirmation was waited for here, and the page was not left since: values stand in the open. */
      readonly isFresh?: boolean;
      /** The till's screen is open, with its barcode as large as this. */
      readonly till?: TillSize;
      readonly codes?: Codes;
      readonly revealed: readonly Usage[];
      readonly copied?: Copied;
      /** What the last look at the card's balance brought. */
      readonly balance?: { readonly card: Balance } | { readonly failure: Failure };
    }
  | { readonly name: "activated"; readonly url?: string; readonly copied?: Copied }
  | { readonly name: ToldState }
  | { readonly name: "problem"; readonly failure: Failure; readonly retry: Task; readonly from: Screen }
  | { readonly name: "session-expired"; readonly from: Screen };

/** A confirmation, by the order's delivery. Nothing disturbs one that was sent; repeated it has equal values. */
export type Sending =
  | { readonly do: "redeem" | "activate"; readonly confirmation: Confirmation }
  | { readonly do: "notify"; readonly confirmation: Choice };

/**
 * The one thing the widget is doing. Compared by identity: an answer that belongs to another task is late and is
 * dropped, and a press that would start a second one finds this one and is ignored.
 */
export type Task =
  /**
   * `after`: milliseconds before it is read. `again`: milliseconds after which it is read once more where nothing changed.
   * `because`: the failure that it is read for. What was refused then is not asked for again and again.
   * `isWatch`: time alone asks, so that only a change is worth telling.
   */
  | {
      readonly do: "order";
      readonly after?: number;
      readonly again?: number;
      readonly because?: Failure;
      readonly isWatch?: boolean;
    }
  | { readonly do: "catalog" }
  | { readonly do: "details"; readonly sku: string }
  | { readonly do: "prepare" }
  | { readonly do: "book"; readonly choice: Choice }
  | Sending
  | { readonly do: "codes" }
  | { readonly do: "balance" }
  /** The link of an activated order, again: the same answer to the same values, and nothing new comes of it. */
  | { readonly do: "link"; readonly confirmation: Confirmation };

/** What of the catalog is looked at; kept for the way back from a reward. */
export interface Search {
  readonly query: string;
  /** How many of the found tiles are drawn. */
  readonly shown: number;
  /** The first reward of the tile whose chips are all shown. */
  readonly unfolded?: string;
}

export interface State {
  readonly screen: Screen;
  /** It just appeared: a second tap may still be meant for what stood there before. */
  readonly isNew?: boolean;
  readonly search: Search;
  readonly task?: Task;
  readonly order?: KnownOrder;
  readonly catalog?: readonly Reward[];
  readonly details?: RewardDetails;
  /** The reward whose texts could not be had when they were last asked for: no place is kept for them. */
  readonly undescribed?: string;
  /** The reward of a finished order, where the server had it at hand. */
  readonly chosen?: Reward;
  /** Whether everything that is needed after the confirmation is on this machine. */
  readonly prepared: boolean;
  /** What the person confirmed, kept until its outcome is known. */
  readonly sent?: Sending;
  /** What went wrong without leaving the screen. */
  readonly failure?: Failure;
  /** The order's `ended_attempt` that need not be told of any more. */
  readonly toldAttempt?: number;
  /** How often time alone made the order be read, since the confirmation or the last return. */
  readonly looks?: number;
}

/** Tiles drawn at first: what a desktop shows at once. */
export const FIRST_CARDS = 20;

export const INITIAL: State = {
  screen: { name: "loading" },
  search: { query: "", shown: FIRST_CARDS },
  prepared: false,
};

/** All that can happen: what the person does, what calls answer, what time and page do. */
export type Event =
  | { readonly type: "started" }
  | { readonly type: "renewed" }
  | {
      readonly type: "order";
      readonly task: Task;
      readonly order: Order;
      /** What came with it. */
      readonly catalog?: readonly Reward[];
      readonly reward?: Reward;
      readonly sentAt: number;
      readonly retryAfter?: number;
    }
  | { readonly type: "catalog"; readonly task: Task; readonly rewards: readonly Reward[] }
  | { readonly type: "details"; readonly task: Task; readonly details: RewardDetails }
  | { readonly type: "prepared"; readonly task: Task }
  /** The same, and nobody waited for it. */
  | { readonly type: "prefetched" }
  | { readonly type: "codes"; readonly task: Task; readonly codes: Codes }
  | { readonly type: "card"; readonly task: Task; readonly card: Balance }
  | { readonly type: "failed"; readonly task: Task; readonly failure: Failure }
  | { readonly type: "session-ended"; readonly task: Task }
  | { readonly type: "unloadable" }
  /** The page gave no session in all the time that it may need for one. */
  | { readonly type: "unset" }
  /** A press of the pointer on a confirmation that could not be seen. */
  | { readonly type: "covered" }
  /** A confirmation has been on its way for some time. */
  | { readonly type: "waited" }
  | { readonly type: "ticked"; readonly now: number }
  /** A screen has been there for long enough to be what a press was meant for. */
  | { readonly type: "settled" }
  | { readonly type: "returned" }
  /** A link may have been opened elsewhere. */
  | { readonly type: "watched" }
  /** Time, the person or a hidden page puts secrets away. */
  | { readonly type: "masked" }
  | { readonly type: "wiped" }
  | { readonly type: "search"; readonly query: string }
  /** The end of the drawn cards came near. */
  | { readonly type: "more" }
  /** All chips of the tile that begins with this reward. */
  | { readonly type: "unfold"; readonly sku: string }
  | { readonly type: "select"; readonly sku: string }
  | { readonly type: "amount"; readonly amount: string }
  | { readonly type: "book" }
  | { readonly type: "confirm" }
  /** `isStep`: by the browser, which leaves one screen and no more. */
  | { readonly type: "back"; readonly isStep?: boolean }
  | { readonly type: "retry" }
  | { readonly type: "balance" }
  /** The till's screen opens, changes its size, or closes where there is none. */
  | { readonly type: "till"; readonly size?: TillSize }
  | { readonly type: "reveal"; readonly usage: Usage }
  | { readonly type: "copied"; readonly usage: Usage; readonly outcome: Copied["outcome"] };
