/** The look of the screens after the picker. */
import { css } from "lit";

export const flowStyles = css`
  .top {
    display: grid;
    gap: 16px;
  }
  @container (min-width: 480px) {
    .top {
      grid-template-columns: minmax(140px, 2fr) 3fr;
    }
  }
  .top .picture {
    align-self: start;
    margin: 0;
  }
  .stack {
    gap: 8px;
  }
  .field {
    max-width: 320px;
  }
  [aria-invalid="true"] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  /* Lines that can still be read on a wide page. */
  :host(:not([data-state="open"], [data-state="loading"])) .frame > * {
    max-width: 640px;
  }
  /* Brought into sight together with the button to press again. */
  .alert {
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
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    align-self: start;
  }
  .main[aria-disabled="true"] {
    border-color: var(--_line);
    background: var(--_soft);
    color: var(--_muted);
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
    gap: 4px 16px;
    border-block-end: 1px solid var(--_line);
    padding-block-end: 8px;
  }
  dt {
    color: var(--_muted);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
  .countdown {
    font-variant-numeric: tabular-nums;
  }
  .final {
    border-inline-start: 5px solid var(--_accent);
    padding: 4px 16px;
  }
  .progress {
    height: 6px;
    border-radius: 3px;
    background: linear-gradient(90deg, var(--_soft) 30%, var(--_accent) 50%, var(--_soft) 70%) 0 0 / 300% 100%;
  }
  .block {
    height: 96px;
  }
  .code {
    display: flex;
    flex-direction: column;
    gap: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 16px;
  }
  .value {
    font: 600 20px/1.4 ui-monospace, monospace;
    user-select: all;
  }
  a ~ .value {
    font-size: 14px;
    font-weight: 400;
  }
  .masked {
    letter-spacing: 4px;
    user-select: none;
  }
  /* A barcode may have the frame's padding too, and takes it only where it needs it. */
  .room {
    display: flex;
    margin-inline: calc(-1 * var(--_pad));
  }
  .room::before {
    content: "";
    flex: 0 1 var(--_pad);
  }
  .paper {
    flex: none;
    max-width: 100%;
    overflow-x: auto;
    border-radius: 4px;
    background: #fff;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }
  svg {
    display: block;
  }
  @media (prefers-reduced-motion: no-preference) {
    .progress {
      animation: run 1.6s linear infinite;
    }
  }
  @keyframes run {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: -50% 0;
    }
  }
  @media print {
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
    svg {
      max-width: 100%;
    }
    .terms {
      max-height: none;
    }
  }
`;
