/** The operator's page: one column, two from the width of a small laptop on; light and dark. */
import { css } from "lit";

export const styles = css`
  :host {
    --ink: light-dark(#1b1f24, #e9ecef);
    --quiet: light-dark(#58616b, #a5afb9);
    --line: light-dark(#d9dee3, #363d45);
    --field: light-dark(#7b858f, #7b858f);
    --page: light-dark(#f5f6f8, #14171a);
    --card: light-dark(#fff, #1c2024);
    --main: light-dark(#0b5cad, #7db8f2);
    --on-main: light-dark(#fff, #0b1a29);
    --well: light-dark(#1d7a45, #5fce8f);
    --bad: light-dark(#b3261e, #ff9b91);
    display: block;
    box-sizing: border-box;
    min-height: 100vh;
    padding: 0 max(1rem, calc(50vw - 34rem)) 4rem;
    color: var(--ink);
    background: var(--page);
    font: 1rem / 1.5 system-ui, sans-serif;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    align-items: center;
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--line);
  }
  header > b {
    margin-inline-end: auto;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    order: 3;
  }
  nav a {
    padding: 0.375rem 0;
    color: inherit;
    text-decoration: none;
    border-bottom: 2px solid transparent;
  }
  nav a[aria-current] {
    border-color: var(--main);
    font-weight: 600;
  }
  h1 {
    margin: 2rem 0 1rem;
    font-size: clamp(1.5rem, 4vw, 2rem);
    line-height: 1.2;
  }
  h1::before {
    content: "";
    display: inline-block;
    width: 0.6em;
    height: 0.6em;
    margin-inline-end: 0.4em;
    border-radius: 50%;
    background: var(--well);
  }
  h1.bad::before,
  .lamp.look summary::before {
    border-radius: 2px;
    background: var(--bad);
    rotate: 45deg;
  }
  h1.plain::before {
    display: none;
  }
  /* It is where a new view begins for a screen reader, and nothing to press. */
  h1:focus {
    outline: none;
  }
  h2 {
    margin: 2rem 0 0.75rem;
    font-size: 1.25rem;
  }
  article > h2 {
    margin: 0 0 0.75rem;
  }
  h3 {
    margin: 0;
    font-size: 1.0625rem;
    overflow-wrap: anywhere;
  }
  a {
    color: var(--main);
  }
  .quiet,
  dt,
  time {
    color: var(--quiet);
  }
  .lamps {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .lamp {
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: 1rem;
    background: var(--card);
    font-size: 0.9375rem;
  }
  .lamp:has(details[open]) {
    flex-basis: 100%;
  }
  .lamp.look {
    border-color: var(--bad);
  }
  .lamp summary {
    cursor: pointer;
    list-style: none;
  }
  .lamp summary::-webkit-details-marker {
    display: none;
  }
  .lamp.note summary::before {
    border: 2px solid var(--quiet);
    background: transparent;
  }
  /* As it was heard last: nobody knows whether it still is. */
  .away .lamp {
    border-style: dashed;
  }
  h1.away::before,
  .away .lamp summary::before {
    border: 2px solid var(--quiet);
    background: transparent;
  }
  .lamp p {
    margin: 0.375rem 0;
    overflow-wrap: anywhere;
  }
  .lamp summary::before {
    content: "";
    display: inline-block;
    width: 0.6em;
    height: 0.6em;
    margin-inline-end: 0.5em;
    border-radius: 50%;
    background: var(--well);
  }
  article,
  .card {
    margin: 0 0 1rem;
    padding: 1rem 1.25rem;
    border: 1px solid var(--line);
    border-radius: 0.75rem;
    background: var(--card);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(12rem, auto) 1fr;
    gap: 0.25rem 1rem;
    margin: 0.75rem 0;
  }
  dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  form {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    align-items: end;
  }
  label {
    flex: 1 1 12rem;
    font-size: 0.9375rem;
  }
  label.wide {
    flex-basis: 100%;
  }
  :is(input, select) {
    display: block;
    width: 100%;
    min-height: 2.75rem;
    /* Focused, it is not below what was said last. */
    scroll-margin-bottom: 6rem;
    margin-top: 0.25rem;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--field);
    border-radius: 0.5rem;
    font: inherit;
    color: inherit;
    background: var(--card);
  }
  button {
    min-height: 2.75rem;
    padding: 0.375rem 1.25rem;
    border: 1px solid var(--field);
    border-radius: 0.5rem;
    font: inherit;
    color: inherit;
    background: none;
    cursor: pointer;
  }
  .wrong {
    color: var(--bad);
    font-weight: 600;
  }
  button.main {
    border-color: transparent;
    color: var(--on-main);
    background: var(--main);
  }
  button[aria-disabled="true"] {
    opacity: 0.6;
  }
  :focus-visible {
    outline: 3px solid var(--main);
    outline-offset: 2px;
  }
  .said {
    margin: 1rem 0;
    padding: 0.75rem 1rem;
    border-inline-start: 4px solid var(--well);
    background: var(--card);
  }
  .said.bad,
  [role="status"].bad {
    border-color: var(--bad);
  }
  /* What came of a press is seen wherever the button is. */
  [role="status"] {
    position: sticky;
    bottom: 1rem;
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--well);
    box-shadow: 0 2px 12px #0003;
  }
  .said:empty {
    display: none;
  }
  .course {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .course li {
    display: grid;
    grid-template-columns: 13.5rem 1fr;
    gap: 0 1rem;
    padding: 0.5rem 0;
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  @media (width < 40rem) {
    dl,
    .course li {
      grid-template-columns: 1fr;
    }
    dl.facts {
      grid-template-columns: minmax(6rem, 9rem) 1fr;
    }
    dd {
      margin-bottom: 0.375rem;
    }
  }
`;
