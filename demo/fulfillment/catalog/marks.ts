/** One mark for each brand, as SVG on a 24 by 24 field, in `currentColor`. */

const line = (path: string) =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
const solid = (path: string) => `<path d="${path}" fill="currentColor"/>`;
const dot = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/>`;
const ring = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="currentColor" stroke-width="2"/>`;

const turned = (count: number, shape: string) =>
  Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${(360 / count) * i} 12 12)">${shape}</g>`,
  ).join("");

export const MARKS = {
  drape: solid("M8 3c1 3 7 3 8 0l3 4-2.5 3L20 21H4l3.5-11L5 7z"),
  cup: line("M4 9h12v5a6 6 0 0 1-12 0zM16 10h2a2.5 2.5 0 0 1 0 5h-2M8 3c-1 1.5 1 2 0 3M12 3c-1 1.5 1 2 0 3"),
  book: line("M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v14"),
  pad:
    line(
      "M7 7h10a5 5 0 0 1 4.8 6.3l-.6 2.2a2.6 2.6 0 0 1-4.4 1L15 14H9l-1.8 2.5a2.6 2.6 0 0 1-4.4-1l-.6-2.2A5 5 0 0 1 7 7z",
    ) +
    dot(8, 10.5, 1.3) +
    dot(16, 10.5, 1.3),
  bolt: solid("M13.5 2 4 13.5h6L9 22l10-12.5h-6.5z"),
  peak: solid("M2 20 9 7l4 6.5 2.5-3.5L22 20zM17 5a2 2 0 1 0 .01 0z"),
  sun: dot(12, 12, 4.2) + turned(8, line("M12 2.5v2.5")),
  hive: line("M12 2.5 20 7v9.5L12 21.5 4 17V7zM4 12h16M8 7.2l8 0M8 17l8 0"),
  leaf: solid("M20 3C9 3 4 8 4 14c0 2 .6 3.7 1.5 5L4 21.5h2.5l1-1.5C14 22 21 17 20 3z"),
  plum: solid(
    "M13 7c4-1 8 1.5 8 6.5S17 22 12 22s-9-3.5-9-8.5S7.5 6 11.5 7C11 4.5 12 2.5 14.5 2c0 2-.5 3.5-1.5 5z",
  ),
  flame: solid("M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-2.5 1-4 2.5-5.5 0 2 .5 3 1.5 3.5C10 8 10 5 12 2z"),
  reel: ring(12, 12, 9) + dot(12, 12, 1.6) + turned(5, dot(12, 7, 1.9)),
  wave: line("M2 9c3.3-4 6.7-4 10 0s6.7 4 10 0M2 15c3.3-4 6.7-4 10 0s6.7 4 10 0"),
  compass: ring(12, 12, 9.5) + solid("M16.5 7.5 13.8 13.8 7.5 16.5l2.7-6.3z"),
  house: solid("M12 2.5 22 11h-3v10h-5v-6h-4v6H5V11H2z"),
  petal: turned(6, solid("M12 11c-2.5-3-2.5-6 0-8.5 2.5 2.5 2.5 5.5 0 8.5z")) + dot(12, 12, 1.8),
  stride: line("M3 18h5l3-5M8 11l4-4 4 3 4-1M11 13l4 3v5") + dot(15.5, 4, 2),
  bowl: line("M3 12h18a9 9 0 0 1-5.5 8h-7A9 9 0 0 1 3 12zM9 9l9-6M13 9l8-3.5"),
  sound: line("M4 10v4M8 6v12M12 3v18M16 7v10M20 10.5v3"),
  paw:
    solid("M12 11.5c3.5 0 6 3.2 6 6 0 2.7-2.5 3.5-4 2.7-1.3-.7-2.7-.7-4 0-1.5.8-4 0-4-2.7 0-2.8 2.5-6 6-6z") +
    dot(5, 10.5, 2) +
    dot(9.3, 6, 2.2) +
    dot(14.7, 6, 2.2) +
    dot(19, 10.5, 2),
  wheel: ring(12, 12, 9.5) + dot(12, 12, 2) + turned(3, line("M12 5v14")),
  gem: solid("M6 3h12l4 6-10 12L2 9z"),
  lens: ring(6.5, 13, 4.5) + ring(17.5, 13, 4.5) + line("M11 12c.6-.6 1.4-.6 2 0M2.5 10 5 6M21.5 10 19 6"),
  tree: solid("M12 2 5 10h3l-4.5 5.5H10V22h4v-6.5h6.5L16 10h3z"),
} as const;

export type MarkName = keyof typeof MARKS;
