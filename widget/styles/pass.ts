/** The look of the pass: a card one could hold, its face above the line where it would be torn, the rest below. */
import { css } from "./css.ts";

export const passStyles = css`
  .pass {
    --_inset: calc(var(--_space) * 1.25);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.5);
    padding: var(--_inset);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  /* Side by side where the name has room for a word, else one below the other. */
  .face {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
    align-items: center;
  }
  /* Where it would be torn. */
  .face:not(:last-child) {
    border-block-end: 2px dashed var(--_line);
    margin-inline: calc(var(--_inset) * -1);
    padding-inline: var(--_inset);
    padding-block-end: var(--_inset);
  }
  .face .picture {
    flex: 1 1 5em;
    max-width: 8em;
    margin: 0;
  }
  .face .picture b {
    font-size: 1.5em;
  }
  /* On a phone as wide as the pass, where nothing that is to be scanned needs the room. */
  @container (max-width: 29.99em) {
    .grand .face .picture {
      flex-basis: 100%;
      max-width: none;
    }
    .grand .about {
      grid-template-columns: 1fr auto;
      align-items: baseline;
      gap: 0.25em 1em;
    }
    .grand .about .name {
      flex: 1;
    }
  }
  /* On the narrowest phones what confirming means has to stand above the button that confirms. */
  @container (max-width: 19.99em) {
    .column {
      --_space: calc(var(--reward-space, 1em) * 0.75);
    }
    .pass {
      --_inset: var(--_space);
    }
    .fact {
      column-gap: 0.5em;
    }
    .main {
      padding-inline: 0.5em;
    }
    .code .line .quiet {
      padding-inline: 0.375em;
      margin-inline-end: -0.375em;
    }
  }
  .lost .picture {
    filter: grayscale(1);
    opacity: 0.6;
  }
  .face .picture.blank {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .blank .icon {
    width: 3em;
    height: 3em;
  }
  .about {
    flex: 2 1 6em;
    display: grid;
    gap: 0.25em;
  }
  .about .name {
    font-size: 1.0625em;
  }
  .worth {
    display: block;
    white-space: nowrap;
    unicode-bidi: isolate;
    font-family: var(--reward-font-heading, inherit);
    font-size: 1.5em;
    font-weight: var(--reward-heading-weight, 700);
    line-height: 1.15;
    font-variant-numeric: tabular-nums;
  }
  @container (min-width: 30em) {
    .pass {
      --_inset: calc(var(--_space) * 1.5);
    }
    .face {
      gap: calc(var(--_space) * 1.5);
    }
    .face .picture {
      flex-basis: 9em;
      max-width: 13em;
    }
    .about {
      flex-basis: 10em;
    }
    .about .name {
      font-size: 1.25em;
    }
    .worth {
      font-size: 1.75em;
    }
    .face .picture b {
      font-size: 2em;
    }
  }
  /* A phone on its side: the art leaves the room to what is to be read and scanned. */
  @media (max-height: 30em) {
    @container (min-width: 30em) {
      .pass {
        --_inset: var(--_space);
      }
      .face .picture {
        flex-basis: 6em;
        max-width: 6em;
      }
      .about .name {
        font-size: 1.0625em;
      }
      .worth {
        font-size: 1.25em;
      }
    }
  }
  .fact {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1em;
    color: var(--_muted);
  }
  .fact > :last-child {
    color: var(--_text);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .fact > .few {
    color: var(--_notice);
  }
  .final {
    display: grid;
    gap: 0.25em;
  }
  .final > :first-child {
    font-weight: 600;
  }
  .small {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .icon {
    flex: none;
    width: 1.375em;
    height: 1.375em;
  }
  .help {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 1em;
    color: var(--_muted);
    font-size: 0.875em;
  }
  .help a {
    min-height: 2.5em;
    border: 0;
    padding: 0;
    color: var(--_accent);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  /* The button that confirms is at the thumb, below the words that say what that means. */
  .foot {
    --_under: max(var(--_pad), env(safe-area-inset-bottom));
    display: grid;
    gap: var(--_space);
    margin: calc(var(--_space) * -0.5) calc(var(--_pad) * -1) calc(var(--_pad) * -1);
    border-radius: 0 0 var(--_radius) var(--_radius);
    padding: var(--_space) var(--_pad) var(--_under);
    /* What goes on below it fades out there, and looks as if it went on. */
    background: linear-gradient(transparent, var(--_surface) var(--_space));
  }
  .foot:not(:last-child) {
    --_under: calc(var(--_space) / 2);
    margin-block-end: calc(var(--_space) * -0.5);
  }
  .foot .main {
    flex: 1;
  }
  /* Both stay while the rest scrolls, and neither where they would leave no room for it, as with a large text. */
  @media (min-height: 24em) {
    .foot {
      position: sticky;
      z-index: 1;
      inset-block-end: 0;
    }
  }
  /* In a low window without the button beside it: what it confirms must be in sight. */
  @media (max-height: 43em) {
    @container (max-width: 29.99em) {
      .foot:has(.main + .plain):not(:has(.plain:focus-visible)) {
        inset-block-end: calc(-2.75em - var(--_under));
      }
    }
  }
  @container (min-width: 44em) {
    .split:has(.aside) .foot {
      margin-inline: 0;
      padding-inline: 0;
    }
  }

  @media (max-height: 30em) {
    .foot {
      --_under: calc(var(--_space) / 2);
      gap: calc(var(--_space) / 2);
      padding-block-start: calc(var(--_space) / 2);
    }
  }

  .gift {
    margin: 0;
    border-radius: var(--_radius);
    padding: calc(var(--_space) * 0.75) var(--_space);
    background: var(--_soft);
  }
  .gift blockquote {
    margin: 0;
    font-size: 1.0625em;
  }
  .gift figcaption {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .gift blockquote + figcaption {
    margin-block-start: 0.25em;
  }

  /* What was done, what is going on, what comes. */
  .progress {
    height: 0.25em;
    border-radius: 1em;
    background: linear-gradient(90deg, var(--_soft) 30%, var(--_accent) 50%, var(--_soft) 70%) 50% 0 / 300% 100%;
  }
  .steps {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .steps li {
    position: relative;
    display: block;
    padding-block-end: var(--_space);
    padding-inline-start: 2em;
  }
  .steps li:last-child {
    padding-block-end: 0;
  }
  .steps li::before {
    content: "";
    position: absolute;
    inset-block-start: 0.375em;
    inset-inline-start: 0.25em;
    width: 0.75em;
    height: 0.75em;
    border: 2px solid var(--_accent);
    border-radius: 50%;
    background: var(--_surface);
  }
  .steps .done::before {
    background: var(--_accent);
  }
  .steps .now {
    font-weight: 600;
  }
  .steps .now p + p {
    color: var(--_muted);
    font-weight: 400;
  }
  .steps .now::before {
    box-shadow: 0 0 0 0.25em color-mix(in srgb, var(--_accent) 25%, transparent);
  }
  .steps .next {
    color: var(--_muted);
  }
  .steps .next::before {
    border-color: var(--_muted);
  }
  .steps li:not(:last-child)::after {
    content: "";
    position: absolute;
    inset-block: 1.375em -0.125em;
    inset-inline-start: calc(0.625em - 1px);
    border-inline-start: 2px solid var(--_line);
  }
  .block {
    height: 6em;
  }

  /* Everything else that can be done, a row each. */
  .rest {
    border-block-start: 1px solid var(--_line);
    margin-block-end: calc(var(--_inset) * -1);
  }
  .rest summary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-height: 3em;
    border-radius: var(--_radius-button);
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
    list-style: none;
  }
  .rest summary::-webkit-details-marker {
    display: none;
  }
  .rest summary::after {
    content: "";
    width: 0.5em;
    height: 0.5em;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    transform: translateY(-0.125em) rotate(45deg);
  }
  .rest[open] summary::after {
    transform: translateY(0.125em) rotate(225deg);
  }
  .rows {
    display: grid;
    padding-block-end: var(--_space);
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0.875em;
    border: 0;
    padding-inline: 0.5em;
    text-align: start;
  }
  .row:not(:first-child) {
    border-block-start: 1px solid var(--_line);
    border-start-start-radius: 0;
    border-start-end-radius: 0;
  }
  .row:not(:last-child) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .row:hover {
    background: var(--_soft);
  }
  .row .icon {
    color: var(--_muted);
  }
  .note {
    display: block;
    font-weight: 400;
  }
  .phone {
    display: grid;
    gap: 0.25em;
    justify-items: center;
    padding-block-start: var(--_space);
    text-align: center;
  }
  .phone .room {
    width: 100%;
    margin-block-start: 0.5em;
  }
`;
