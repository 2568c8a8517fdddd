/**
 * What follows from the one colour that a page gives. `--_accent` fills the main buttons, `--_on-accent` is the text on it, and `--_ink`
 * is the same colour as a text, a line or the focus ring on a surface. Each has the contrast of WCAG 2.2, 1.4.3 (4.5:1), whatever the
 * colour; `--_rim`, around what is filled, has that of 1.4.11 (3:1), so that a white button is seen on white.
 * test/widget/styles/brand-colour.test.ts tries the whole cube.
 *
 * In XYZ the Y of a colour is its relative luminance. `--_contrast` is white below 0.179 and black above: either has 4.5:1 or more there.
 * In the light a colour is made darker in linear light, so that its hue stays; in the dark it is made lighter and stays as vivid: navy
 * becomes a lighter navy, not a grey. Browsers without relative colours have the page's own pair as it is.
 * Source: CSS Color 5, "Relative Colors"; WCAG 2.2, "relative luminance".
 */
import { css } from "lit";
import { inDark } from "./base.ts";

export const brandColourStyles = css`
  :host {
    --_reward-fill: var(--reward-accent, #1f4fd8);
    --_accent: var(--_reward-fill);
    --_on-accent: var(--reward-on-accent, var(--_contrast, #fff));
    --_ink: var(--_accent);
    --_rim: var(--_accent);
  }
  ${inDark(css`
    --_reward-fill: var(--reward-accent, #9db7ff);
    --_on-accent: var(--reward-on-accent, var(--_contrast, #0b1430));
  `)}
  @supports (color: color(from red xyz-d65 x y z)) {
    :host {
      --_contrast: color(
        from var(--_accent) xyz-d65 calc(0.95046 * clamp(0, (0.179 - y) * 1e7, 1)) clamp(0, (0.179 - y) * 1e7, 1)
          calc(1.08906 * clamp(0, (0.179 - y) * 1e7, 1))
      );
      --_ink: color(
        from var(--_accent) xyz-d65 calc(x * min(1, 0.155 / y)) calc(y * min(1, 0.155 / y)) calc(z * min(1, 0.155 / y))
      );
      --_rim: color(
        from var(--_accent) xyz-d65 calc(x * min(1, 0.29 / y)) calc(y * min(1, 0.29 / y)) calc(z * min(1, 0.29 / y))
      );
    }
    ${inDark(css`
      --_ink: oklch(from var(--_accent) max(l, 0.75) c h);
      --_rim: oklch(from var(--_accent) max(l, 0.6) c h);
    `)}
  }
`;
