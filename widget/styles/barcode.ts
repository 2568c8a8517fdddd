/** The look of a barcode: white paper in every theme. */
import { css } from "./css.ts";

/** Above and below, and on all sides of a square code. On either side of bars their quiet zone keeps the paper's edge away. */
export const PAPER_PADDING_PX = 8;
/** On either side. The paper's edge may fall between two pixels of the screen, and none of the drawing's may be mixed with it. */
export const PAPER_EDGE_PX = 1;
/** Of the pass (styles/pass.ts). */
const PASS_BORDER_PX = 1;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: center;
  }
  /* To the edges of the pass: the next module width may fit. */
  .pass > .room {
    margin-inline: calc(var(--_inset) * -1);
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
    /* No rounder than the padding is high: a corner must cut nothing off the drawing. */
    border-radius: min(var(--_radius), ${PAPER_PADDING_PX}px);
    padding-block: ${PAPER_PADDING_PX}px;
    padding-inline: ${PAPER_EDGE_PX}px;
    break-inside: avoid;
  }
  /* From one border of the pass to the other: a part of it, and no card that lies on it. */
  .pass > .room > .paper.wide {
    border-radius: 0;
  }
  .paper.square {
    padding-inline: ${PAPER_PADDING_PX}px;
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
  }
  .missing {
    align-items: center;
  }
  @media print {
    /* A drawing that is too large for the page shrinks as a whole, and never in one direction only. */
    .paper svg {
      max-width: 100%;
      max-height: 90vh;
    }
  }
`;
