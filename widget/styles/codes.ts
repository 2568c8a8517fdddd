/** The look of the codes: boxes to read, copy and show. */
import { css } from "lit";

export const codesStyles = css`
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
  .balance {
    align-items: center;
  }
  .balance p {
    outline: none;
  }
  .masked {
    letter-spacing: 4px;
    user-select: none;
  }
`;
