/** Of prom-client what counts and writes; its measures of the process are Node's. */
export { default as Counter } from "prom-client/lib/counter.js";
export { default as Gauge } from "prom-client/lib/gauge.js";
export { default as Histogram } from "prom-client/lib/histogram.js";
export { default as Registry } from "prom-client/lib/registry.js";

export const collectDefaultMetrics = () => {};
