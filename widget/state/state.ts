/**
 * What the widget knows and shows: data only. reduce.ts changes the state, redemption-controller.ts owns its effects,
 * views/ renders it.
 */
import type { AmountRefusal } from "../../shared/amount-refusal.ts";
import type { Codes, Usage } from "../../shared/usages.ts";
import type {
  Balance,
  Choice,
  Confirmation,
  OpenChoice,
  Order,
  OrderState,
  OwnedReward,
  Reward,
  RewardDetails,
  RewardsList,
  Wallet,
} from "../../shared/wire.ts";
import type { Failure } from "./failure.ts";

/** The order without codes and link: these are kept in their own screens only, and are wiped with them. */
export type KnownOrder = Omit<Order, "codes" | "url">;

/** Order states whose screen only informs; every other state has a screen of its own below. */
export type ToldState = Exclude<OrderState, "open" | "booked" | "processing" | "redeemed" | "activated">;

/** `selected`: the clipboard refused, so the text is selected (or the link focused) for the user to copy. */
export interface Copied {
  readonly usage: Usage;
  readonly outcome: "copied" | "selected";
  /**
   * True for the second copy in a row, the fourth and so on: a screen reader would not read an equal announcement
   * again.
   */
  readonly isAgain: boolean;
}

/** The sizes of a barcode on the screen for the till. Some scanners need a smaller one. */
export const TILL_SIZES = ["small", "medium", "large"] as const;
export type TillSize = (typeof TILL_SIZES)[number];

/** Seconds before the end of a hold at which the time left is announced. */
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
      /** The user asked for the stock, and the answer is announced. */
      readonly isChecked?: boolean;
    }
  | {
      readonly name: "booked";
      readonly endsAt: number;
      readonly left: number;
      /** The last of these times that passed here, for its announcement. */
      readonly passed?: (typeof WARNINGS)[number];
    }
  /** Delivery `notify` books nothing: the choice is shown for confirmation, and the server does not know it yet. */
  | { readonly name: "confirming"; readonly choice: Choice }
  | {
      readonly name: "processing";
      readonly polls: number;
      readonly isOffline?: boolean;
      /** The confirmation was never sent from this device. */
      readonly isUnsent?: boolean;
      /** The confirmed screen, for as long as it stays in sight: a fast answer needs no screen in between. */
      readonly from?: Extract<Screen, { name: "booked" | "confirming" }>;
      /** The first answer is so late that the user is told not to wait here. */
      readonly isLong?: boolean;
    }
  | {
      readonly name: "redeemed";
      /** The user waited here for this confirmation's outcome, and the page was not left since: values are shown. */
      readonly isFresh?: boolean;
      /** The screen for the till is open, with its barcode in this size. */
      readonly till?: TillSize;
      readonly codes?: Codes;
      readonly revealed: readonly Usage[];
      readonly copied?: Copied;
      /** The result of the last balance lookup. */
      readonly balance?: { readonly card: Balance } | { readonly failure: Failure };
      /** Why there is no pass for the phone's wallet, since it was last asked for. */
      readonly pass?: Failure | undefined;
    }
  | { readonly name: "activated"; readonly url?: string; readonly copied?: Copied }
  /** The list of what the user has. */
  | { readonly name: "rewards" }
  | { readonly name: ToldState }
  | { readonly name: "problem"; readonly failure: Failure; readonly retry: Task; readonly from: Screen }
  | { readonly name: "session-expired"; readonly from: Screen }
  /** There is nothing for this visitor: the element's own content is shown. */
  | { readonly name: "none" };

/** A confirmation, by the order's delivery. A sent confirmation is never disturbed, and repeats have equal values. */
export type Sending =
  | { readonly do: "redeem" | "activate"; readonly confirmation: Confirmation }
  | { readonly do: "notify"; readonly confirmation: Choice };

/**
 * The one thing that the widget is doing. Tasks are compared by identity: a late answer to another task is dropped, and
 * a press that would start a second task finds the first one and is ignored.
 */
export type Task =
  /**
   * `after`: milliseconds before the reading. `again`: milliseconds before a second reading if nothing changed.
   * `because`: the failure that caused the reading. The refused request is not repeated.
   * `isWatch`: an alarm caused the reading, so that only a change is announced.
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
  /** Has a pass for the phone's wallet made. `locale`: of its words. */
  | { readonly do: "pass"; readonly wallet: Wallet; readonly locale: string }
  /** Reads the list, from its beginning or after a reward. */
  | { readonly do: "rewards"; readonly after?: string }
  /** Opens one of the list, or what still can be chosen, by a session of its own. */
  | { readonly do: "enter"; readonly opened: Opened }
  /** The next order of the grant. */
  | { readonly do: "next" }
  | { readonly do: "mark"; readonly order_id: string; readonly used: boolean }
  /** Reads the link of an activated order again. Equal values get an equal answer, and nothing new is made. */
  | { readonly do: "link"; readonly confirmation: Confirmation };

/** The part of the catalog in sight; kept for the way back from a reward. */
export interface Search {
  readonly query: string;
  /** The name of the session's group whose rewards are shown; absent: all. */
  readonly group?: string;
  /** How many of the found tiles are drawn. */
  readonly shown: number;
  /** The first reward of the tile whose chips are all shown. */
  readonly unfolded?: string;
}

/** What the user has, as far as it was read. */
export interface Owned {
  readonly rewards: readonly OwnedReward[];
  /** What still can be chosen. */
  readonly open: readonly OpenChoice[];
  readonly hasMore: boolean;
  /** For staff nothing of it can be opened. */
  readonly audience?: "staff" | undefined;
  /** The language of the session. */
  readonly locale?: string | null | undefined;
  /** How the list stood when one was opened: what was searched for, and of a grant its last order. */
  readonly left?: Pick<State, "search" | "order">;
}

