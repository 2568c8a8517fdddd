/** The texts of the end user's page, and their type for every language. */
import type { Spoken } from "../languages.ts";
import { words as ar } from "./words/ar.ts";
import { words as de } from "./words/de.ts";
import { words as en } from "./words/en.ts";
import { words as es } from "./words/es.ts";
import { words as fr } from "./words/fr.ts";
import { words as ja } from "./words/ja.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Why a link gives no code. `other` is any state that the interface does not know. */
export type DeadEnd =
  | "booked"
  | "failed"
  | "denied"
  | "blocked"
  | "refunded"
  | "canceled"
  | "expired"
  | "other"
  | "no_key"
  | "no_page";

export interface FlowWords {
  readonly from: (client: string) => string;
  readonly ready: Notice;
  readonly open: string;
  /** The code could not be made, and nothing changed. */
  readonly notNow: Notice;
  readonly opened: Notice;
  /** The button beside a code, and what it says after it copied; and what it says if it could not. */
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly barcode: string;
  readonly qrcode: string;
  readonly validUntil: string;
  readonly document: string;
  readonly howToUse: string;
  readonly important: string;
  readonly terms: string;
  readonly sender: string;
  /** On the brand's own page. */
  readonly card: (brand: string) => string;
  readonly cardText: string;
  readonly access: string;
  readonly show: string;
  readonly wrongAccess: string;
  readonly reference: string;
  readonly testing: string;
  readonly deadEnds: Readonly<Record<DeadEnd, Notice>>;
}

export const FLOW_WORDS: Readonly<Record<Spoken, FlowWords>> = { en, fr, de, es, ja, ar };
