/** The look of picking a reward that need not be there before the first card is. */
import { css } from "lit";

export const pickingStyles = css`
  /* A long list that was drawn costs nothing where it is out of sight. */
  .cards > li {
    content-visibility: auto;
    contain-intrinsic-size: auto 14em;
  }
  /* A picture that is drawn in slowly must not show what stands behind it. */
  .picture:has(.loaded) {
    color: transparent;
  }
  .card[aria-disabled="true"] .picture {
    filter: grayscale(1);
  }
  .card:not([aria-disabled="true"]):hover .picture {
    box-shadow:
      0 0 0 2px var(--_surface),
      0 0 0 4px var(--_accent);
  }
  .top {
    display: grid;
    gap: var(--_space);
  }
  @container (min-width: 30em) {
    .top {
      grid-template-columns: minmax(9em, 2fr) 3fr;
      gap: calc(var(--_space) * 1.5);
    }
  }
  .top .picture,
  .summary .picture {
    align-self: start;
    margin: 0;
  }
  .tips {
    display: grid;
    gap: 0.25em;
    margin: 0;
    padding-inline-start: 1.5em;
  }
  .tips li {
    display: list-item;
  }
`;
