/** The look of a reward's details: a sheet over the picker on narrow columns, a panel beside it on wide ones. */
import { css } from "lit";

/**
 * In a low window name and worth stand beside the picture, so that more of the details is in sight. They stand below
 * the picture if a word would not fit beside it.
 */
const besidePicture = css`
  .sheet[open] .top:has(.picture) {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: calc(var(--_space) / 2) var(--_space);
  }
  .sheet[open] .top > .stack {
    display: contents;
  }
  .sheet[open] .top .picture {
    width: clamp(6em, 18vh, 7.5em);
    max-width: none;
  }
  .sheet[open] .top .named {
    /* No narrower than the longest word, and clear of the close button on its side, whatever the name's direction. */
    flex: 1 1 0;
    max-width: calc(100% - 3em);
    margin-inline-end: 3em;
    gap: 0;
    overflow-wrap: break-word;
  }
  .sheet[open] .top h2 {
    margin-block-end: 0.5em;
    font-size: 1.125em;
  }
  .sheet[open] .top .stack > .text {
    flex-basis: 100%;
  }
`;

export const sheetStyles = css`
  /* Over the picker on narrow columns: at the bottom of a phone, in the middle of a large window. */
  .sheet {
    --_is-over: 1;
    border: 0;
    padding: 0;
    background: var(--_surface);
    color: inherit;
  }
  .sheet:modal {
    /* The distances are those of a frame that is taller than the window, see sight.ts. */
    --_room: calc(100% - var(--_sight-start, 0px) - var(--_sight-end, 0px));
    inset: auto 0 var(--_sight-end, 0px);
    width: 100%;
    max-width: none;
    /* Fixed: terms load later than the sheet, which would grow under the finger. */
    height: min(90vh, 90dvh, 46em, var(--_room));
    max-height: none;
    margin: 0;
    border-radius: calc(var(--_radius) * 4 / 3) calc(var(--_radius) * 4 / 3) 0 0;
    box-shadow: 0 -0.25em 2em #0004;
    overflow: hidden;
  }
  .sheet:modal[open] {
    display: flex;
    flex-direction: column;
  }
  /* The close button lies over the picture's row. */
  .sheet .look {
    padding-block-start: 1em;
  }
  /* Without a picture the words leave room for that button. */
  .sheet .top:not(:has(.picture)) {
    padding-inline-end: 3em;
  }
  .sheet:modal::backdrop {
    background: #0008;
  }
  .sheet:modal .look > .scroll {
    padding: 0.25em 1.25em 1em;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .sheet:modal .dock {
    padding: 0.75em 1.25em max(1.25em, env(safe-area-inset-bottom));
    background: var(--_surface);
    border-block-start: 1px solid var(--_line);
  }
  /* Scrolling contents fade out above the dock. At their end only padding is left to fade. */
  .sheet .dock::before {
    content: "";
    position: absolute;
    inset: auto 0 calc(100% + 1px);
    height: 1em;
    background: linear-gradient(transparent, var(--_surface));
    pointer-events: none;
  }
  /* Wide, but clear of the close button and not too high. Never cropped: brands put their names at the edges. */
  .sheet .top .picture {
    width: 100%;
    max-width: min(44vh, 100% - 3em);
  }
  /* On a phone the picture ends at a quarter of the sheet's height. */
  .sheet:modal .top .picture {
    max-width: calc((min(90vh, 90dvh, 46em) * 0.25 - 1.25em) * 1.586);
  }
  /* A small picture keeps the amount field in sight. */
  .sheet .look:has(.field) .top .picture {
    max-width: 9em;
  }
  /* Large text on a small phone: name and price are in sight above the full-width button. */
  @container (max-width: 17em) {
    .sheet:modal .look .top {
      gap: 0.5em;
    }
    .sheet:modal .look .top .picture {
      max-width: 3em;
    }
    .sheet:modal .look > .scroll {
      padding-inline: 0.75em;
    }
    .sheet:modal .dock {
      padding: 0.5em 0.75em max(0.75em, env(safe-area-inset-bottom));
    }
    .sheet .stack {
      gap: 0.25em;
    }
    .sheet h2 {
      font-size: 1.125em;
    }
  }
  /* In a very low window, or one of very large text, a button that stays would hide what is to be entered. */
  @media (max-height: 20em) {
    .sheet:modal .look {
      overflow: auto;
    }
    .sheet:modal .look > .scroll {
      flex: none;
      overflow: visible;
    }
    .dock {
      position: relative;
    }
    .sheet .dock::before {
      content: none;
    }
  }
  .cross {
    position: absolute;
    inset-block-start: 0.375em;
    inset-inline-end: 0.75em;
    z-index: 1;
    display: grid;
    place-items: center;
    width: 2.75em;
    /* Round also where the page makes buttons lower. */
    height: 2.75em;
    padding: 0;
    border-color: var(--_line);
    border-radius: 50%;
    /* Visible over any picture. */
    background: var(--_surface);
  }
  @media (min-width: 40em) {
    .sheet:modal {
      inset: var(--_sight-start, 0px) 0 var(--_sight-end, 0px);
      width: min(100%, 28em);
      height: fit-content;
      max-height: min(90dvh, 46em, var(--_room));
      margin: auto;
      border-radius: calc(var(--_radius) * 4 / 3);
    }
    .sheet:modal .top .picture {
      max-width: min(44vh, 100% - 3em);
    }
  }
  /* On a narrow column, but not modal: the details replace the picker. */
  .picker:has(.sheet[open]:not(:modal)) > .list {
    display: none;
  }
  .sheet[open]:not(:modal) {
    display: block;
    position: relative;
    inset: auto;
    width: auto;
    height: auto;
    max-width: none;
    max-height: none;
    margin: 0;
  }
  .beside:has(.slot) {
    display: none;
  }

  /* On wide columns the details stand beside the picker. */
  @container (min-width: 48em) {
    .sheet {
      --_is-over: 0;
    }
    .picker:has(.sheet[open]:not(:modal)) > .list {
      display: flex;
    }
    .beside,
    .beside:has(.slot) {
      display: block;
      align-self: start;
      position: sticky;
      inset-block-start: calc(var(--_space) + var(--_header, 0px));
    }
    .sheet[open]:not(:modal) {
      display: flex;
      height: min(46em, max(20em, calc(100dvh - var(--_top, 0px) - var(--_space))));
      border: 1px solid var(--_line);
      border-radius: calc(var(--_radius) * 4 / 3);
      overflow: hidden;
    }
    .sheet[open]:not(:modal) .look > .scroll {
      padding: 0.25em var(--_space) var(--_space);
      overflow: auto;
      overscroll-behavior: contain;
    }
    @media (max-height: 50em) {
      ${besidePicture}
      .sheet[open]:not(:modal) .look {
        padding-block-start: 0.75em;
      }
    }
    .sheet[open]:not(:modal) .dock {
      padding: 0.75em var(--_space) var(--_space);
      background: var(--_surface);
      border-block-start: 1px solid var(--_line);
    }
    /* The blank pass is no higher than .picker's min-height. */
    .slot {
      --_inset: calc(var(--_space) * 1.25);
    }
    .slot .face {
      gap: var(--_space);
    }
    .slot .picture {
      flex: 0 1 7.5em;
    }
    .slot .about {
      flex: 1 1 6em;
    }
  }
  /* A phone in landscape. */
  @media (max-height: 26em) {
    ${besidePicture}
  }
`;
