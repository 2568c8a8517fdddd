/** Reduced motion, forced colours and print. These styles come last, because they override others. */
import { css } from "lit";

export const modesStyles = css`
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
    /* The progress bar is hidden: the current step pulses. */
    .alive .now::before {
      animation: pulse 1.2s infinite alternate;
    }
    .busy::before {
      animation: spin 1.2s linear infinite;
    }
  }
  @keyframes pulse {
    to {
      opacity: 0.5;
    }
  }
  @keyframes spin {
    to {
      rotate: 1turn;
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
    .sheet:modal {
      border: 1px solid;
    }
    .code .line .quiet {
      margin: 0;
    }
    .progress {
      forced-color-adjust: none;
      border: 1px solid GrayText;
      background-image: linear-gradient(90deg, Canvas 30%, Highlight 50%, Canvas 70%);
    }
  }
  @media print {
    /* Blocks, at one edge: a flex or grid container goes to the next page as a whole, and leaves an empty page. */
    .frame,
    .split,
    .column,
    .aside {
      display: block;
    }
    .frame {
      border: 0;
      padding: 0;
    }
    .badge,
    .frame:not(:has(> .picker)) > .badge {
      max-width: none;
      margin: 0;
    }
    .column {
      margin-inline: 0;
    }
    .split > .aside {
      max-width: none;
    }
    .split > * + *,
    .column > * + *,
    .aside > * + * {
      margin-block-start: var(--_space);
    }
    h2,
    h3 {
      break-after: avoid;
    }
    .pass,
    .code,
    .stack {
      break-inside: avoid;
    }
    .won svg,
    .code > .stock,
    .balance,
    .rest {
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
      --_ink: #000;
      --_on-accent: #fff;
      --_danger: #000;
    }
    /* Wins over their own display: nothing can be pressed on paper. */
    button,
    summary,
    [part~="link"],
    [part~="support"],
    [part~="pdf"] {
      display: none !important;
    }
    .terms {
      max-height: none;
    }
    /* Words replace the dots, which do not say what is missing. */
    .masked {
      font: inherit;
      letter-spacing: normal;
      white-space: normal;
    }
    .value.masked > * {
      display: none;
    }
    .masked::after {
      content: attr(data-paper);
    }
  }
`;
