/** The look of a barcode: white paper in every theme, on the page, on the whole screen and in print. */
import { css } from "lit";

const PAPER_PADDING_PX = 8;
const PAPER_BORDER_PX = 1;
/** What the paper takes of the column on either side. */
export const PAPER_EDGE_PX = PAPER_PADDING_PX + PAPER_BORDER_PX;

export const barcodeStyles = css`
  .room {
    display: grid;
    justify-items: start;
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
  dialog {
    background: #fff;
    color-scheme: light;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }
  .paper svg,
  .screen svg {
    display: block;
  }
  /* All of the screen but what a notch takes of it. */
  dialog {
    inset: 0;
    width: 100%;
    height: 100%;
    max-width: none;
    max-height: none;
    border: 0;
    padding: max(8px, env(safe-area-inset-top)) max(8px, env(safe-area-inset-right))
      max(8px, env(safe-area-inset-bottom)) max(8px, env(safe-area-inset-left));
    overscroll-behavior: contain;
    color: #1a1d23;
    --_accent: #1f4fd8;
    --_muted: #565d6b;
    --_soft: #f2f4f8;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
  }
  dialog::backdrop {
    background: #fff;
  }
  .over {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 1em;
  }
  .over button {
    flex: none;
    align-self: center;
  }
  .over .badge {
    padding-inline: 0;
  }
  .over .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .screen {
    flex: 1;
    min-height: 0;
    display: grid;
    place-content: center;
    overflow: auto;
  }
  @media print {
    dialog[open] {
      display: none;
    }
    /* A drawing that is too large for the page shrinks as a whole, and never in one direction only. */
    .paper svg {
      max-width: 100%;
      max-height: 90vh;
    }
  }
`;
