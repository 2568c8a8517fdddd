/** How large a module may be: always a whole number of device pixels, or scanners misread the edges. */

/** One device pixel can be scanned; a symbol that is cut off or has to be scrolled cannot. */
const LEAST_PIXELS = 1;
/** A module on a till's scanner or a phone at arm's length; larger only costs room. */
const MOST_CSS_PIXELS = 5;

/** CSS pixels a module, the largest that fits; where not even the least fits, the least. */
export function moduleSize(
  columns: number,
  available: number,
  pixelRatio: number,
  most = MOST_CSS_PIXELS,
): number {
  const ratio = pixelRatio > 0 ? pixelRatio : 1;
  const fitting = Math.floor(Math.min(available / columns, most) * ratio);
  return Math.max(LEAST_PIXELS, fitting) / ratio;
}
