/** The look of the pass: a card with a face, and below a tear-off line the rest. */
import { css } from "lit";

export const passStyles = css`
  .pass {
    --_inset: calc(var(--_space) * 1.25);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.5);
    padding: var(--_inset);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  /* Picture and name stand side by side if a word of the name fits; otherwise they stack. */
  .face {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
    align-items: center;
  }
  /* The tear-off line. */
  .face:not(:last-child) {
    border-block-end: 2px dashed var(--_line);
    margin-inline: calc(var(--_inset) * -1);
    padding-inline: var(--_inset);
    padding-block-end: var(--_inset);
  }
  .face .picture {
    flex: 1 1 5em;
    max-width: 8em;
    margin: 0;
  }
  .face .picture b {
    font-size: 1.5em;
  }
  /* Without a name the card is centred: no empty half beside the card. */
  .face > :only-child {
    margin-inline: auto;
  }
  /* On the narrowest phones small spaces keep the words about the confirmation above its button. */
  @container (max-width: 19.99em) {
    .column {
      --_space: calc(var(--reward-space, 1em) * 0.75);
    }
    .pass {
      /* At most 12px, also with large text: a word of the name needs the room. */
      --_inset: min(var(--_space), 12px);
    }
    .fact {
      column-gap: 0.5em;
    }
    .main {
      padding-inline: 0.5em;
    }
    /* The words need the width. */
    .second .icon {
      display: none;
    }
  }
  .lost .picture {
    filter: grayscale(1);
    opacity: 0.6;
  }
  .face .picture.blank {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .blank .icon {
    width: 3em;
    height: 3em;
  }
  .about {
    flex: 2 1 6em;
    display: flex;
    flex-direction: column;
    gap: 0.25em;
    max-width: 100%;
  }
  .about .name {
    font-size: 1.0625em;
    overflow-wrap: break-word;
  }
  .worth {
    display: block;
    white-space: nowrap;
    unicode-bidi: isolate;
    font-family: var(--reward-font-heading, inherit);
    font-size: 1.5em;
    font-weight: var(--reward-heading-weight, 700);
    line-height: 1.15;
    font-variant-numeric: tabular-nums;
  }
  @container (min-width: 30em) {
    .pass {
      --_inset: calc(var(--_space) * 1.5);
    }
    .face {
      gap: calc(var(--_space) * 1.5);
    }
    .face .picture {
      flex-basis: 9em;
      max-width: 13em;
    }
    .about {
      flex-basis: 10em;
    }
    .about .name {
      font-size: 1.25em;
    }
    .worth {
      font-size: 1.75em;
    }
    .face .picture b {
      font-size: 2em;
    }
  }
  /* Large art above name and worth, unless a low window needs the room for the code. On a laptop it leaves more room than on a phone, and on paper it is small. */
  .grand {
    --_most: 34vh;
  }
  @container (min-width: 30em) {
    .grand {
      --_most: 26vh;
    }
  }
  @media screen and (min-height: 38em) {
    .pass.grand > .face > .picture {
      flex-basis: 100%;
      max-width: min(100%, var(--_most) * 1.586);
      margin-inline: auto;
    }
    .grand .about {
      flex-flow: row wrap;
      align-items: baseline;
      gap: 0.25em 1em;
    }
    .grand .about .name {
      flex: 1 1 0;
      max-width: 100%;
    }
  }
  /* A phone in landscape: small art leaves room for texts and barcode. */
  @media (max-height: 30em) {
    @container (min-width: 30em) {
      .pass {
        --_inset: var(--_space);
      }
      .face .picture {
        flex-basis: 6em;
        max-width: 6em;
      }
      .about .name {
        font-size: 1.0625em;
      }
      .worth {
        font-size: 1.25em;
      }
    }
  }
  .fact {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1em;
    color: var(--_muted);
  }
  .fact > :last-child {
    color: var(--_text);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .fact > .few {
    color: var(--_notice);
  }
  .final {
    display: grid;
    gap: 0.25em;
  }
  .final > :first-child {
    font-weight: 600;
  }
  .small {
    color: var(--_muted);
    font-size: 0.875em;
  }
  /* The button of the ordered document: as wide as the main button, but outlined. */
  .second {
    display: flex;
    margin-block-start: calc(var(--_space) * -0.25);
    padding-inline: 0.5em;
    font-weight: 600;
  }
  .icon {
    flex: none;
    width: 1.375em;
    height: 1.375em;
  }
  /* Inline before the first word, also if the words wrap: an icon alone on a line would look broken. */
  .signed .icon {
    margin-inline-end: 0.625em;
    vertical-align: -0.3em;
  }
  .help {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 1em;
    color: var(--_muted);
    font-size: 0.875em;
  }
  .help a {
    min-height: 2.5em;
    border: 0;
    padding: 0;
    color: var(--_ink);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .gift {
    margin: 0;
    border-inline-start: 3px solid var(--_ink);
    padding-inline-start: calc(var(--_space) * 0.75);
  }
  .gift blockquote {
    margin: 0;
    font-size: 1.0625em;
  }
  .gift figcaption {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .gift blockquote + figcaption {
    margin-block-start: 0.25em;
  }
`;
