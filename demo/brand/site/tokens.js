/**
 * A brand's one colour as the element's custom properties: where the colour itself cannot be read, it is moved towards black or
 * white until it can. Source: WCAG 2.2, relative luminance, contrast ratio, 1.4.3 (text) and 1.4.11 (controls).
 */

/** What text needs. */
const TEXT_RATIO = 4.5;
const STEP = 0.02;
const LIGHT = { surface: "#ffffff", text: "#1b1f24" };
const DARK = { surface: "#15181d", text: "#eceff3" };

const partsOf = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hexOf = (parts) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** `share` of the other colour in the one. */
export function mixed(one, other, share) {
  const others = partsOf(other);
  return hexOf(partsOf(one).map((part, i) => part + (others[i] - part) * share));
}

function luminanceOf(hex) {
  const [red, green, blue] = partsOf(hex)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one, other) {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever can be read better on the colour. */
const lettersOn = (color) =>
  contrastOf(color, "#ffffff") >= contrastOf(color, "#101318") ? "#ffffff" : "#101318";

function readable(color, surface, towards) {
  let share = 0;
  let moved = color;
  while (contrastOf(moved, surface) < TEXT_RATIO && share < 1) {
    share += STEP;
    moved = mixed(color, towards, share);
  }
  return moved;
}

const schemeOf = (color, { surface, text }) => {
  const accent = readable(color, surface, text);
  return {
    accent,
    "on-accent": lettersOn(accent),
    surface,
    text,
    muted: mixed(text, surface, 0.32),
    line: mixed(surface, text, 0.16),
    soft: mixed(surface, color, 0.07),
  };
};

/** @returns {{ light: Record<string, string>, dark: Record<string, string> }} by property without `--reward-` */
export const schemesOf = (color) => ({ light: schemeOf(color, LIGHT), dark: schemeOf(color, DARK) });

/** The custom properties, for both themes in one. */
export function tokensOf(color, radius) {
  const { light, dark } = schemesOf(color);
  const colors = Object.entries(light).map(([name, value]) => [
    `--reward-${name}`,
    `light-dark(${value}, ${dark[name]})`,
  ]);
  return [...colors, ["--reward-radius", `${radius}px`]];
}

/** The brand's own surface, with the letters on it. */
export const bandOf = (color) => ({ "--band": color, "--on-band": lettersOn(color) });

/**
 * Whether the colour can be read as it is.
 * @returns {{ where: string, ratio: number, passes: boolean, used: string }[]}
 */
export function verdictsOf(color) {
  const { light, dark } = schemesOf(color);
  const verdict = (where, surface, used) => {
    const ratio = contrastOf(color, surface);
    return { where, ratio, passes: ratio >= TEXT_RATIO, used };
  };
  return [
    verdict("on a light page", LIGHT.surface, light.accent),
    verdict("on a dark page", DARK.surface, dark.accent),
  ];
}
