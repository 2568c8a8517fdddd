/**
 * The look of the first screen, and the tokens that all screens share. Sizes are in `em` of the host, which is
 * `medium`: they follow the text size that the user set in the browser. `rem` would follow the page's root.
 */
import { type CSSResult, css } from "lit";

/** The colours of the dark theme. `light-dark()` would say it shorter; Chrome has it from 123. */
export const inDark = (colours: CSSResult): CSSResult => css`
  :host([theme="dark"]) {
    ${colours}
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme="light"])) {
      ${colours}
    }
  }
`;

const darkColours = inDark(css`
  --_accent: var(--reward-accent, #9db7ff);
  --_surface: var(--reward-surface, #15181e);
  --_text: var(--reward-text, #eceef2);
  --_muted: var(--reward-muted, #a9b0be);
  --_line: var(--reward-line, #353b47);
  --_soft: var(--reward-soft, #20242d);
`);

export const baseStyles = css`
  :host {
    all: initial;
    --_accent: var(--reward-accent, #1f4fd8);
    --_surface: var(--reward-surface, #fff);
    --_text: var(--reward-text, #1a1d23);
    --_muted: var(--reward-muted, #565d6b);
    --_line: var(--reward-line, #d9dde5);
    --_soft: var(--reward-soft, #f2f4f8);
    --_space: var(--reward-space, 1em);
    --_radius: var(--reward-radius, 0.75em);
    --_radius-button: var(--reward-radius-button, var(--_radius));
    --_radius-card: var(--reward-radius-card, var(--_radius));
    display: block;
    /* Wins over a page's rule for all elements: breakpoints are in em of the host. */
    font: medium sans-serif !important;
    min-inline-size: 0;
    max-inline-size: 100%;
    color-scheme: light dark;
    visibility: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  /* The width if the page sizes the host by its contents: two words that may stand below each other. */
  :host::before {
    content: ". .";
    display: block;
    height: 0;
    visibility: hidden;
    word-spacing: min(39em, 100vw - 3em);
  }
  /* Containment makes the least width 0. */
  section {
    container-type: inline-size;
    contain-intrinsic-inline-size: 240px;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  ${darkColours}
  *,
  ::before {
    box-sizing: border-box;
  }
  /* Reset again: a page's rules for the host, or for all elements, win over those of :host. */
  .frame,
  .unseen {
    all: initial;
    visibility: inherit;
    color-scheme: inherit;
    box-sizing: border-box;
    color: var(--_text);
    /* Never one family alone: browsers make text in "monospace" alone smaller. */
    font: 400 var(--reward-font-size, 1em) / 1.5 var(--reward-font, system-ui), sans-serif;
    overflow-wrap: anywhere;
  }
  .frame {
    display: flex;
    flex-direction: column;
    gap: var(--_space);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    --_pad: var(--_space);
    padding: calc(var(--_space) * 1.75) var(--_pad) var(--_pad);
  }
  h2,
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  h2 {
    /* Longhands: the font shorthand cannot inherit only the family. */
    font-family: var(--reward-font-heading, inherit);
    font-size: 1.5em;
    font-weight: var(--reward-heading-weight, 700);
    line-height: 1.25;
    letter-spacing: var(--reward-heading-spacing);
    text-transform: var(--reward-heading-transform);
    text-wrap: balance;
  }
  button,
  input,
  a {
    font: inherit;
    color: inherit;
    min-height: 2.75em;
    border: 1px solid var(--_muted);
    border-radius: var(--_radius-button);
    padding: 0.5em 1em;
    background: none;
  }
  input {
    width: 100%;
  }
  /* The badge stands mostly in the padding above the heading, so that little moves when the badge appears. A second line adds height. */
  .badge {
    display: flex;
    margin-block: calc(var(--_space) * -1) calc(var(--_space) * -0.5);
  }
  .badge small {
    border-radius: 1em;
    padding: 0.125em 0.625em;
    font-size: 0.75em;
    line-height: 1.25;
    background: var(--_soft);
    color: var(--_muted);
  }
  .picker {
    display: grid;
    gap: calc(var(--_space) * 2);
  }
  .list {
    display: flex;
    flex-direction: column;
    gap: var(--_space);
    min-width: 0;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) * 0.75);
  }
  .head h2 {
    flex: 1 0 auto;
    max-width: 100%;
    font-size: clamp(1em, 5.2cqi, 1.5em);
  }
  .budget,
  .name,
  .price {
    font-weight: 600;
  }
  .budget {
    color: var(--_muted);
    font-size: 0.875em;
  }
  /* Beside the budget if the placeholder fits there; otherwise on a row of its own, with its full width. */
  .budget + input {
    flex: 1 9em;
    width: auto;
    max-width: 100%;
  }
  /* A column is never narrower than a readable card. A row has at most --reward-columns cards. */
  .cards {
    --_least: 7em;
    list-style: none;
    display: grid;
    gap: 0 var(--_space);
    margin-block-end: calc(var(--_space) * -1.5);
    grid-template-columns: repeat(
      auto-fill,
      minmax(max(var(--_least), (100% + var(--_space)) / var(--reward-columns, 9) - var(--_space)), 1fr)
    );
  }
  @container (min-width: 30em) {
    .frame {
      --_pad: calc(var(--_space) * 1.5);
    }
    .head input {
      flex: 0 16em;
    }
    .cards {
      --_least: 10em;
    }
    /* Two or three, which need no search, fill the width. */
    .head:not(:has(input)) ~ .cards:not(.sole) {
      grid-template-columns: repeat(auto-fit, minmax(var(--_least), 1fr));
    }
    /* Name and values beside the picture. */
    .sole .card {
      grid-template-columns: 2fr 3fr;
      gap: 0 calc(var(--_space) * 1.5);
      align-items: start;
    }
    .sole .picture {
      grid-row: 1 / 3;
    }
    .sole .name {
      align-self: end;
    }
  }
  /* The only brand to choose takes the whole row. */
  .sole {
    --_least: 100%;
  }
  @container (min-width: 48em) {
    /* The panel's column exists from the start, so that nothing moves when a reward opens there. */
    .picker {
      grid-template-columns: 1fr 22em;
      min-height: 20em;
    }
  }
  /* Names and values of a row begin at one height. */
  .cards li,
  li .card {
    display: grid;
    grid-row: span 4;
    grid-template-rows: subgrid;
    align-items: start;
  }
  .cards > * {
    margin-block-end: calc(var(--_space) * 1.5);
  }
  .card {
    /* By default a button is as wide as its words. */
    width: 100%;
    border: 0;
    border-radius: var(--_radius-card);
    padding: 0;
    text-align: start;
  }
  .card > .price,
  .stock {
    font-size: 0.875em;
  }
  /* Aligned to the start of the column, also if the text runs the other way. */
  [dir="auto"] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .name {
    line-height: 1.35;
  }
  /* The details have the whole name. */
  .card > .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  /* The name of a group, above its cards. */
  .cards + h3 {
    margin-block-start: calc(var(--_space) * 1.5);
  }
  /* Rewards of no group come last, and are not the last group's. */
  .cards + .cards {
    margin-block-start: calc(var(--_space) * 1.5);
    border-block-start: 1px solid var(--_line);
    padding-block-start: calc(var(--_space) * 1.5);
  }
  /* Inline, not inline-block: a screen reader would stop before a box. */
  .name span {
    white-space: nowrap;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375em;
    margin-block-start: 0.375em;
  }
  .chip {
    min-width: 2.75em;
    padding: 0.125em clamp(0.25em, 1.5cqi, 0.5em);
  }
  /* Two values fit in a row also if the currency is three letters: "25 USD". */
  .chip .price {
    font-size: clamp(0.875em, 4cqi, 1em);
  }
  /* Chips are lower than other buttons, except on touch screens. */
  @media not (pointer: coarse) {
    .chip {
      min-height: 2.25em;
    }
  }
  .card > .stock {
    display: block;
  }
  /* The proportions of a plastic card: ISO 7810. */
  .picture {
    position: relative;
    display: grid;
    place-items: center;
    aspect-ratio: 1.586;
    margin-block-end: 0.5em;
    border-radius: var(--_radius-card);
    overflow: hidden;
    background: var(--_soft);
    color: var(--_muted);
  }
  /* A card drawn from the name: equally dark in every hue, so that white letters are readable. */
  .picture:not(:has(img:not(.broken))) {
    background:
      radial-gradient(circle at 85% 0, oklch(0.7 0.13 calc(var(--_hue) + 40)), transparent 60%),
      linear-gradient(115deg, oklch(0.42 0.13 var(--_hue)), oklch(0.5 0.14 calc(var(--_hue) + 25)));
    color: #fff;
  }
  .picture b {
    font-size: 1.75em;
  }
  img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    opacity: 0;
  }
  .loaded {
    opacity: 1;
  }
  .card.skeleton {
    /* As high as most loaded cards: the contents below stay out of sight. */
    min-height: 14em;
  }
  .skeleton {
    /* Visible in forced colours, which replace all backgrounds. */
    border: 1px solid transparent;
    background: var(--_soft);
    border-radius: var(--_radius-card);
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
