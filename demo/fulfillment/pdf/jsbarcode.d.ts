declare module "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js" {
  type Encoder = new (text: string, options: object) => { encode(): { readonly data: string } };
  const code128: Encoder | { readonly default: Encoder };
  export default code128;
}
