/** The look of a barcode: white paper in every theme. */
import { css } from "lit";

/** Above and below bars. Beside bars and around a square code, the quiet zone already keeps the paper's edge away. */
const PAPER_PADDING_PX = 8;
/** Around a square code, so that its corners lie within the paper's rounded corners. */
export const SQUARE_EDGE_PX = 3;
/**
 * On the left and right. The paper's edge may fall between two pixels of the screen and blend with them. No pixel of
 * the drawing may blend.
 */
export const PAPER_EDGE_PX = 1;
/** The border of the pass (styles/pass.ts). */
const PASS_BORDER_PX = 1;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: center;
  }
  /* As wide as the pass inside its border: the next module width may fit. */
  .pass > .room {
    margin-inline: calc(var(--_inset) * -1);
    padding-inline: var(--_inset);
  }
  /* A square code's quiet zone is part of the gap below the code. */
  .pass > .room:has(> .square) {
    margin-block-end: calc(var(--_space) * -0.25);
  }
  /* The paper's edges and the pass's border lie outside the column: the drawing is as wide as the column, and sixteen digits fit at 320 px. */
  @container (max-width: 20em) {
    .pass:has(> .room) {
      margin-inline: calc(-1 * (${PASS_BORDER_PX}px + ${PAPER_EDGE_PX}px));
    }
  }
  .paper {
    max-width: 100%;
    overflow-x: auto;
    /* No rounder than the padding above bars is high: a rounded corner must not cut the drawing. */
    border-radius: min(var(--_radius), ${PAPER_PADDING_PX}px);
    padding-block: ${PAPER_PADDING_PX}px;
    padding-inline: ${PAPER_EDGE_PX}px;
    break-inside: avoid;
  }
  /* As wide as the column. */
  .paper.lying {
    width: 100%;
  }
  .paper.square {
    padding: ${SQUARE_EDGE_PX}px;
  }
  /* From border to border: the paper looks like a part of the pass, not like a card on the pass. */
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
  /* The placeholder of a masked code: dots look like no kind of code. */
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
