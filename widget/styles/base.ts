/**
 * The look of the first screen, and the tokens that all screens share. Sizes are in `em` of the host, which is
 * `medium`: they follow the text size that the user set in the browser. `rem` would follow the page's root.
 */
import { css } from "./css.ts";

export const baseStyles = css`
  :host {
    all: initial;
    --_accent: var(--reward-accent, light-dark(#1f4fd8, #9db7ff));
    --_surface: var(--reward-surface, light-dark(#fff, #15181e));
    --_text: var(--reward-text, light-dark(#1a1d23, #eceef2));
    --_muted: var(--reward-muted, light-dark(#565d6b, #a9b0be));
    --_line: var(--reward-line, light-dark(#d9dde5, #353b47));
    --_soft: var(--reward-soft, light-dark(#f2f4f8, #20242d));
    --_space: var(--reward-space, 1em);
    --_radius: var(--reward-radius, 0.75em);
    --_radius-button: var(--reward-radius-button, var(--_radius));
    --_radius-card: var(--reward-radius-card, var(--_radius));
    --_shadow: var(--reward-shadow, 0 0.125em 0.375em #0000001f);
    display: block;
    /* Also where the page's rule for everything says another: breakpoints are in em of the host. */
    font: medium sans-serif !important;
    container-type: inline-size;
    /* Where the page leaves the width to the content, there would be none. */
    contain-intrinsic-inline-size: 40em;
    min-inline-size: 0;
    max-inline-size: 100%;
    color-scheme: light dark;
    visibility: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  /* Here again: a page's own rules for the host, or for everything, win over those of :host. */
  .frame,
  .unseen {
    all: initial;
    visibility: inherit;
    color-scheme: inherit;
    box-sizing: border-box;
    color: var(--_text);
    /* Never one family alone: browsers make the text of "monospace" alone smaller. */
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
    /* One by one: a shorthand knows no font family that is inherited. */
    font-family: var(--reward-font-heading, inherit);
    font-size: 1.5em;
    font-weight: var(--reward-heading-weight, 700);
    line-height: 1.25;
    letter-spacing: var(--reward-heading-spacing);
    text-transform: var(--reward-heading-transform);
    outline: none;
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
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  /* Three bands: one of them is seen over whatever picture or colour lies below. */
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
    box-shadow: 0 0 0 7px var(--_surface);
  }
  /* Mostly in the padding above the heading, so that little moves when it comes. A second line makes room for itself. */
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
  /* The place beside the cards is kept from the start, so that nothing moves when a reward comes there. */
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
  /* Beside the budget where all of its words can be read there, and as wide as all where it stands alone. */
  .budget + input {
    flex: 1 9em;
    width: auto;
    max-width: 100%;
  }
  /* Never narrower than a card that can be read, and never more in a row than the page wants. */
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
    /* Name and values beside the card. */
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
  /* All there is to choose from: it has the whole row. */
  .sole {
    --_least: 100%;
  }
  @container (min-width: 48em) {
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
    /* A button is as wide as its words by itself. */
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
  /* A text from left to right begins where its column does, also in one from right to left. */
  [dir="auto"] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .name {
    line-height: 1.35;
  }
  /* No box of their own: a screen reader would stop between them and the words before. */
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
  /* Two values in a row also where their currency is three letters: "25 USD". */
  .chip .price {
    font-size: clamp(0.875em, 4cqi, 1em);
  }
  /* Lower than other buttons, but not where a finger presses. */
  @media not (pointer: coarse) {
    .chip {
      min-height: 2.25em;
    }
  }
  .out,
  .few {
    display: block;
  }
  /* As a card that one can hold: ISO 7810. */
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
    box-shadow: var(--_shadow);
  }
  /* Drawn from the name: as dark in every hue, so that white letters can be read. */
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
    /* As most cards become: what is below stays out of sight. */
    min-height: 14em;
  }
  .skeleton {
    /* Seen where a person's own colours replace all backgrounds. */
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
