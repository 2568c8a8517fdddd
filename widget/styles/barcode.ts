/** The look of a barcode: white paper in every theme. */
import { css } from "./css.ts";

/** Above and below. On either side the quiet zone, which is part of the drawing, keeps the paper's edge away. */
const PAPER_PADDING_PX = 8;
/** On either side. The paper's edge may fall between two pixels of the screen, and none of the drawing's may be mixed with it. */
export const PAPER_EDGE_PX = 1;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: center;
  }
  /* To the edges of the pass: the next module width may fit. */
  .pass > .room {
    margin-inline: calc(var(--_inset) * -1);
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
