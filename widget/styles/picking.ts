/** The look of picking a reward that need not be there before the first card is: what answers the pointer, and details. */
import { css } from "./css.ts";

export const pickingStyles = css`
  /*
   * A long list that was drawn costs nothing where it is out of sight. Not so the tiles of the first view: the rule comes with a later
   * chunk, and a tile that was drawn before it loses its height for some frames. A tile's focus ring must not be cut off.
   */
  .cards > li:nth-child(n + 25) {
    content-visibility: auto;
    contain-intrinsic-size: auto 14em;
    padding: 0.5em;
    margin: -0.5em;
  }
  /* All values of a brand: they have the whole row. What fills the gap before it is the tile that comes next. */
  .cards:has(.chips > :nth-child(5)) {
    grid-auto-flow: dense;
  }
  .cards > li:has(.chips > :nth-child(5)) {
    grid-column: 1 / -1;
    content-visibility: visible;
  }
  .card:has(.chips > :nth-child(5)) {
    display: grid;
    grid-template-columns: minmax(auto, 9em) 1fr;
    align-items: center;
    gap: 0 var(--_space);
  }
  .cards .chips:has(> :nth-child(5)) {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5em), 1fr));
    align-items: stretch;
  }
  /* A picture that is drawn in slowly must not show what stands behind it. */
  .picture:has(.loaded) {
    color: transparent;
  }
  .picture b {
    letter-spacing: 0.05em;
  }
  [aria-disabled="true"] .price {
    text-decoration: line-through;
  }
  [aria-disabled="true"] .picture {
    filter: grayscale(1);
    opacity: 0.4;
  }
  /* A thin line where a picture is as light as what lies around it. */
  .picture::after {
    content: "";
    position: absolute;
    inset: 0;
    border: 1px solid light-dark(#0000001a, #ffffff24);
    border-radius: inherit;
  }
  .card[aria-current="true"] .picture,
  .card:has([aria-current="true"]) .picture,
  button.card:not([aria-disabled="true"]):hover .picture {
    box-shadow:
      0 0 0 2px var(--_surface),
      0 0 0 4px var(--_accent);
  }
  .chip:not([aria-disabled="true"]):hover {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  /* A word that does not fit takes the chip to a line of its own, and is broken only where that is not enough. */
  .chip {
    max-width: 100%;
    overflow-wrap: break-word;
  }
  .chip[aria-disabled="true"] {
    border-style: dashed;
    color: var(--_muted);
  }
  .chip[aria-pressed="true"],
  .chip[aria-current="true"] {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .chip[aria-current="true"] .stock {
    color: inherit;
  }

  /* A reward that is looked at. */
  .look {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .sheet .look,
  .sheet .look > .scroll {
    flex: 1;
  }
  .look > .scroll {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 1.25);
  }
  .top {
    display: grid;
    gap: var(--_space);
  }
  .top .picture,
  .summary .picture {
    align-self: start;
    margin: 0;
  }
  .large {
    font-size: 1.25em;
    color: inherit;
  }
  .dock {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
    /* In reach of the thumb however long the terms are. */
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    padding-block: calc(var(--_space) * 0.75);
    background: linear-gradient(transparent, var(--_surface) calc(var(--_space) * 0.75));
  }
  .dock .main {
    width: 100%;
  }
  /* Nothing to press: the words still lie over what scrolls. */
  .dock:not(:has(.main)) {
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  .main.fresh {
    filter: none !important;
  }
  @container (min-width: 30em) {
    .frame > .look {
      width: 100%;
      max-width: 34em;
      margin-inline: auto;
    }
    /* As on the next screen: what is good to know beside what is chosen. */
    @container (min-width: 44em) {
      .frame > .look:has(.aside) {
        display: grid;
        grid-template-columns: minmax(0, min(58%, 34em)) minmax(0, 1fr);
        align-content: start;
        gap: calc(var(--_space) * 1.25) calc(var(--_space) * 2.5);
        max-width: none;
      }
      .frame > .look:has(.aside) > .scroll {
        display: contents;
      }
      .frame > .look .aside {
        grid-area: 1 / 2 / span 9;
      }
    }
    .frame > .look .top {
      grid-template-columns: minmax(9em, 2fr) 3fr;
      gap: calc(var(--_space) * 1.5);
    }
  }

  /* Over the picker on narrow columns: from below on a phone, in the middle of a large window. */
  .sheet {
    --_is-over: 1;
    border: 0;
    padding: 0;
    background: var(--_surface);
    color: inherit;
  }
  .sheet:modal {
    inset: auto 0 0;
    width: 100%;
    max-width: none;
    /* Not by its content: terms come later than the sheet, and it would grow under the finger. */
    height: min(90vh, 90dvh, 46em);
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
  /* Below the handle; the button that closes it lies over the row of the picture. */
  .sheet .look {
    padding-block-start: 1em;
  }
  /* Words have no room beside that button. */
  .sheet .top:not(:has(.picture)) {
    padding-inline-end: 3em;
  }
  .sheet:modal::before {
    content: "";
    position: absolute;
    inset-block-start: 0.5em;
    inset-inline-start: calc(50% - 1.125em);
    width: 2.25em;
    height: 0.25em;
    border-radius: 1em;
    background: var(--_line);
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
  /* As wide as the words below it, unless it would be too high. Never cut: brands put their names at the edges. */
  .sheet .top .picture {
    width: 100%;
    max-width: min(44vh, 100% - 3em);
  }
  /* On a phone a quarter of the sheet's height is above the words. */
  .sheet:modal .top .picture {
    max-width: calc((min(90vh, 90dvh, 46em) * 0.25 - 1.25em) * 1.586);
  }
  /* Where an amount is to be chosen, that is what must be in sight. */
  .sheet .look:has(.field) .top .picture {
    max-width: 9em;
  }
  .cross {
    position: absolute;
    inset-block-start: 0.375em;
    inset-inline-end: 0.75em;
    z-index: 1;
    display: grid;
    place-items: center;
    width: 2.75em;
    padding: 0;
    border-color: var(--_line);
    border-radius: 50%;
    /* Seen over whatever picture lies below. */
    background: var(--_surface);
  }
  @media (min-width: 40em) {
    .sheet:modal {
      inset: 5dvh 0 auto;
      width: min(100%, 28em);
      /* As high as what it says: what comes later goes on below. */
      height: auto;
      max-height: min(90dvh, 46em);
      margin: 0 auto;
      border-radius: calc(var(--_radius) * 4 / 3);
    }
    .sheet:modal .top .picture {
      max-width: min(44vh, 100% - 3em);
    }
    .sheet:modal::before {
      display: none;
    }
  }
  /* On a narrow column, but not over it: in place of the picker. */
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

  /* Beside the picker on wide ones. */
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
      inset-block-start: var(--_space);
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
    /* In a low window what it is called, its worth and what it is, too, are in sight. */
    @media (max-height: 50em) {
      .sheet[open]:not(:modal) .top .picture {
        max-width: max(5em, 16vh);
      }
      .sheet[open]:not(:modal) .look {
        padding-block-start: 0.75em;
      }
    }
    .sheet[open]:not(:modal) .dock {
      padding: 0.75em var(--_space) var(--_space);
      background: var(--_surface);
      border-block-start: 1px solid var(--_line);
    }
    .slot {
      display: grid;
      justify-items: center;
      gap: var(--_space);
      padding: calc(var(--_space) * 2);
      border-radius: calc(var(--_radius) * 4 / 3);
      background: var(--_soft);
      color: var(--_muted);
      text-align: center;
    }
    .ghost {
      width: min(100%, 12em);
      aspect-ratio: 1.586;
      border: 2px dashed var(--_line);
      border-radius: var(--_radius-card);
    }
  }
  .tips {
    display: grid;
    gap: 0.25em;
    margin: 0;
    padding-inline-start: 1.5em;
  }
  .tips li {
    display: list-item;
  }
`;
