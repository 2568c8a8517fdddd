/** The look of a barcode: white paper in every theme. */
import { css } from "./css.ts";

const PAPER_PADDING_PX = 8;
const PAPER_BORDER_PX = 1;
/** What the paper takes of the column on either side. */
export const PAPER_EDGE_PX = PAPER_PADDING_PX + PAPER_BORDER_PX;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: center;
  }
  .paper {
    max-width: 100%;
    overflow-x: auto;
    border: ${PAPER_BORDER_PX}px solid var(--_line);
    border-radius: var(--_radius);
    padding: ${PAPER_PADDING_PX}px;
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
