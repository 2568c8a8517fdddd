/** The look of the first screen, and the tokens that all screens share. Sizes in px: `rem` is the host page's. */
import { css } from "lit";

export const baseStyles = css`
  :host {
    all: initial;
    --_accent: var(--reward-accent, light-dark(#1f4fd8, #9db7ff));
    --_on-accent: var(--reward-on-accent, light-dark(#fff, #0b1430));
    --_surface: var(--reward-surface, light-dark(#fff, #15181e));
    --_text: var(--reward-text, light-dark(#1a1d23, #eceef2));
    --_muted: var(--reward-muted, light-dark(#565d6b, #a9b0be));
    --_line: var(--reward-line, light-dark(#d9dde5, #353b47));
    --_soft: var(--reward-soft, light-dark(#f2f4f8, #20242d));
    --_radius: var(--reward-radius, 12px);
    display: block;
    container-type: inline-size;
    /* Where the page leaves the width to the content, there would be none. */
    contain-intrinsic-inline-size: 640px;
    min-inline-size: 0;
    max-inline-size: 100%;
    color-scheme: light dark;
    visibility: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  /* Here again: a page's own rules for the host, or for everything, win over those of :host. */
  .frame,
  .unseen {
    all: initial;
    visibility: inherit;
    color-scheme: inherit;
    box-sizing: border-box;
    color: var(--_text);
    font: 400 16px/1.5 var(--reward-font, system-ui, sans-serif);
    overflow-wrap: anywhere;
  }
  .frame {
    display: flex;
    flex-direction: column;
    gap: 16px;
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    --_pad: 16px;
    padding: var(--_pad);
  }
  @container (min-width: 480px) {
    .frame {
      --_pad: 24px;
    }
  }
  h2,
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  h2 {
    font-size: 24px;
    line-height: 1.25;
    outline: none;
    text-wrap: balance;
  }
  button,
  input,
  a {
    font: inherit;
    color: inherit;
    min-height: 44px;
    border: 1px solid var(--_muted);
    border-radius: var(--_radius);
    padding: 8px 16px;
    background: none;
  }
  button {
    cursor: pointer;
  }
  input {
    width: 100%;
  }
  :disabled {
    border-color: var(--_line);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [aria-disabled="true"] {
    cursor: default;
  }
  .plain {
    align-self: start;
  }
  .badge {
    align-self: start;
    border-radius: var(--_radius);
    padding: 2px 12px;
    font-size: 13px;
    background: var(--_soft);
    color: var(--_muted);
  }
  .stock {
    color: var(--_muted);
    font-size: 14px;
  }
  .cards {
    list-style: none;
    display: grid;
    gap: 12px;
    grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
  }
  @container (min-width: 480px) {
    .cards {
      gap: 20px;
      grid-template-columns: repeat(auto-fill, minmax(168px, 1fr));
    }
  }
  li {
    display: grid;
  }
  .card {
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: 0 0 12px;
    border-color: var(--_line);
    text-align: start;
    min-height: 200px;
    overflow: hidden;
  }
  .card > :not(.picture) {
    margin-inline: 12px;
  }
  li .card:focus-visible {
    outline-offset: -3px;
  }
  .card[aria-disabled="true"] {
    border-style: dashed;
    color: var(--_muted);
  }
  .card[aria-disabled="true"] .picture {
    opacity: 0.4;
  }
  .name {
    font-weight: 600;
    line-height: 1.35;
  }
  .card .stock:last-child {
    margin-block-start: auto;
    padding-block-start: 4px;
  }
  .picture {
    position: relative;
    display: grid;
    place-items: center;
    aspect-ratio: 8 / 5;
    margin-block-end: 10px;
    overflow: hidden;
    background: var(--_soft);
    color: var(--_muted);
    font-size: 28px;
  }
  img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    opacity: 0;
  }
  .loaded {
    opacity: 1;
  }
  .skeleton {
    /* Seen where a person's own colours replace all backgrounds. */
    border: 1px solid transparent;
    background: var(--_soft);
    border-radius: var(--_radius);
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