export interface Opened {
  readonly order_id: string;
  readonly isChoice: boolean;
}

export interface State {
  readonly screen: Screen;
  /** The screen just appeared: a second tap may be meant for what stood there before. */
  readonly isNew?: boolean;
  readonly search: Search;
  readonly task?: Task;
  readonly order?: KnownOrder;
  readonly catalog?: readonly Reward[];
  readonly details?: RewardDetails;
  /** The reward whose texts could not be loaded the last time: no room is reserved for them. */
  readonly undescribed?: string;
  /** The reward of a finished order, if the server sent it along. */
  readonly chosen?: Reward;
  /** Whether everything that is needed after the confirmation is loaded. */
  readonly prepared: boolean;
  /** What the page is asked about: whether the pressed confirmation may be sent. See page/before-confirm.ts. */
  readonly asking?: { readonly about: string };
  /** The user's confirmation, kept until its outcome is known. */
  readonly sent?: Sending;
  /** A failure that leaves the screen in place. */
  readonly failure?: Failure;
  /** The order's `ended_attempt` that was already told. */
  readonly toldAttempt?: number;
  readonly owned?: Owned;
  /** What was opened from the list: a reward that was had, or a choice that waits. */
  readonly opened?: Opened;
  /** How often an alarm made the widget read the order, since the confirmation or the last return. */
  readonly looks?: number;
}

/** Tiles drawn at first: as many as a desktop shows at once. */
export const FIRST_CARDS = 20;

export const INITIAL: State = {
  screen: { name: "loading" },
  search: { query: "", shown: FIRST_CARDS },
  prepared: false,
};

/** What the user does. */
export type Action =
  | { readonly type: "search"; readonly query: string }
  /** Shows the rewards of one of the session's groups, or all. */
  | { readonly type: "group"; readonly name?: string }
  /** The end of the drawn cards came near. */
  | { readonly type: "more" }
  /** Shows all chips of the tile that begins with this reward. */
  | { readonly type: "unfold"; readonly sku: string }
  | { readonly type: "select"; readonly sku: string }
  | { readonly type: "amount"; readonly amount: string }
  | { readonly type: "book" }
  | { readonly type: "confirm" }
  /** `isStep`: caused by the browser, which goes back exactly one screen. */
  | { readonly type: "back"; readonly isStep?: boolean }
  | { readonly type: "retry" }
  | { readonly type: "balance" }
  | { readonly type: "pass"; readonly wallet: Wallet; readonly locale: string }
  /** To the list of what the user has, also from one that was opened there. */
  | { readonly type: "list" }
  | { readonly type: "enter"; readonly opened: Opened }
  | { readonly type: "next" }
  | { readonly type: "mark"; readonly order_id: string; readonly used: boolean }
  /** Opens the screen for the till or changes its size; closes the screen if there is no size. */
  | { readonly type: "till"; readonly size?: TillSize }
  | { readonly type: "reveal"; readonly usage: Usage }
  | { readonly type: "copied"; readonly usage: Usage; readonly outcome: Copied["outcome"] };

/** Every event: actions of the user, answers to calls, time and the page. */
export type Event =
  | Action
  | { readonly type: "started" }
  | { readonly type: "renewed" }
  | {
      readonly type: "order";
      readonly task: Task;
      readonly order: Order;
      /** The catalog that came with the order. */
      readonly catalog?: readonly Reward[];
      readonly reward?: Reward;
      readonly sentAt: number;
      readonly retryAfter?: number;
    }
  | { readonly type: "catalog"; readonly task: Task; readonly rewards: readonly Reward[] }
  | {
      readonly type: "rewards";
      readonly task: Task;
      readonly list: RewardsList;
      readonly locale?: string | null | undefined;
    }
  | { readonly type: "entered"; readonly task: Task; readonly opened: Opened }
  | { readonly type: "marked"; readonly task: Task; readonly order_id: string; readonly used: boolean }
  | { readonly type: "details"; readonly task: Task; readonly details: RewardDetails }
  | { readonly type: "prepared"; readonly task: Task }
  /** The pass was handed on. */
  | { readonly type: "passed"; readonly task: Task }
  /** Like `prepared`, but no task waited for it. */
  | { readonly type: "prefetched" }
  | { readonly type: "codes"; readonly task: Task; readonly codes: Codes }
  | { readonly type: "card"; readonly task: Task; readonly card: Balance }
  | { readonly type: "failed"; readonly task: Task; readonly failure: Failure }
  | { readonly type: "session-ended"; readonly task: Task }
  /** The page has nothing for its visitor. */
  | { readonly type: "none"; readonly task: Task }
  | { readonly type: "unloadable"; readonly isGone?: boolean | undefined }
  /** The page gave no session within the limit, or `isCopy`: the element is a copy of one that had its session. */
  | { readonly type: "unset"; readonly isCopy?: boolean }
  /** The page's own `beforeConfirm` is being asked, or has answered. */
  | { readonly type: "asking"; readonly asking?: State["asking"]; readonly failure?: Failure }
  /** The browser has a connection again. */
  | { readonly type: "online" }
  /** A press of the pointer on a confirm button that was not visible. */
  | { readonly type: "covered" }
  /** A confirmation has been on its way for some time. */
  | { readonly type: "waited" }
  | { readonly type: "ticked"; readonly now: number }
  /** A screen has been there for long enough that presses are meant for it. */
  | { readonly type: "settled" }
  | { readonly type: "returned" }
  /** A link may have been opened elsewhere. */
  | { readonly type: "watched" }
  /** Secrets are hidden: by time, by the user, or because the page is hidden. */
  | { readonly type: "masked" }
  | { readonly type: "wiped" };
