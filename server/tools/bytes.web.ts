/** In place of bytes.ts in a browser. */
import type * as node from "./bytes.ts";

export const toHex: typeof node.toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const toBase64: typeof node.toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

export const toBase64Url: typeof node.toBase64Url = (bytes) =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

export const fromBase64: typeof node.fromBase64 = (text) => {
  const plain = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/[^A-Za-z0-9+/]/g, "");
  // One sign alone is less than a byte.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0));
};

export const fromText: typeof node.fromText = (text) => new TextEncoder().encode(text);
export const toText: typeof node.toText = (bytes) => new TextDecoder().decode(bytes);

export const concatenated: typeof node.concatenated = (...parts) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
