/** The look of the screen for the till: all of the window but what a notch takes of it, dark on white in every theme. */
import { css } from "./css.ts";

export const tillStyles = css`
  .till {
    inset: 0;
    width: 100%;
    height: 100%;
    max-width: none;
    max-height: none;
    border: 0;
    padding: 0;
    overscroll-behavior: contain;
    color: #14171c;
    --_accent: #14171c;
    --_on-accent: #fff;
    --_surface: #fff;
    --_text: #14171c;
    --_muted: #565d6b;
    --_line: #d9dde5;
    --_soft: #f2f4f8;
  }
  .till::backdrop,
  .counter::backdrop {
    background: #fff;
  }
  .counter {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
    width: 100%;
    height: 100%;
    padding: max(0.75em, env(safe-area-inset-top)) max(0.75em, env(safe-area-inset-right))
      max(0.75em, env(safe-area-inset-bottom)) max(0.75em, env(safe-area-inset-left));
    overflow: auto;
    background: #fff;
  }
  .over,
  .under {
    flex: none;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.375em;
    justify-items: center;
    text-align: center;
  }
  .over .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .over bdi {
    white-space: nowrap;
  }
  /* What gives way to the code, see sparing.ts. */
  [data-spared~="sizes"] :is(.choice, .sizes),
  [data-spared~="name"] .name,
  [data-spared~="hint"] .small {
    display: none;
  }
  [data-spared~="air"] {
    gap: 0.25em;
    padding-block: max(0.375em, env(safe-area-inset-top)) max(0.375em, env(safe-area-inset-bottom));
  }
  .over .test {
    font-size: 0.75em;
  }
  .screen {
    flex: 1;
    min-height: 8em;
    display: grid;
    place-content: center;
    overflow: auto;
  }
  .drawn {
    display: contents;
  }
  /* A size that looks like the next one is none; where there is one only, none is offered. */
  .counter[data-same~="small"] [data-size="small"],
  .counter[data-same~="medium"] [data-size="medium"] {
    display: none;
  }
  /* Their room stays, or the code would be fitted to another. */
  .counter[data-same~="large"] [data-size="large"],
  .counter[data-same~="large"] .choice {
    visibility: hidden;
  }
  /* With a large text, too, in as few lines as it takes. */
  .number {
    max-width: 100%;
    text-wrap: balance;
  }
  .under .number > .value {
    font-size: clamp(1em, 6.5vw, 1.5em);
  }
  .alone {
    gap: 1em;
    justify-items: center;
    text-align: center;
  }
  .alone .number > .value {
    font-size: clamp(1.5em, 14vw, 4em);
    line-height: 1.5;
  }
  /* Alike on both sides: lines of it stand in the middle. */
  .alone .number > .value > span {
    margin-inline: 0.175em;
  }
  .pin {
    flex-wrap: wrap;
    justify-content: center;
  }
  .pin > :nth-child(2) {
    margin: 0;
  }
  .sizes {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.5em;
  }
  .under > .main {
    width: min(100%, 24em);
    align-self: center;
    margin-block-start: 0.5em;
    /* Under the thumb also where large texts do not fit the window. */
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
  }
  /* On its side a phone has no height to spare: what is not the code stands beside it, but for a code that needs all of the width. */
  @media (orientation: landscape) and (max-height: 30em) {
    .counter:not([data-spared~="beside"]) {
      display: grid;
      /* As high as what is beside the code, so that sparing.ts sees what does not fit. */
      grid-template: auto 1fr / minmax(0, 1fr) clamp(12.75em, 28vw, 16em);
    }
    :not([data-spared~="beside"]) > .screen {
      grid-area: 1 / 1 / 3 / 2;
    }
    :not([data-spared~="beside"]) > .under {
      align-content: end;
    }
    /* Sixteen digits in one line there, whatever monospaced letters the phone has: the widest take 11em. */
    :not([data-spared~="beside"]) > .under .number > .value {
      font-size: clamp(1.125em, 2.5vw, 1.375em);
    }
    /* In one row where that can be had: a second one costs a low window all of them. */
    :not([data-spared~="beside"]) > .under .sizes {
      gap: 0.25em;
    }
  }
  @media print {
    .till {
      display: none;
    }
  }
`;
