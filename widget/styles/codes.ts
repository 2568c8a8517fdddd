/** The look of the codes: boxes to read, copy and show. */
import { css } from "lit";

export const codesStyles = css`
  .won {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }
  .won svg {
    flex: none;
    width: 2em;
    height: 2em;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .code {
    display: grid;
    gap: 0.25em 1em;
    align-items: center;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 0.75em 1em;
  }
  .code h3 {
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 400;
  }
  .code .actions {
    gap: 0.5em;
  }
  /* "Copied" takes the place of "Copy" without moving anything. */
  .code [part~="copy"] {
    min-width: 6.5em;
  }
  .code > a {
    justify-self: start;
    margin-block: 0.25em;
  }
  @container (min-width: 30em) {
    .code {
      grid-template-columns: 1fr auto;
    }
    .code > :not(.value, .actions) {
      grid-column: 1 / -1;
    }
  }
  .value {
    font: 600 1.375em/1.4 ui-monospace, monospace;
    user-select: all;
  }
  .value span {
    display: inline-block;
  }
  .value span:not(:last-child) {
    margin-inline-end: 0.4em;
  }
  @container (max-width: 29.99em) {
    .code {
      row-gap: 0.5em;
    }
  }
  a ~ .value {
    font-size: 0.875em;
    font-weight: 400;
  }
  .balance {
    align-items: center;
  }
  .balance p {
    outline: none;
  }
  .masked {
    letter-spacing: 0.25em;
    user-select: none;
  }
`;
