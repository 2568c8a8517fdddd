/** JSON: texts without members that are named twice, of which readers differ in the value that they take; and equal values. */

export class NamedTwice extends SyntaxError {
  override readonly name = "NamedTwice";
}

/** @throws SyntaxError; NamedTwice */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (keysIn(text) !== keysOf(value)) throw new NamedTwice();
  return value;
}

/** A string of JSON text, with a colon after it if it is the name of a member. */
const STRING = /"(?:[^"\\]|\\.)*"\s*(:)?/g;

/** How often text that was read as JSON names a member. */
function keysIn(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon) count++;
  return count;
}

/** How many members a value has, at every depth. Without recursion, so any depth is allowed. */
function keysOf(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each !== "object" || each === null) continue;
    if (!Array.isArray(each)) count += Object.keys(each).length;
    for (const inner of Object.values(each)) left.push(inner);
  }
  return count;
}

/** Whether two values of JSON are equal, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  const memberOf = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSameJson(memberOf(one, name), memberOf(other, name)),
    )
  );
}
