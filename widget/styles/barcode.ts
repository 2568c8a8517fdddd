/** The look of a barcode: white paper in every theme. */
import { css } from "./css.ts";

/** Above and below the bars. Elsewhere, and around a square code, the quiet zone keeps the paper's edge away. */
const PAPER_PADDING_PX = 8;
/** Around a square code, so that its corners lie within the paper's rounded ones. */
export const SQUARE_EDGE_PX = 3;
/**
 * On the left and right. The paper's edge may fall between two pixels of the screen and blend with them: no pixel of
 * the drawing may be one of these.
 */
export const PAPER_EDGE_PX = 1;
/** The border of the pass (styles/pass.ts). */
const PASS_BORDER_PX = 1;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: center;
  }
  /* To the edges of the pass: the next module width may fit. What is below a square code stands near its quiet zone. */
  .pass > .room {
    margin-inline: calc(var(--_inset) * -1);
    padding-inline: var(--_inset);
  }
  .pass > .room:has(> .square) {
    margin-block-end: calc(var(--_space) * -0.5);
  }
  /* As wide as the column is the drawing, so that sixteen digits fit on a phone 320 px wide; around it the paper's edges and the pass. */
  @container (max-width: 20em) {
    .pass:has(> .room) {
      margin-inline: calc(-1 * (${PASS_BORDER_PX}px + ${PAPER_EDGE_PX}px));
    }
  }
  .paper {
    max-width: 100%;
    overflow-x: auto;
    /* No rounder than the padding above bars is high: a corner must cut nothing off the drawing. */
    border-radius: min(var(--_radius), ${PAPER_PADDING_PX}px);
    padding-block: ${PAPER_PADDING_PX}px;
    padding-inline: ${PAPER_EDGE_PX}px;
    break-inside: avoid;
  }
  /* As wide as what stands below it. */
  .paper.lying {
    width: 100%;
  }
  .paper.square {
    padding: ${SQUARE_EDGE_PX}px;
  }
  /* From one border of the pass to the other: a part of it, and no card that lies on it. */
  .pass > .room > .whole {
    width: calc(100% + 2 * var(--_inset));
    max-width: none;
    margin-inline: calc(var(--_inset) * -1);
    border-radius: 0;
  }
  .paper,
  .till {
    background: #fff;
    color-scheme: light;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }
  .paper svg,
  .screen svg {
    display: block;
    margin-inline: auto;
  }
  .veil svg {
    max-width: 100%;
  }
  /* In the place of one that is masked: dots are no code of any kind. */
  .veil {
    background: radial-gradient(circle, var(--_line) 28%, transparent 32%) center / 0.75em 0.75em var(--_soft);
    color-scheme: inherit;
  }
  .missing {
    align-items: center;
  }
  @media print {
    .room:has(.veil) {
      display: none;
    }
    /* A drawing that is too large for the page shrinks as a whole, and never in one direction only. */
    .paper svg {
      max-width: 100%;
      max-height: 90vh;
    }
  }
`;
