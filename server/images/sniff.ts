/** Detects the type of an image by its bytes: a Content-Type is only the sender's claim. */

export type ImageType =
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "image/svg+xml";

/** The position and text of each mark; several marks of one type must all be present. */
const MARKS: readonly { type: ImageType; marks: readonly [number, string][] }[] = [
  { type: "image/png", marks: [[0, "\x89PNG\r\n\x1a\n"]] },
  { type: "image/jpeg", marks: [[0, "\xff\xd8\xff"]] },
  { type: "image/gif", marks: [[0, "GIF87a"]] },
  { type: "image/gif", marks: [[0, "GIF89a"]] },
  {
    type: "image/webp",
    marks: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
  { type: "image/avif", marks: [[4, "ftypavif"]] },
  { type: "image/avif", marks: [[4, "ftypavis"]] },
];

/** The last position of the root element, after declaration, comments and doctype. Bytes. */
const PROLOG_MAX = 4_096;

/** Undefined if the bytes are none of the served image types. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PROLOG_MAX));
  const found = MARKS.find(({ marks }) =>
    marks.every(([at, mark]) => head.subarray(at, at + mark.length).equals(Buffer.from(mark, "latin1"))),
  );
  if (found) return found.type;
  const root = /<(?![?!])\s*([^\s/>]+)/.exec(head.toString("utf8").replace(/<!--.*?-->/gs, ""))?.[1];
  const startsAsMarkup = /^\uFEFF?\s*</.test(head.toString("utf8"));
  return startsAsMarkup && root !== undefined && /^(?:[\w.-]+:)?svg$/.test(root)
    ? "image/svg+xml"
    : undefined;
}
