/** How large a module may be: always a whole number of device pixels, or scanners misread the edges. */

/** A scanner can read modules of one device pixel. It cannot read a symbol that is cut off or has to be scrolled. */
const LEAST_PIXELS = 1;

export interface Bounds {
  /** Device pixels that a module has at least, even if the symbol is then larger than the room. */
  readonly least?: number;
  /** CSS pixels that a module has at most, even if there is more room. */
  readonly most?: number;
}

/** CSS pixels of a module: the largest size that fits, or the least size if not even that fits. */
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
