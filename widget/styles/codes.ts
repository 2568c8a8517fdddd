/** The look of the codes: a number that is readable at arm's length, and its buttons. */
import { css } from "lit";

export const codesStyles = css`
  .won {
    display: flex;
    gap: 0.5em;
  }
  /* With large text on a small phone, a long word does not fit beside the icon. */
  @container (max-width: 12em) {
    h2 {
      font-size: 1.125em;
    }
    .won {
      flex-wrap: wrap;
      overflow-wrap: break-word;
    }
  }
  .won svg {
    flex: none;
    width: 1.25em;
    height: 1.25em;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .code {
    display: grid;
    gap: 0 0.5em;
  }
  /* Name and copy button on one line: the address itself is not seen. */
  .brief:has(> .line:only-of-type) {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
  }
  .brief > a {
    grid-column: 1 / -1;
  }
  .code h3 {
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 400;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 0 0.5em;
    min-height: 2.75em;
  }
  /* If a text button does not fit beside the value, both buttons wrap below the value. No word breaks. */
  .line:has(.quiet:not(.copy)) {
    flex-wrap: wrap;
  }
  /* With large text, a number beside buttons would have one group a line, and an icon would stand alone above a long word. */
  @container (max-width: 17em) {
    .line {
      flex-wrap: wrap;
    }
    .signed .icon {
      display: none;
    }
  }
  .line > .value {
    flex: 0 1 auto;
    min-width: 0;
  }
  .tools {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 0.5em;
    justify-content: end;
    max-width: 100%;
    margin-inline-start: auto;
  }
  .tools > button {
    white-space: nowrap;
  }
  .code .line .quiet {
    padding-inline: 0.75em;
    /* The label reaches the column's edge; the button's box never reaches the pass's edge. */
    margin-inline-end: calc(-1 * min(0.75em, var(--_inset) - 4px));
  }
  .code .line .quiet + .quiet {
    margin-inline-start: 0.25em;
  }
  .copy {
    display: inline-grid;
    place-items: center;
    min-width: 2.75em;
  }
  .pass .main {
    display: flex;
    align-items: center;
    width: 100%;
    scroll-margin-block-end: var(--_space);
  }
  .code > .main,
  .code > .plain {
    margin-block: 0.5em 0.25em;
  }
  /* The same gap below the button as above the button. */
  .code > a + .line {
    margin-block-start: 0.25em;
  }
  /* Sixteen digits stay on one line, also on the narrowest phone. Longer values break into lines of equal length. */
  .value {
    font: 600 clamp(1em, 5.5cqi, 1.25em) / 1.4 var(--reward-font-code, ui-monospace), monospace;
    text-wrap: balance;
    user-select: all;
    outline-offset: 4px;
  }
  /* The code with the main button is the purpose of the pass: larger than other codes. */
  .code:has(> .main) .value:not(.address) {
    font-size: clamp(1em, 6.4cqi, 1.75em);
  }
  .value span {
    display: inline-block;
  }
  .value span:not(:last-child) {
    margin-inline-end: 0.35em;
  }
  /* Aligned with the label, also in languages from right to left. */
  .value.address {
    text-align: -webkit-match-parent;
    text-align: match-parent;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 400;
  }
  .masked {
    user-select: none;
  }
  /* One line of as many groups as fit beside the buttons, so that nothing moves when the number appears. */
  @media screen {
    .code .masked {
      flex: 1 1 4.5ch;
      max-height: 1.4em;
      overflow: hidden;
      text-wrap: wrap;
    }
  }
  .scan {
    text-align: center;
  }
  /* The balance stands below the main button: on a small phone barcode and main button stay in sight together. */
  .asked {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 1em;
    margin-block: -0.5em;
  }
  .asked:has(> .balance:empty) {
    justify-content: center;
  }
  /* Neither a balance nor a button: the row takes no room. */
  .asked:has(> .balance:empty:last-child) {
    position: absolute;
  }
  .balance {
    padding-block: 0.625em;
    font-weight: 600;
    outline: none;
  }
  /* Like the buttons of a line. */
  .balance:not(:empty) + .quiet {
    padding-inline: 0.75em;
    margin-inline: auto calc(-1 * min(0.75em, var(--_inset) - 4px));
  }
  /* A live region must exist before its text. The empty region takes no room. */
  .balance:empty {
    position: absolute;
  }
  .unread {
    flex: 1 0 100%;
    color: var(--_muted);
    font-weight: 400;
  }
`;
