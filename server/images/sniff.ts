/** Detects the type of an image by its bytes: a Content-Type is only the sender's claim. */

const MARKS = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF.{4}WEBP/s,
  "image/avif": /^.{4}ftypavi[fs]/s,
} as const;

export type ImageType = keyof typeof MARKS | "image/svg+xml";

/** The last position of an SVG's root element, after declaration, comments and doctype. Bytes. */
const PROLOG_MAX = 4_096;

/** Undefined if the bytes are none of the served image types. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, PROLOG_MAX));
  const types = Object.keys(MARKS) as (keyof typeof MARKS)[];
  return types.find((type) => MARKS[type].test(head)) ?? (isSvg(head) ? "image/svg+xml" : undefined);
}

function isSvg(head: string): boolean {
  const startsAsMarkup = /^(?:\xef\xbb\xbf)?\s*</.test(head);
  const root = /<(?![?!])\s*([^\s/>]+)/.exec(head.replace(/<!--.*?-->/gs, ""))?.[1];
  return startsAsMarkup && root !== undefined && /^(?:[\w.-]+:)?svg$/.test(root);
}
