/** The served widget's first file: the registration, and where `widget.js` hands over what it asked for early. */
export { handOver } from "./calls/hand-over.ts";
export * from "./define.ts";
