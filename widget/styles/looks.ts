/**
 * The styles shared by the screens after the first cards: buttons by rank, surfaces, alerts, fields, scrolling texts.
 */
import { css } from "lit";
import { inDark } from "./base.ts";
import { brandColourStyles } from "./brand-colour.ts";

const darkColours = inDark(css`
  --_notice: var(--reward-notice, #ffc46b);
  --_danger: var(--reward-danger, #ff9c98);
  --_shade: #000a;
  --_edge: #ffffff24;
`);

export const looksStyles = css`
  :host {
    --_notice: var(--reward-notice, #8a4b00);
    --_danger: var(--reward-danger, #b3181f);
    --_shade: #0002;
    --_shadow: var(--reward-shadow, 0 0.125em 0.375em #0000001f);
    --_edge: #0000001a;
  }
  ${darkColours}
  ${brandColourStyles}
  /* Only the controls, not the frame: a new screen can be scrolled. */
  .frame[data-new] :is(button, a, input, summary) {
    pointer-events: none;
  }
  /* The cards beside an open reward did not move, so they take presses, see arrival.ts. */
  .list:has(+ .beside .sheet) :is(button, input) {
    pointer-events: auto;
  }
  /* At least as high as the previous screen, see height-keeper.ts. */
  @media screen {
    .frame {
      min-height: var(--_held);
    }
  }
  h2 {
    outline: none;
  }
  .picture {
    box-shadow: var(--_shadow);
  }
  /* The focus ring has three bands, so that one is visible over any picture or colour. */
  :focus-visible {
    outline: 3px solid var(--_ink);
    outline-offset: 2px;
    box-shadow: 0 0 0 7px var(--_surface);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  /* An iPhone zooms the page into a field with smaller text, and does not zoom back. */
  @media (pointer: coarse) {
    input {
      font-size: max(1em, 16px);
    }
  }
  button {
    cursor: pointer;
  }
  [aria-disabled="true"] {
    cursor: default;
  }
  .plain {
    align-self: start;
  }
  .broad {
    align-self: stretch;
  }
  .column,
  .aside,
  .stack {
    display: flex;
    flex-direction: column;
    gap: var(--_space);
  }
  .stack {
    gap: calc(var(--_space) / 2);
  }
  .aside:empty {
    display: none;
  }
  h3 {
    margin: 0;
    font-family: var(--reward-font-heading, inherit);
    font-size: 1em;
    font-weight: var(--reward-heading-weight, 700);
    line-height: 1.4;
    letter-spacing: var(--reward-heading-spacing);
    text-transform: var(--reward-heading-transform);
  }
  .name {
    hyphens: auto;
  }
  /* With large text in a narrow column, a word may be longer than its line. */
  @container (max-width: 17em) {
    .frame {
      hyphens: auto;
    }
    .value {
      hyphens: manual;
    }
  }
  h2 {
    font-size: clamp(1.25em, 7cqi, 1.5em);
    /* For the focus ring. */
    border-radius: 0.25em;
  }
  input {
    text-overflow: ellipsis;
  }
  /* The browser's own cross is blue, whatever the brand. */
  ::-webkit-search-cancel-button {
    filter: grayscale(1);
  }
  .stock {
    color: var(--_muted);
  }
  .few,
  .out {
    color: var(--_notice);
    font-weight: 600;
  }
  /* The service's texts are as wide as their column. Texts that run the other way all begin at its other edge. */
  .text[dir] {
    white-space: pre-line;
    text-align: start;
  }
  p,
  .text {
    text-wrap: pretty;
    /* In Japanese, which has no spaces, no line ends within a word. */
    word-break: auto-phrase;
  }
  /* The service's names are not balanced: a brand of two words that fits in a line would be broken. */
  .name,
  h2[dir] {
    text-wrap: wrap;
  }
  h2[dir] > span {
    white-space: nowrap;
  }
  /* A list at the edge of its column. Each entry's number or bullet stands before its lines. */
  .entries {
    display: inline-grid;
    row-gap: 0.25em;
    margin: 0;
    padding: 0;
    vertical-align: top;
    list-style: none;
  }
  .entry {
    display: grid;
    grid-template-columns: minmax(1.25em, auto) 1fr;
  }
  /* A small space beside Latin letters. Japanese breaks between words, as far as the browser knows them. */
  :lang(ja),
  :lang(zh) {
    text-autospace: normal;
  }
  :lang(ja) {
    word-break: auto-phrase;
  }
  a {
    display: inline-flex;
    align-items: center;
    text-decoration: none;
  }

  /* Buttons: the main button, outlined buttons, and quiet buttons that look like text. */
  .main {
    min-height: 3em;
    padding-inline: 1.5em;
    border-color: var(--_rim);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    align-self: start;
  }
  /* A link that looks like a button wraps like a button: in lines of equal length, so that no short word stands alone. */
  .main,
  .plain {
    justify-content: center;
    text-align: center;
    text-wrap: balance;
  }
  /* Not on touch screens, where hover stays after a touch. */
  @media (hover: hover) {
    .main:not(.busy):hover {
      filter: brightness(1.1);
    }
    .plain:hover,
    .quiet:hover {
      background: var(--_soft);
    }
  }
  .quiet {
    border-color: transparent;
    color: var(--_ink);
    font-weight: 600;
  }
  .main:active,
  .plain:active,
  .quiet:active {
    transform: scale(0.98);
  }
  .main[aria-disabled="true"] {
    transform: none;
  }
  /*
   * A disabled button looks disabled, whatever colours the page gives its part. A button that is busy or just appeared does not:
   * nothing is wrong.
   */
  .main[aria-disabled="true"]:not(.busy, .soon) {
    filter: grayscale(1) opacity(0.5) !important;
  }
  .busy::before {
    content: "";
    display: inline-block;
    width: 1em;
    height: 1em;
    margin-inline-end: 0.5em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    vertical-align: -0.125em;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.75);
  }
  .actions > * {
    align-self: stretch;
    max-width: 100%;
  }
  /* Buttons share a row or wrap. The button that fills the row is never narrower than its words. */
  .actions:has(.main) > * {
    flex: 1 0 auto;
    justify-content: center;
  }
  .actions > .main {
    flex-grow: 99;
  }
  @container (max-width: 29.99em) {
    .actions:has(.main) > *,
    .actions > .plain:only-child {
      flex-basis: 100%;
      justify-content: center;
    }
  }

  /* The currency stands inside the field, beside the typed amount. */
  .sum {
    --_signed: calc(1.375em + var(--_sign) * 0.75em);
    display: grid;
    align-items: center;
  }
  .sum > * {
    grid-area: 1 / 1;
  }
  .sum > bdi {
    justify-self: start;
    padding-inline: 1em;
    color: var(--_muted);
    pointer-events: none;
  }
  .sum > bdi + input {
    padding-inline-start: var(--_signed);
  }
  .at-end > bdi {
    justify-self: end;
  }
  .at-end > bdi + input {
    padding-inline: 1em var(--_signed);
  }
  .field .chips {
    margin: 0;
  }
  /* A row of amounts is as wide as the field below. */
  .field .chip {
    flex: 1 0 auto;
  }
  /* Scrolled into view with the message below the field, and clear of the sticky buttons. */
  .field input {
    scroll-margin-block: 2em 8em;
  }
  /* A higher window has room for its amounts and limits too: the panel's round button would lie over them. */
  @media (min-height: 43em) {
    .field input {
      scroll-margin-block-start: 8.5em;
    }
  }
  /* The limits stand above the field: below the field, a low window's sticky button would hide them. */
  .field .label {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.75em;
  }
  .unsaid {
    visibility: hidden;
  }
  .field label {
    font-weight: 600;
  }
  [aria-invalid="true"] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  .refusal {
    color: var(--_danger);
  }
  .alert {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
    border: 1px solid var(--_danger);
    border-inline-start-width: 5px;
    border-radius: var(--_radius);
    padding: 0.75em 1em;
    /* Scrolled into view with the button to press again. */
    scroll-margin-block-end: 9em;
  }
  /* The user did nothing wrong. */
  .alert.calm {
    border-color: var(--_notice);
  }

  /* A scrolling region ends in the middle of a line, which fades out. After scrolling, a shadow marks its top. */
  .terms {
    max-height: calc(13.5em + 2px);
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 0.75em 1em;
    font-size: 0.875em;
  }
  /* The text is only a little higher, see grown.ts. */
  .terms[data-grown] {
    max-height: none !important;
  }
  .terms,
  .sheet .look > .scroll {
    background:
      linear-gradient(var(--_surface) 30%, transparent) top / 100% 2.5em local no-repeat,
      linear-gradient(var(--_shade), transparent) top / 100% 0.625em no-repeat,
      var(--_surface);
  }
  /* The fade covers the last visible lines. At the end of the text the fade is below the last line. */
  /* The element's own content stands as if there were no element, also where the page reserved a place for one. */
  :host([data-state="none"]) {
    min-height: 0 !important;
  }
  :host([data-state="none"]) :is(section, .frame) {
    all: unset;
    display: contents;
  }
  .terms[data-scrolls] {
    padding-block-end: 0;
  }
  .terms[data-scrolls]::after {
    content: "";
    display: block;
    position: sticky;
    inset-block-end: 0;
    height: 1.75em;
    background: linear-gradient(transparent, var(--_surface));
    pointer-events: none;
  }

  /* After the picker every screen has one centred column, narrow enough to read. The service's texts stand beside the column if there is room. */
  :host(:not([data-state="open"], [data-state="details"], [data-state="loading"])) .frame > :not(.split, .badge),
  .frame:not(:has(> .picker)) > .badge,
  .column,
  .split > .aside {
    width: 100%;
    max-width: 34em;
    margin-inline: auto;
  }
  .split {
    display: grid;
    gap: calc(var(--_space) * 1.5);
  }
  @container (min-width: 44em) {
    .frame:has(.aside) > .badge {
      max-width: none;
    }
    .split:has(.aside) {
      grid-template-columns: minmax(0, min(58%, 34em)) minmax(0, 1fr);
      gap: calc(var(--_space) * 2.5);
    }
    .split > .aside {
      max-width: none;
    }
    /* Higher, because there is room beside the pass. */
    .split .terms {
      max-height: calc(19.5em + 2px);
    }
    /* Texts that run the other way start near their headings: their column is as wide as its longest line. */
    [dir="rtl"] .split .aside:has(.text),
    [dir="rtl"] > .look .aside:has(.text) {
      display: grid;
      grid-template-columns: fit-content(100%);
      align-content: start;
    }
  }
`;
