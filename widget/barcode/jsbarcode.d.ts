declare module "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js" {
  export default class CODE128 {
    constructor(payload: string, options: object);
    encode(): { readonly data: string };
  }
}
