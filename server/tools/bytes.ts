/** Bytes as text, and text as bytes. In a browser bytes.web.ts takes the place of this file. */

/** Every byte as two hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string => buffer(bytes).toString("hex");
/** Source: RFC 4648, 4. */
export const toBase64 = (bytes: Uint8Array): string => buffer(bytes).toString("base64");
/** Without padding. Source: RFC 4648, 5. */
export const toBase64Url = (bytes: Uint8Array): string => buffer(bytes).toString("base64url");
/** Of either alphabet. Text that is none gives other bytes, never an error. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "base64"));

export const fromText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
/** Bytes that are no UTF-8 become the replacement character. */
export const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const concatenated = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
