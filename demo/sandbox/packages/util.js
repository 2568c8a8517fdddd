/** Of Node's `util` what the packages of the bundle call, for messages of errors. */
export const format = (text, ...values) => [text, ...values].join(" ");
