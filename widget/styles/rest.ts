/** The look of the secondary actions of a pass: folded rows, and the code for another device. */
import { css } from "lit";

export const restStyles = css`
  /* The secondary actions, one a row. */
  .rest {
    border-block-start: 1px solid var(--_line);
    margin-block-end: calc(var(--_inset) * -1);
  }
  .rest summary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-height: 3em;
    border-radius: var(--_radius-button);
    color: var(--_ink);
    font-weight: 600;
    cursor: pointer;
    list-style: none;
  }
  .rest summary::-webkit-details-marker {
    display: none;
  }
  .rest summary::after {
    content: "";
    width: 0.5em;
    height: 0.5em;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    transform: translateY(-0.125em) rotate(45deg);
  }
  .rest[open] summary::after {
    transform: translateY(0.125em) rotate(225deg);
  }
  .rows {
    display: grid;
    padding-block-end: var(--_space);
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0.875em;
    border: 0;
    padding-inline: 0.5em;
    text-align: start;
  }
  .rows > :not(:first-child, .phone) {
    border-block-start: 1px solid var(--_line);
  }
  .rows > :not(:first-child) {
    border-start-start-radius: 0;
    border-start-end-radius: 0;
  }
  .rows > :not(:last-child) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  @media (hover: hover) {
    .row:hover {
      background: var(--_soft);
    }
  }
  .row .icon {
    color: var(--_muted);
  }
  /* The icons stand above the words, which need the whole line. */
  @container (max-width: 17em) {
    .row {
      flex-direction: column;
      align-items: start;
      gap: 0;
      padding-inline: 0;
    }
    .rows .note {
      font-size: 0.75em;
    }
  }
  .note {
    display: block;
    font-weight: 400;
  }
  .phone {
    display: grid;
    gap: 0.25em;
    justify-items: center;
    padding-block-start: var(--_space);
    text-align: center;
  }
  .phone .room {
    width: 100%;
    margin-block-start: 0.5em;
  }
`;
