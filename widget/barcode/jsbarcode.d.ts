declare module "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js" {
  export default class CODE128 {
    constructor(payload: string, options: object);
    encode(): { readonly data: string };
  }
}

declare module "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js" {
  import type CODE128 from "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js";

  const code128: typeof CODE128 | { readonly default: typeof CODE128 };
  export default code128;
}
