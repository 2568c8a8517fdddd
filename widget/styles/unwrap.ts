/**
 * How the pass of a new code is unwrapped: the card lies large over the face of the pass, wrapped in the sender's colours;
 * it turns over, shows its art, and settles into its place. It grows upwards from its lower edge, so that the code below
 * is never covered. Transforms and opacity alone: nothing else moves, while the window scrolls to the code (focus.ts).
 */
import { css } from "lit";

export const unwrapStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    [data-unwrap] .picture {
      --_large: 1.6;
      /* To the side where the pass has room: half of what the card is wider. */
      --_aside: calc((var(--_large) - 1) * 50%);
      --_turn: 90deg;
      z-index: 1;
      transform-origin: 50% 100%;
      pointer-events: none;
      animation: unwrap 0.6s both;
    }
    [dir="rtl"] [data-unwrap] .picture {
      --_aside: calc((1 - var(--_large)) * 50%);
      --_turn: -90deg;
    }
    /* The wrapping: a ribbon with its bow, and light on the paper. */
    [data-unwrap] .picture::before {
      --_ribbon: color-mix(in srgb, var(--_on-accent) 85%, var(--_accent));
      forced-color-adjust: none;
      content: "";
      position: absolute;
      inset: 0;
      z-index: 1;
      background:
        radial-gradient(7% 12% at 24% 37%, transparent 50%, var(--_ribbon) 53% 95%, transparent),
        radial-gradient(7% 12% at 38% 37%, transparent 50%, var(--_ribbon) 53% 95%, transparent),
        linear-gradient(90deg, transparent 29%, var(--_ribbon) 29% 33%, transparent 33%),
        linear-gradient(transparent 46%, var(--_ribbon) 46% 52.5%, transparent 52.5%),
        linear-gradient(115deg, #fff3, transparent 55%), var(--_accent);
      animation: unwrapped 0.6s step-end both;
    }
  }
  /* On a phone the art is small beside a name, or already as wide as the pass. */
  @container (max-width: 29.99em) {
    [data-unwrap] .picture {
      --_large: 2;
    }
    [data-unwrap].grand .picture {
      --_large: 1.12;
      --_aside: 0%;
    }
  }
  /* Nothing may reach beyond the widget: a page would be scrolled sideways. */
  @container (max-width: 19.99em) {
    [data-unwrap] .picture {
      --_large: 1.12;
    }
  }
  @media print {
    [data-unwrap] .picture {
      animation: none;
    }
    [data-unwrap] .picture::before {
      display: none;
    }
  }
  @keyframes unwrap {
    0% {
      transform: translateX(var(--_aside)) perspective(90em) scale(calc(var(--_large) * 0.9));
      animation-timing-function: ease-out;
    }
    12% {
      transform: translateX(var(--_aside)) perspective(90em) scale(var(--_large));
      animation-timing-function: ease-in;
    }
    38% {
      transform: translateX(var(--_aside)) perspective(90em) scale(var(--_large)) rotateY(var(--_turn));
      animation-timing-function: step-end;
    }
    38.01% {
      transform: translateX(var(--_aside)) perspective(90em) scale(var(--_large))
        rotateY(calc(var(--_turn) * -1));
      animation-timing-function: ease-out;
    }
    64% {
      transform: translateX(var(--_aside)) perspective(90em) scale(var(--_large));
      animation-timing-function: cubic-bezier(0.3, 0, 0.1, 1);
    }
    100% {
      transform: translateX(0) perspective(90em) scale(1);
    }
  }
  /* The wrapping is on the back of the card, which is out of sight once the card stands on its edge. */
  @keyframes unwrapped {
    38%,
    100% {
      opacity: 0;
    }
  }
`;
