/** The table of words: its keys, and how one is looked up. Every language is checked against these types. */

import type { Usage } from "../../shared/usages.ts";
import type { HoldEnd, PromotionReason } from "../../shared/wire.ts";
import type { Charge } from "../charge.ts";
import type { FailureCode } from "../failure.ts";
import type { ToldState } from "../state.ts";
import { en } from "./en.ts";

export type FirstTexts = Record<keyof typeof en, string>;

type LaterKey =
  | "amount"
  | "amount_hint"
  | "amount_fixed"
  | "amount_quick"
  | "slot"
  | "sold_out"
  | "how_to_use"
  | "important"
  | "terms"
  | "book"
  | "book_again"
  | "continue"
  | "back_one"
  | "confirming_text"
  | "booking"
  | "back"
  | "booked_title"
  | "booked_text"
  | "reward"
  | "countdown"
  | "countdown_5"
  | "countdown_1"
  | "final"
  | `final_${"activate" | "notify"}`
  | "confirm"
  | `confirm_${"activate" | "notify"}`
  | "preparing"
  | "processing_book_title"
  | "processing_book_text"
  | "processing_title"
  | "processing_text"
  | "checking_title"
  | "checking_text"
  | `checking_${"activate" | "notify"}_text`
  | "reference"
  | "redeemed_title"
  | "codes_loading_title"
  | "codes_failed_title"
  | "closed_title"
  | `promotion_${PromotionReason}_${"title" | "text"}`
  | `promotion_${"not_started" | "ended"}_on`
  | "above_limit"
  | "kept_confirmation"
  | `hold_${HoldEnd}`
  | "notified_address"
  | "session-expired_again"
  | "masked"
  | "reveal"
  | "hide"
  | "copy"
  | "copied"
  | "copied_short"
  | "not_connected"
  | "slow"
  | "amount_between"
  | "selected"
  | `usage_${Usage}`
  | "link"
  | "link_hint"
  | "pdf"
  | "barcode"
  | "barcode_missing"
  | "qrcode_missing"
  | `activated_${"title" | "text" | "after"}`
  | `link_${"loading_title" | "failed_title" | "phone" | "phone_text"}`
  | "copy_link"
  | "copy_link_refused"
  | `notified_${"missing" | "wait" | "spam" | "contact"}`
  | "qrcode"
  | "qrcode_link"
  | "expires"
  | "balance"
  | `balance_${"again" | "asking" | "is" | "untold"}`
  | "print"
  | "enlarge"
  | "close"
  | `${ToldState | "session-expired"}_${"title" | "text"}`
  | "canceled_link_text"
  | `ended_${"text" | "link_text"}`
  | `told_${"unexpected" | "contact"}`
  | `charge_${Charge}`;

export type LaterTexts = Record<LaterKey, string> & { readonly problem: Record<FailureCode, string> };

export type Texts = FirstTexts & LaterTexts;
export type TextKey = keyof FirstTexts | LaterKey;

/** What a host page may replace: any text, and any problem's. */
export type Messages = Partial<Omit<Texts, "problem">> & { readonly problem?: Partial<Texts["problem"]> };

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Lays tables over each other, the last one on top. A page's own table may hold anything; only its texts count. */
export function layTexts(...tables: readonly (Messages | null | undefined)[]): Messages {
  const problem = Object.assign({}, ...tables.map((table) => textsOf(table?.problem)));
  return { ...Object.assign({}, en, ...tables.map(textsOf)), problem };
}

const textsOf = (table: object | null | undefined) =>
  Object.fromEntries(Object.entries(table ?? {}).filter(([, text]) => typeof text === "string"));

export function translator(texts: Messages): Translate {
  return (key, values = {}) =>
    (texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
