/** Long codes in groups, as on a card. No character is added. */

/** Shorter codes are easy to read. Any other sign is the grouping of the code's maker. */
const GROUPABLE = /^[0-9A-Za-z]{8,}$/;

/** The groups of a value; joined they are the value again. */
export function groupsOf(value: string): readonly string[] {
  if (!GROUPABLE.test(value)) return [value];
  // Four characters each. A single last character would look like a mistake, so it joins the group before it.
  return value.match(/.{4}(?!.$)|.+$/g) ?? [value];
}
