/**
 * Rows for spreadsheets. Every field is quoted, so that no sign in it ends a field or a row. A text in which a spreadsheet would find
 * a formula, also one that takes semicolons or tabs for the borders of fields, begins with an apostrophe.
 * Source: RFC 4180; OWASP, "CSV injection".
 */

/** A sign that begins a formula, in its wide form as well, at the begin of a field: what stands before it is skipped. */
const FORMULA = /(?:^|[;,|\t\r\n\v\f\u0085\u2028\u2029"'])[\s\p{Cc}\p{Cf}]*[=+\-@|\uff1d\uff0b\uff0d\uff20]/u;

const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (field: unknown): string => {
  const text = typeof field === "string" ? harmless(field) : String(field ?? "");
  return `"${text.replaceAll('"', '""')}"`;
};

/** One row with its end. `null` and `undefined` are empty fields. */
export const csvRow = (fields: readonly unknown[]): string => `${fields.map(quoted).join(",")}\r\n`;
