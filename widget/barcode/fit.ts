/** How large a module may be: always a whole number of device pixels, or scanners misread the edges. */

/** One device pixel can be scanned; a symbol that is cut off or has to be scrolled cannot. */
const LEAST_PIXELS = 1;

export interface Bounds {
  /** Device pixels a module has even where that is more than fits. */
  readonly least?: number;
  /** CSS pixels of which a module never has more, whatever fits. */
  readonly most?: number;
}

/** CSS pixels a module, the largest that fits; where not even the least fits, the least. */
export function moduleSize(
  columns: number,
  available: number,
  pixelRatio: number,
  { least = LEAST_PIXELS, most = Number.POSITIVE_INFINITY }: Bounds = {},
): number {
  const ratio = pixelRatio > 0 ? pixelRatio : 1;
  const fitting = Math.floor(Math.min(available / columns, most) * ratio);
  return Math.max(least, fitting) / ratio;
}
