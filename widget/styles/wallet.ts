/** The look of a grant's balance, and of the list of what a user has. */
import type { CSSResult, css as Css } from "lit";

export const walletStyles = (css: typeof Css): CSSResult => css`
  .spend,
  .after {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space);
  }
  .spend {
    justify-content: space-between;
  }
  .spend .budget,
  .after .budget {
    color: var(--_text);
    font-size: 1em;
  }
  .after .budget {
    flex: 1 0 100%;
    margin-block-end: 0.5em;
  }
  .head > .spend {
    flex: 1 0 100%;
  }
  /* Its words begin where the other texts begin. */
  .tolist {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    padding-inline: 0.5em;
    margin-inline: -0.5em;
  }
  .chevron {
    inline-size: 0.5em;
    block-size: 0.5em;
    border: solid currentColor;
    border-width: 0 0 0.125em 0.125em;
    rotate: 45deg;
  }
  [dir="rtl"] .chevron {
    rotate: -135deg;
  }
  .wallet .head {
    justify-content: space-between;
  }
  .owned {
    list-style: none;
    display: grid;
  }
  .owned li {
    --_picture: 5.5em;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border-block-start: 1px solid var(--_line);
    padding-block: 0.75em;
  }
  .own {
    display: grid;
    grid-template-columns: var(--_picture) minmax(0, 1fr);
    align-items: center;
    gap: var(--_space);
    border: 0;
    padding: 0;
    text-align: start;
  }
  .owned .picture {
    margin: 0;
    border-radius: min(var(--_radius-card), 0.5em);
  }
  .owned .about {
    display: grid;
    min-width: 0;
  }
  .owned .about .name {
    font-size: 1em;
  }
  .owned .small {
    color: var(--_muted);
  }
  .owned .small b {
    color: var(--_text);
  }
  .owned .mark {
    justify-self: start;
    text-align: start;
    margin-inline-start: calc(var(--_picture) + var(--_space) - 0.75em);
    padding-inline: 0.75em;
    margin-block-end: -0.5em;
  }
  .top .mark {
    padding-inline: 0.5em;
    margin-inline: -0.5em;
  }
  .lost .picture {
    filter: grayscale(1);
    opacity: 0.6;
  }
  .lost .name {
    color: var(--_muted);
  }
  .owned .waits {
    gap: 0.5em var(--_space);
  }
  .wallet .rest .owned {
    margin-block-start: 0.5em;
  }
  @container (min-width: 30em) {
    .owned li {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: var(--_space);
    }
    .owned .mark {
      margin: 0;
      margin-inline-end: -0.75em;
    }
  }
  /* As wide as the pass below it, which has texts beside it. */
  @container (min-width: 44em) {
    .frame > .spend.top:has(+ .split > .aside) {
      max-width: min(58%, 34em);
      margin-inline: 0;
    }
  }
`;
