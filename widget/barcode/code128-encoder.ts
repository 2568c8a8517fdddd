/** Of jsbarcode the encoder of Code 128 alone. A page's own bundle has another form of it: widget/bundled/code128-encoder.ts. */
export { default as Code128Encoder } from "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js";
