/** The look of the screens after the picker, and what answers the pointer on all of them. */
import { css } from "lit";
import { barcodeStyles } from "./barcode.ts";
import { codesStyles } from "./codes.ts";
import { looksStyles } from "./looks.ts";
import { modesStyles } from "./modes.ts";
import { pickingStyles } from "./picking.ts";

export const flowStyles = css`
  ${looksStyles}
  ${pickingStyles}
  ${barcodeStyles}
  .summary {
    display: grid;
    gap: var(--_space);
    align-items: start;
    border-radius: var(--_radius);
    padding: var(--_space);
    background: var(--_soft);
  }
  @container (min-width: 30em) {
    .summary:has(.picture) {
      grid-template-columns: 10em 1fr;
    }
  }
  .summary .picture {
    max-width: 10em;
    width: 100%;
  }
  dl {
    display: grid;
    gap: 0.5em;
    margin: 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1em;
  }
  dl div + div {
    border-block-start: 1px solid var(--_line);
    padding-block-start: 0.5em;
  }
  dt {
    color: var(--_muted);
  }
  dd {
    margin: 0;
    margin-inline-start: auto;
    font-weight: 600;
    text-align: end;
  }
  .countdown {
    font-variant-numeric: tabular-nums;
  }
  .final {
    border-inline-start: 0.25em solid var(--_accent);
    padding-inline-start: 1em;
  }
  .progress {
    height: 0.375em;
    border-radius: 1em;
    background: linear-gradient(90deg, var(--_soft) 30%, var(--_accent) 50%, var(--_soft) 70%) 50% 0 / 300% 100%;
  }
  /* What comes before and after is taller: a panel that shrinks and grows is a jump. */
  :host([data-state="processing"]) .frame {
    min-height: 20em;
  }
  .block {
    height: 6em;
  }
  ${codesStyles}
  ${modesStyles}
`;
