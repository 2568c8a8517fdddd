/** The styles of the picker that are not needed before the first card: hover, press, and the details of a reward. */
import { css } from "lit";

export const pickingStyles = css`
  /*
   * Tiles out of sight cost no rendering. The first tiles are exempt: this sheet loads later, and a tile drawn before would lose
   * its height for some frames. The padding keeps a tile's focus ring from being cut off.
   */
  .cards > li:nth-child(n + 25):not(:has(.chips > :nth-child(5))) {
    display: flex;
    flex-direction: column;
    align-items: stretch;
    content-visibility: auto;
    contain-intrinsic-size: auto 14em;
    padding: 0.5em;
    margin: -0.5em -0.5em calc(var(--_space) * 1.5 - 0.5em);
  }
  /* Such a tile cannot share the rows of its neighbours: its containment ends the subgrid. */
  .cards > li:nth-child(n + 25):not(:has(.chips > :nth-child(5))) > .card {
    display: flex;
    flex-direction: column;
    align-items: stretch;
  }
  /* An unfolded brand takes the whole row. The next tile fills the gap before that row. */
  .cards:has(.chips > :nth-child(5)) {
    grid-auto-flow: dense;
  }
  .cards > li:has(.chips > :nth-child(5)) {
    grid-column: 1 / -1;
  }
  .cards:not(.sole) .card:has(.chips > :nth-child(5)) {
    display: grid;
    grid-template-columns: min(9em, 33%) 1fr;
    align-items: center;
    gap: 0 var(--_space);
  }
  .cards:not(.sole) .chips:has(> :nth-child(5)) {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5em), 1fr));
  }
  /* The words lie over the picture's shadow, which may be large and dark. */
  .picture ~ * {
    position: relative;
  }
  /* The initial behind a picture must not show while the picture fades in. */
  .picture:has(.loaded) {
    color: transparent;
  }
  .picture b {
    letter-spacing: 0.05em;
  }
  /* Sold-out rewards, in the picker and in the details. */
  :is([aria-disabled="true"], .gone) .price {
    text-decoration: line-through;
  }
  :is([aria-disabled="true"], .gone) .picture {
    filter: grayscale(1);
    opacity: 0.4;
  }
  /* A thin line, for a picture as light as the surface around. */
  .picture::after {
    content: "";
    position: absolute;
    inset: 0;
    border: 1px solid var(--_edge);
    border-radius: inherit;
  }
  .card[aria-current="true"] .picture,
  .card:has([aria-current="true"]) .picture {
    box-shadow:
      0 0 0 2px var(--_surface),
      0 0 0 4px var(--_ink, var(--_accent));
  }
  /* Not on touch screens, where hover stays after a touch. */
  @media (hover: hover) {
    button.card:not([aria-disabled="true"]):hover .picture {
      box-shadow:
        0 0 0 2px var(--_surface),
        0 0 0 4px var(--_ink, var(--_accent));
    }
    .chip:not([aria-disabled="true"]):hover {
      border-color: var(--_ink, var(--_accent));
      box-shadow: inset 0 0 0 1px var(--_ink, var(--_accent));
    }
  }
  /* A chip that does not fit wraps to a line of its own. Its words break only if that is not enough. */
  .chip {
    max-width: 100%;
    overflow-wrap: break-word;
  }
  .chip > .stock {
    margin-inline-start: 0.25em;
  }
  .points {
    display: block;
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .chip[aria-current="true"] .points {
    color: inherit;
  }
  /* The corners of a round button would cut through a second line. */
  .chip:has(.stock, .points) {
    border-radius: min(var(--_radius-button), 1em);
  }
  .chip[aria-disabled="true"] {
    border-style: dashed;
    color: var(--_muted);
  }
  .chip[aria-pressed="true"],
  .chip[aria-current="true"] {
    border-color: var(--_rim, var(--_accent));
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .chip[aria-current="true"] .stock {
    color: inherit;
  }

  /* The details of a reward. */
  .look {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  /* From their contents' height: where the sheet is as high as these, a basis of 0 is no height at all in WebKit. */
  .sheet .look,
  .sheet .look > .scroll {
    flex: 1 1 auto;
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
  /* In a low window the amount field, or a sold-out reward's next step, must be in sight. */
  @media (max-height: 43em) {
    .look:has(.field, .out) .top .picture {
      max-width: 9em;
    }
  }
  .large {
    font-size: 1.25em;
    color: inherit;
  }
  .dock {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
    /* In reach of the thumb, however long the terms are. */
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    padding-block: calc(var(--_space) * 0.75);
    background: linear-gradient(transparent, var(--_surface) calc(var(--_space) * 0.75));
  }
  .dock .main {
    width: 100%;
  }
  /* Without a main button the words still lie over the scrolling contents. */
  .dock:not(:has(.main)) {
    margin-block-start: calc(var(--_space) * 0.75);
    border-block-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  @container (min-width: 30em) {
    .frame > .look {
      width: 100%;
      max-width: 34em;
      margin-inline: auto;
    }
    /* As on the next screen, the service's texts stand beside the reward. */
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
  .tips {
    display: grid;
    gap: 0.25em;
    margin: 0;
    padding-inline-start: 1.25em;
  }
  .tips li {
    display: list-item;
  }
`;
