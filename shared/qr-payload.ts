/** What a QR code may hold, on the screen and in a pass for the phone's wallet; its length is limited by what draws it. */

/** Half of a surrogate pair: no scanner could give such a text back. */
const HALVES = /\p{Surrogate}/u;

export const isQrPayload = (payload: string): boolean => payload !== "" && !HALVES.test(payload);
