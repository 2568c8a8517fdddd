/**
 * Text in a form that every database can hold. A NUL and half a surrogate pair, which JSON can carry, are written as JSON escapes;
 * so are quotes and backslashes, so that the text reads back uniquely. All text columns use this form.
 */
import { storedText } from "./stored-json.ts";

export const written = (text: string): string => JSON.stringify(text).slice(1, -1);

/** @throws LedgerUnavailable `damaged` */
export const read = (text: string): string => storedText(`"${text}"`);
