/** The look of the screens after the picker, and what moves or answers the pointer on all of them. */
import { css } from "lit";
import { barcodeStyles } from "./barcode.ts";

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
  .won {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .won svg {
    flex: none;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .code {
    display: grid;
    gap: 4px 16px;
    align-items: center;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 12px 16px;
  }
  .code h3 {
    color: var(--_muted);
    font-size: 14px;
    font-weight: 400;
  }
  .code .actions {
    gap: 8px;
  }
  /* "Copied" takes the place of "Copy" without moving anything. */
  .code [part="copy"] {
    min-width: 104px;
  }
  .code > a {
    justify-self: start;
    margin-block: 4px;
  }
  @container (min-width: 480px) {
    .code {
      grid-template-columns: 1fr auto;
    }
    .code > :not(.value, .actions) {
      grid-column: 1 / -1;
    }
  }
  .value {
    font: 600 22px/1.4 ui-monospace, monospace;
    user-select: all;
  }
  .value span {
    display: inline-block;
  }
  .value span:not(:last-child) {
    margin-inline-end: 0.4em;
  }
  a ~ .value {
    font-size: 14px;
    font-weight: 400;
  }
  .masked {
    letter-spacing: 4px;
    user-select: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    button,
    a,
    img {
      transition: 0.15s;
      transition-property: border-color, box-shadow, opacity;
    }
    .skeleton {
      animation: pulse 1.2s infinite alternate;
    }
    .progress {
      animation: run 1.6s linear infinite;
    }
  }
  @keyframes pulse {
    to {
      opacity: 0.5;
    }
  }
  @keyframes run {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
  @media (forced-colors: active) {
    .main:not([aria-disabled="true"]),
    .chip[aria-pressed="true"] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: Highlight;
    }
    .main[aria-disabled="true"],
    .card[aria-disabled="true"] {
      color: GrayText;
      border-color: GrayText;
    }
    [aria-invalid="true"] {
      border-width: 3px;
    }
    .progress {
      forced-color-adjust: none;
      border: 1px solid GrayText;
      background-image: linear-gradient(90deg, Canvas 30%, Highlight 50%, Canvas 70%);
    }
  }
  @media print {
    h2,
    h3 {
      break-after: avoid;
    }
    .code,
    .stack {
      break-inside: avoid;
    }
    .won svg,
    .code > a,
    .code > .stock {
      display: none;
    }
    .frame {
      color-scheme: light;
      --_surface: #fff;
      --_text: #000;
      --_muted: #444;
      --_line: #999;
      --_soft: #fff;
      --_accent: #000;
      --_on-accent: #fff;
      --_danger: #000;
    }
    button,
    [part="pdf"] {
      display: none;
    }
    .terms {
      max-height: none;
    }
  }
`;
