/** What a brand says to the element in custom properties: the element makes everything else from its one colour. */
export const tokensOf = (color, radius) => [
  ["--reward-accent", color],
  ["--reward-radius", `${radius}px`],
];
