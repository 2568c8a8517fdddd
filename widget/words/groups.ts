/** Long codes in groups, as on a card, without a character that is not in them. */

/** Shorter ones are read at a glance; any other sign is the maker's own grouping. */
const GROUPABLE = /^[0-9A-Za-z]{8,}$/;

/** The parts of a value; joined they are the value again. */
export function groupsOf(value: string): readonly string[] {
  if (!GROUPABLE.test(value)) return [value];
  // Four each; a last character of its own would look like a slip, and joins the group before it.
  return value.match(/.{4}(?!.$)|.+$/g) ?? [value];
}
