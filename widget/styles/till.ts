/**
 * The look of the screen for the till: the whole window except the part behind a notch, dark on white in every theme.
 */
import { css } from "lit";

export const tillStyles = css`
  .till {
    /* The distances are those of a frame that is taller than the window, see sight.ts. */
    inset: var(--_sight-start, 0px) 0 var(--_sight-end, 0px);
    width: 100%;
    height: calc(100% - var(--_sight-start, 0px) - var(--_sight-end, 0px));
    max-width: none;
    max-height: none;
    border: 0;
    padding: 0;
    overscroll-behavior: contain;
    color: #14171c;
    --_accent: #14171c;
    --_ink: #14171c;
    --_rim: #14171c;
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
    /* In px: large text must not widen the padding, because the code needs the room. */
    --_side: 12px;
    --_air: min(0.75em, var(--_side));
    display: flex;
    flex-direction: column;
    gap: 0.5em;
    width: 100%;
    height: 100%;
    padding: max(var(--_air), env(safe-area-inset-top)) max(var(--_side), env(safe-area-inset-right))
      max(var(--_air), env(safe-area-inset-bottom)) max(var(--_side), env(safe-area-inset-left));
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
  /* The worth is always shown whole, before or after the name. Only a name that is too long is cut. */
  .over .name {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 0.25em;
  }
  .over bdi[lang] {
    text-wrap: balance;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  .over bdi:not([lang]) {
    white-space: nowrap;
  }
  /* Parts that give way to the code, see sparing.ts. */
  [data-spared~="test"] .test,
  [data-spared~="choice"] .choice,
  [data-spared~="sizes"] .sizes,
  [data-spared~="label"] .label,
  [data-spared~="name"] .name,
  [data-spared~="hint"] .small {
    display: none;
  }
  [data-spared~="air"] {
    --_air: min(0.375em, 6px);
    gap: var(--_air);
  }
  [data-spared~="air"] > .under {
    gap: 0;
  }
  .over .test {
    font-size: 0.75em;
  }
  .screen {
    flex: 1;
    /* 128px at most, also with large text. */
    min-height: min(8em, 128px);
    display: grid;
    place-content: center;
    overflow: auto;
  }
  .drawn {
    display: contents;
  }
  /* A size that looks like the next larger one is not offered. */
  .counter[data-same~="small"] [data-size="small"],
  .counter[data-same~="medium"] [data-size="medium"] {
    display: none;
  }
  /* A single size is not offered. The buttons keep their room, or the code would be fitted to another room. */
  .counter[data-same~="large"] [data-size="large"],
  .counter[data-same~="large"] .choice {
    visibility: hidden;
  }
  /* In as few lines as possible, also with large text. */
  .number {
    /* Cancels the outer margins of the first and last group. */
    max-width: calc(100% + 0.5em);
    margin-inline: -0.25em;
    text-wrap: balance;
  }
  /* Label and number share a line if both fit: a square code needs the height. */
  .under .number {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: baseline;
    column-gap: 0.5em;
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
    /* A low window has room for a number, too. */
    font-size: clamp(1.25em, min(14vw, 18vh), 4em);
    line-height: 1.5;
  }
  /* Equal on both sides, so that each line is centred. */
  .number > .value > span {
    margin-inline: 0.175em;
  }
  .pin {
    flex-wrap: wrap;
    justify-content: center;
    /* Keeps the overhanging button (below) inside the window. */
    padding-inline: 1em;
  }
  .pin > :nth-child(2) {
    margin: 0;
  }
  /* The button's invisible padding overhangs, so that the visible row is centred. */
  .counter .pin > .quiet {
    margin-inline-end: -1em;
  }
  .sizes {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.5em;
  }
  .sizes > .chip {
    white-space: nowrap;
    padding-inline: min(0.875em, 3.25vw);
  }
  .shut {
    --_below: max(var(--_air), env(safe-area-inset-bottom));
    justify-self: stretch;
    display: grid;
    justify-items: center;
    margin: 0.25em calc(-1 * var(--_side)) calc(-1 * var(--_below));
    padding: 0.25em var(--_side) var(--_below);
    background: #fff;
    /* In reach of the thumb, also if large text does not fit the window. */
    position: sticky;
    inset-block-end: calc(-1 * var(--_below));
    z-index: 1;
  }
  /* Shows that contents continue below. */
  [data-scrolls] .shut {
    border-block-start: 1px solid var(--_muted);
    box-shadow: 0 -0.375em 0.5em -0.25em #0004;
  }
  .shut > .main {
    width: min(100%, 24em);
  }
  /* A phone in landscape has no height to spare: the rest stands beside the code, unless the code needs the whole width. */
  @media (orientation: landscape) and (max-height: 30em) {
    .counter:not([data-spared~="beside"]) {
      display: grid;
      /* As high as the parts beside the code, so that sparing.ts detects overflow. */
      grid-template: auto 1fr / minmax(0, 1fr) clamp(12.25em, 24vw, 16em);
    }
    /* To the edge of the window, unless there is a notch: the code's quiet zone is space enough. */
    :not([data-spared~="beside"]) > .screen {
      grid-area: 1 / 1 / 3 / 2;
      margin-inline-start: min(
        0px,
        max(env(safe-area-inset-left, 0px), env(safe-area-inset-right, 0px)) - var(--_side)
      );
    }
    :not([data-spared~="beside"]) > .under {
      align-content: end;
    }
    /* Sixteen digits fit in one line in any monospaced font: in the widest they take 11em. */
    :not([data-spared~="beside"]) > .under .number > .value {
      font-size: clamp(1.125em, 2.1vw, 1.375em);
    }
    /* The sizes share a row if their labels fit: with two rows a low window hides all sizes. The margin stays when sparing.ts removes the gap above. */
    :not([data-spared~="beside"]) > .under .sizes {
      gap: 0.25em;
      margin-block-start: 0.25em;
      font-size: 0.875em;
    }
    :not([data-spared~="beside"]) > .under .chip {
      padding-inline: 0.5em;
    }
  }
  @media print {
    .till {
      display: none;
    }
  }
`;
