/** A barcode as a grid of modules, independent of where it is drawn. */
export interface BarcodeSymbol {
  /** True is dark. A linear code has one row that is drawn tall. */
  readonly rows: readonly (readonly boolean[])[];
  /** Modules that stay white on the left and on the right. */
  readonly quiet: number;
  /** Modules that stay white above and below. Scanners need no white beyond the ends of bars. */
  readonly margin: number;
}

/** Draws a payload. Undefined if this type cannot hold the payload: then only the text is shown. */
export type Drawer = (payload: string) => BarcodeSymbol | undefined;
