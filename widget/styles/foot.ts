/** The look of the foot of a screen that asks for a confirmation: sticky, except in very low windows. */
import { css } from "lit";

/** Only the buttons stay in sight; the words about the confirmation scroll. */
const buttonAlone = css`
  .foot {
    display: contents;
  }
  .foot .actions {
    position: sticky;
    z-index: 1;
    inset-block-end: 0;
    margin-inline: calc(var(--_pad) * -1);
    padding: var(--_above, var(--_space)) var(--_pad) var(--_under);
    background: linear-gradient(transparent, var(--_surface) var(--_above, var(--_space)));
  }
`;

export const footStyles = css`
  /* The confirm button is in reach of the thumb, below the words about the confirmation. */
  .foot {
    --_under: max(var(--_pad), env(safe-area-inset-bottom));
    display: grid;
    gap: var(--_space);
    margin: calc(var(--_space) * -0.5) calc(var(--_pad) * -1) calc(var(--_pad) * -1);
    border-radius: 0 0 var(--_radius) var(--_radius);
    padding: var(--_space) var(--_pad) var(--_under);
    /* Contents fade out at the foot, which shows that they continue. */
    background: linear-gradient(transparent, var(--_surface) var(--_space));
  }
  .foot:not(:last-child) {
    --_under: calc(var(--_space) / 2);
    margin-block-end: calc(var(--_space) * -0.5);
  }
  /* Words and buttons are sticky, unless they would leave the rest no room, as with large text. */
  @media (min-height: 24em) {
    .foot {
      position: sticky;
      z-index: 1;
      inset-block-end: 0;
    }
  }
  /* The words would fill the window with large text in a narrow column, and in a low window: only the buttons are sticky. */
  @media (min-height: 20em) {
    @container (max-width: 17em) {
      ${buttonAlone}
    }
  }
  /* Not in a low window that is also narrow: its text is so large that the buttons would hide the pass. */
  @media (min-width: 24em) and (min-height: 12em) and (max-height: 23.99em) {
    ${buttonAlone}
  }
  /* A laptop, or a frame as high as half of one: the foot would cover the pass, or an alert, which is what its words are about. */
  @media (min-width: 30em) and (min-height: 30em) and (max-height: 46em) {
    .foot {
      position: static;
    }
  }
  /* In a low window the second button stays below the window's edge until focused: the pass must be in sight. */
  @media (max-height: 43em) {
    @container (max-width: 29.99em) {
      .foot:has(.main + .plain):not(:has(.plain:focus-visible)),
      .foot .actions:has(.main + .plain):not(:has(.plain:focus-visible)) {
        inset-block-end: calc(-2.75em - var(--_under));
      }
    }
  }
  .column > .alert {
    scroll-margin-block-end: 8em;
  }
  @container (min-width: 44em) {
    .split:has(.aside) .foot,
    .split:has(.aside) .foot .actions {
      margin-inline: 0;
      padding-inline: 0;
    }
  }

  @media (max-height: 30em) {
    .foot {
      --_above: calc(var(--_space) / 2);
      --_under: var(--_above);
      gap: var(--_above);
      padding-block-start: var(--_above);
    }
  }
`;
