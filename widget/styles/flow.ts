/** The look of the screens after the picker, and what answers the pointer on all of them. */
import { css } from "lit";
import { barcodeStyles } from "./barcode.ts";
import { codesStyles } from "./codes.ts";
import { modesStyles } from "./modes.ts";

export const flowStyles = css`
  :host {
    --_notice: var(--reward-notice, light-dark(#8a4b00, #ffc46b));
    --_danger: var(--reward-danger, light-dark(#b3181f, #ff9c98));
  }
  .few {
    color: var(--_notice);
    font-weight: 600;
  }
  /* A long list that was drawn costs nothing where it is out of sight. */
  li {
    content-visibility: auto;
    contain-intrinsic-size: auto 220px;
  }
  .name {
    hyphens: auto;
  }
  ${barcodeStyles}
  /* A picture that is drawn in slowly must not show what stands behind it. */
  .picture:has(.loaded) {
    color: transparent;
  }
  .card[aria-disabled="true"] .picture {
    filter: grayscale(1);
  }
  .plain:hover {
    background: var(--_soft);
  }
  .card:not([aria-disabled="true"]):hover {
    border-color: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }
  .top {
    display: grid;
    gap: 16px;
  }
  @container (min-width: 480px) {
    .top {
      grid-template-columns: minmax(140px, 2fr) 3fr;
      gap: 24px;
    }
  }
  .top .picture,
  .summary .picture {
    align-self: start;
    margin: 0;
    border-radius: var(--_radius);
  }
  .column,
  .aside,
  .stack {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }
  .stack {
    gap: 8px;
  }
  h3 {
    margin: 0;
    font-size: 16px;
  }
  .tips {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-inline-start: 24px;
  }
  .tips li {
    display: list-item;
    content-visibility: visible;
  }
  .field {
    max-width: 320px;
  }
  .stock.out {
    color: var(--_text);
    font-weight: 600;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .chip {
    min-width: 52px;
    padding: 8px 12px;
    border-radius: calc(var(--_radius) * 2);
  }
  .chip[aria-pressed="true"] {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  [aria-invalid="true"] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  /* Lines that can still be read on a wide page; beside them what is good to know, where there is room. */
  :host(:not([data-state="open"], [data-state="loading"])) .frame > :not(.split),
  .column {
    max-width: 704px;
  }
  .split {
    display: grid;
    gap: 24px;
  }
  @container (min-width: 860px) {
    .split:has(.aside) {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      gap: 40px;
    }
  }
  .alert {
    display: flex;
    flex-direction: column;
    gap: 12px;
    border: 1px solid var(--_danger);
    border-inline-start-width: 5px;
    border-radius: var(--_radius);
    padding: 12px 16px;
    /* Brought into sight together with the button to press again. */
    scroll-margin-block-end: 80px;
  }
  /* Over, and nothing that the person did wrong. */
  .alert.calm {
    border-color: var(--_notice);
  }
  .field label {
    font-weight: 600;
  }
  .text {
    white-space: pre-line;
  }
  .terms {
    max-height: 208px;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 12px 16px;
    font-size: 14px;
  }
  .refusal {
    color: var(--_danger);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  a {
    display: inline-flex;
    align-items: center;
    text-decoration: none;
  }
  .main {
    padding-inline: 24px;
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    align-self: start;
    /* A link that looks like a button breaks its lines like one. */
    text-align: center;
  }
  .main:hover {
    box-shadow:
      0 0 0 2px var(--_surface),
      0 0 0 4px var(--_accent);
  }
  .main[aria-disabled="true"] {
    border-color: var(--_line);
    background: var(--_soft);
    color: var(--_muted);
    box-shadow: none;
  }
  @container (max-width: 479px) {
    .actions:has(.main) > * {
      flex: 1 0 100%;
      justify-content: center;
    }
    .chips {
      gap: 6px;
    }
    .chip {
      flex: 1 1 auto;
      min-width: 44px;
      padding-inline: 4px;
    }
    .code {
      row-gap: 8px;
    }
  }
  .summary {
    display: grid;
    gap: 16px;
    align-items: start;
    border-radius: var(--_radius);
    padding: 16px;
    background: var(--_soft);
  }
  @container (min-width: 480px) {
    .summary:has(.picture) {
      grid-template-columns: 160px 1fr;
    }
  }
  .summary .picture {
    max-width: 160px;
    width: 100%;
  }
  dl {
    display: grid;
    gap: 8px;
    margin: 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
  }
  dl div + div {
    border-block-start: 1px solid var(--_line);
    padding-block-start: 8px;
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
    border-inline-start: 4px solid var(--_accent);
    padding-inline-start: 16px;
  }
  .progress {
    height: 6px;
    border-radius: 3px;
    background: linear-gradient(90deg, var(--_soft) 30%, var(--_accent) 50%, var(--_soft) 70%) 50% 0 / 300% 100%;
  }
  /* What comes before and after is taller: a panel that shrinks and grows is a jump. */
  :host([data-state="processing"]) .frame {
    min-height: 320px;
  }
  .block {
    height: 96px;
  }
  ${codesStyles}
  ${modesStyles}
`;
