/** In which themes, directions and widths a state is seen. */

export const THEMES = ["light", "dark"] as const;
export const DIRECTIONS = ["ltr", "rtl"] as const;
/** The narrowest phone, the usual one, and a column in which things stand beside each other; with the heights of such windows. */
export const WINDOWS = { 320: 568, 390: 844, 720: 900 } as const;

export interface Variant {
  readonly theme: (typeof THEMES)[number];
  readonly direction: (typeof DIRECTIONS)[number];
  readonly width: keyof typeof WINDOWS;
}

export const WIDTHS = Object.keys(WINDOWS).map(Number) as Variant["width"][];

export const nameOf = ({ theme, direction, width }: Variant): string => `${theme} ${direction} ${width}`;

/** Those of one theme and direction are shown together. */
export const ROWS: readonly (readonly Variant[])[] = THEMES.flatMap((theme) =>
  DIRECTIONS.map((direction) => WIDTHS.map((width) => ({ theme, direction, width }))),
);

/** Of which pictures are kept: between them both themes, both directions, a phone and a column. */
export const PICTURED: readonly Variant[] = [
  { theme: "light", direction: "ltr", width: 390 },
  { theme: "dark", direction: "rtl", width: 720 },
];
