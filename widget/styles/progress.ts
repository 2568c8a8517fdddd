/** The look of waiting: the timeline of an order in progress, and the signs that something takes its time. */
import { css } from "lit";

export const progressStyles = css`
  .progress {
    height: 0.25em;
    border-radius: 1em;
    background: linear-gradient(90deg, var(--_soft) 30%, var(--_accent) 50%, var(--_soft) 70%) 50% 0 / 300% 100%;
  }
  /* The finished step, the current one and the next one. */
  .steps {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .steps li {
    position: relative;
    display: block;
    padding-block-end: var(--_space);
    padding-inline-start: 2em;
  }
  .steps li:last-child {
    padding-block-end: 0;
  }
  .steps li::before {
    content: "";
    position: absolute;
    inset-block-start: 0.375em;
    inset-inline-start: 0.25em;
    width: 0.75em;
    height: 0.75em;
    border: 2px solid var(--_ink);
    border-radius: 50%;
    background: var(--_surface);
  }
  .steps .done::before {
    background: var(--_ink);
  }
  .steps .now {
    font-weight: 600;
  }
  .steps .now p + p {
    color: var(--_muted);
    font-weight: 400;
  }
  .steps .now::before {
    box-shadow: 0 0 0 0.25em color-mix(in srgb, var(--_accent) 25%, transparent);
  }
  .steps .next {
    color: var(--_muted);
  }
  .steps .next::before {
    border-color: var(--_muted);
  }
  .steps li:not(:last-child)::after {
    content: "";
    position: absolute;
    inset-block: 1.375em -0.125em;
    inset-inline-start: calc(0.625em - 1px);
    border-inline-start: 2px solid var(--_line);
  }
  /* A later text keeps its place. */
  .later {
    visibility: hidden;
  }
  .block {
    height: 6em;
  }
`;
