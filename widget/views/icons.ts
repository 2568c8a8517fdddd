/** The icons of the pass. Each stands beside words, or on a button that has a name. */
import { html, type TemplateResult } from "lit";

/** Words that may need several lines, with an icon in the first line. */
export const signedView = (sign: unknown, words: string): TemplateResult =>
  html`<span class="signed">${sign}${words}</span>`;

const sign = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

export const COPY = sign("M9 9h11v11H9zM15 9V4H4v11h5");
export const DONE = sign("M5 12.5l4.5 4.5L19 7.5");
export const SHOW = sign(
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
);
export const CODE_BARS = sign("M4 6v12M7.5 6v12M11 6v12M14 6v12M17 6v12M20 6v12");
export const CODE_SQUARES = sign(
  "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM19.5 14h.5M14 20h.5",
);
export const DIGITS = sign("M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16");
export const COINS = sign("M4 7h16v11H4zM4 11h16M8 15h3");
export const PAPER = sign("M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5");
export const PRINTER = sign("M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z");
export const SHARE = sign("M12 15V4M8 7.5L12 3.5l4 4M6 12H5v8h14v-8h-1");
export const GIFT = sign(
  "M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9S10 4 7.5 5.5 9 9 12 9zM12 9s2-5 4.5-3.5S15 9 12 9z",
);
export const PHONE = sign("M8 3h8v18H8zM11 18h2");
export const CALENDAR = sign("M4.5 5.5h15v14h-15zM4.5 10h15M8.5 3v4M15.5 3v4");
