/**
 * Text as every database can hold it: a NUL and half a surrogate pair, which JSON can carry, are written as JSON escapes;
 * and so are quotes and backslashes, so that it reads back uniquely. What stands in a column is written so.
 */
import { storedText } from "./stored-json.ts";

export const written = (text: string): string => JSON.stringify(text).slice(1, -1);

/** @throws LedgerUnavailable `damaged` */
export const read = (text: string): string => storedText(`"${text}"`);
