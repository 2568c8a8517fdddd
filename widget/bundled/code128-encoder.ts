/**
 * Of jsbarcode the encoder of Code 128 alone, in the form that Node can load as well, where a site's unit tests run. A bundler has the
 * default itself, Node what it is a member of.
 */
import code128 from "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js";

export const Code128Encoder = "default" in code128 ? code128.default : code128;
