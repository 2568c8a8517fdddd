/** Ends that the service means as whole days: it writes them as the midnight after them, or as their last minute. */

/** A day, alone or with a time that only means the day's beginning or end in the service's notation. */
export const WHOLE_DAY =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00:00(?::00(?:\.0+)?)?|23:59(?::59(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The last whole day before an end; undefined if its time of day matters. The day before a midnight, otherwise the written day. */
export function lastDayOf(value: string): string | undefined {
  const [, written] = WHOLE_DAY.exec(value) ?? [];
  if (written === undefined || !/[T ]00:00/.test(value)) return written;
  const day = new Date(`${written}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, "2026-12-31".length);
}
