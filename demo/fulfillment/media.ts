/**
 * The media type of an answer. The interface says that some endpoints also answer `application/pdf`, but not which, nor
 * with what content. Here they are the endpoints about one redemption, and the PDF prints the JSON body.
 * Source: docs/proof/interface.md, "Headers and versions" (`application/pdf`) and "Errors".
 */
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { CHANGES, type Operation } from "./calls.ts";
import { pdfFile } from "./pdf/file.ts";

/** `pretty` is indented JSON. */
export type Media = "json" | "pretty" | "pdf";

const JSON_TYPE = "application/json";
const PDF_TYPE = "application/pdf";

const OFFER_PDF: ReadonlySet<Operation> = new Set<Operation>([...CHANGES, "get_redemption"]);

/** JSON, unless the caller prefers PDF and the endpoint offers it. An unknown type also gets JSON. */
export function mediaOf(c: Context, operation?: Operation): Media {
  const offersPdf = operation !== undefined && OFFER_PDF.has(operation);
  const supports = offersPdf ? [JSON_TYPE, PDF_TYPE] : [JSON_TYPE];
  if (accepts(c, { header: "Accept", supports, default: JSON_TYPE }) === PDF_TYPE) return "pdf";
  return /;\s*pretty=true\b/i.test(c.req.header("accept") ?? "") ? "pretty" : "json";
}

const INDENT = 2;

/** At this size and margin (in points), in a monospaced font, a line holds most links. */
const PRINT = { size: 8, margin: 48, colors: ["#3b4a63", "#3b4a63"] } as const;

/** Characters outside WinAnsiEncoding are written as JSON escapes, so that nothing is lost. */
const escaped = (json: string): string =>
  json.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

function printed(body: unknown): Uint8Array<ArrayBuffer> {
  const text = escaped(JSON.stringify(body, null, INDENT));
  return pdfFile([{ text, size: PRINT.size, font: "mono" }], {
    title: "Fulfillment answer",
    language: "en",
    ...PRINT,
  });
}

export function bodyIn(
  media: Media,
  body: unknown,
): { type: string; content: string | Uint8Array<ArrayBuffer> } {
  const type = `${JSON_TYPE}; charset=utf-8`;
  switch (media) {
    case "json":
      return { type, content: JSON.stringify(body) };
    case "pretty":
      return { type, content: JSON.stringify(body, null, INDENT) };
    case "pdf":
      return { type: PDF_TYPE, content: printed(body) };
    default:
      return media satisfies never;
  }
}
