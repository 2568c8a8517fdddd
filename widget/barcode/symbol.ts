/** A barcode as a grid of modules, before anything is known about where it is drawn. */
export interface BarcodeSymbol {
  /** True is dark. A linear code has one row that is drawn tall. */
  readonly rows: readonly (readonly boolean[])[];
  /** Modules that stay white on either side. */
  readonly quiet: number;
  /** Modules that stay white above and below: no scanner needs them beside the ends of bars. */
  readonly margin: number;
}

/** Draws a payload, or undefined where this type cannot hold it: then its text has to do. */
export type Drawer = (payload: string) => BarcodeSymbol | undefined;
