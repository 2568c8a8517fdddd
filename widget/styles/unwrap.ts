/**
 * How the pass of a new code is unwrapped. A gift in the sender's colours lies in the middle of the pass; its bow comes off, the
 * two leaves of its paper open like doors, and the card goes from there to its place, while name and code appear. Transforms and
 * opacity alone: nothing else moves. page/unwrap.ts measures the distances, and begins when the page is in place.
 */
import { css } from "lit";

export const unwrapStyles = css`
  .pass {
    position: relative;
  }
  .parcel {
    display: none;
  }
  @media screen {
    [data-unwrap] {
      /* All of it together: long enough to be seen, and short enough not to be waited for. */
      --_long: 1.2s;
    }
    [data-unwrap] > .parcel {
      --_ribbon: color-mix(in srgb, var(--_on-accent) 88%, var(--_accent));
      position: absolute;
      inset: 0;
      z-index: 2;
      display: block;
      /* Nothing may reach beyond the widget: a page would be scrolled sideways. */
      overflow: clip;
      border-radius: inherit;
      perspective: 60em;
      pointer-events: none;
      forced-color-adjust: none;
    }
    .lid {
      position: absolute;
      top: 0;
      left: 50%;
      /* Moved, not laid out: browsers count no shift. */
      translate: -50% calc(var(--_lid-top, 0px) - 50%);
      display: grid;
      width: var(--_lid, 0);
      aspect-ratio: 1.586;
      transform-style: preserve-3d;
    }
    .leaf {
      position: absolute;
      inset-block: 0;
      left: 0;
      width: 50%;
      border-radius: var(--_radius-card) 0 0 var(--_radius-card);
      /* The ribbon lies across, and along the edge where both leaves meet; light falls on the paper from above. */
      background:
        linear-gradient(270deg, var(--_ribbon) 9%, transparent 9%),
        linear-gradient(transparent 45%, var(--_ribbon) 45% 55%, transparent 55%),
        linear-gradient(160deg, #fff4, transparent 50%),
        radial-gradient(circle, #fff3 1.5px, transparent 2.5px) 0 0 / 1.5em 1.5em, var(--_accent);
      box-shadow: 0 0.5em 1.5em #0003;
      transform-origin: 0 50%;
      backface-visibility: hidden;
    }
    .leaf + .leaf {
      left: 50%;
      transform-origin: 100% 50%;
      /* Mirrored, but for the light. */
      border-radius: 0 var(--_radius-card) var(--_radius-card) 0;
      background:
        linear-gradient(90deg, var(--_ribbon) 9%, transparent 9%),
        linear-gradient(transparent 45%, var(--_ribbon) 45% 55%, transparent 55%),
        linear-gradient(200deg, #fff2, transparent 50%),
        radial-gradient(circle, #fff3 1.5px, transparent 2.5px) 0 0 / 1.5em 1.5em, var(--_accent);
    }
    .bow {
      place-self: center;
      z-index: 1;
      width: 52%;
      fill: var(--_ribbon);
      stroke: color-mix(in srgb, var(--_accent) 30%, transparent);
      filter: drop-shadow(0 0.25em 0.25em #0003);
    }
    .inside {
      fill: color-mix(in srgb, var(--_accent) 35%, var(--_ribbon));
    }
    [data-unwrap] .picture {
      z-index: 1;
      transform: translate(var(--_aside, 0), var(--_below, 0)) scale(0.94);
    }
    [data-unwrap] .about,
    [data-unwrap] > :not(.face, .parcel) {
      opacity: 0;
    }
    [data-unwrap] > .face {
      border-color: transparent;
    }
    [data-unwrap="opening"] .lid {
      animation: lid var(--_long) both;
    }
    [data-unwrap="opening"] .bow {
      animation: bow var(--_long) both;
    }
    [data-unwrap="opening"] .leaf {
      --_turn: -96deg;
      animation: leaf var(--_long) both;
    }
    [data-unwrap="opening"] .leaf + .leaf {
      --_turn: 96deg;
    }
    [data-unwrap="opening"] .picture {
      animation: card var(--_long) both;
    }
    [data-unwrap="opening"] .about,
    [data-unwrap="opening"] > :not(.face, .parcel) {
      animation: appear var(--_long) both;
    }
  }
  /* It is lifted a little, as if somebody took it. */
  @keyframes lid {
    14% {
      scale: 1.05;
      rotate: -1.5deg;
      animation-timing-function: ease-in-out;
    }
    28% {
      scale: 1.03;
      rotate: 1deg;
    }
    40%,
    100% {
      scale: 1.03;
      rotate: 0deg;
    }
  }
  @keyframes bow {
    20% {
      opacity: 1;
      transform: scale(1.08);
      animation-timing-function: ease-in;
    }
    42%,
    100% {
      opacity: 0;
      transform: translateY(-30%) scale(1.35, 0.7);
    }
  }
  /* A leaf on its edge is out of sight. */
  @keyframes leaf {
    30% {
      transform: rotateY(0deg);
      animation-timing-function: cubic-bezier(0.5, 0, 0.5, 1);
    }
    64%,
    100% {
      transform: rotateY(var(--_turn));
    }
  }
  @keyframes card {
    0%,
    38% {
      transform: translate(var(--_aside, 0), var(--_below, 0)) scale(0.94);
      animation-timing-function: ease-out;
    }
    64% {
      transform: translate(var(--_aside, 0), var(--_below, 0)) scale(1.04);
      animation-timing-function: cubic-bezier(0.4, 0, 0.1, 1);
    }
    100% {
      transform: none;
    }
  }
  @keyframes appear {
    0%,
    70% {
      opacity: 0;
    }
    100% {
      opacity: 1;
    }
  }
`;
