/** Recognises addresses of the network. In a browser ip.web.ts takes the place of this file. */
import { isIP } from "node:net";

/** 4 or 6 for a literal of that family, 0 for anything else. */
export const familyOf = (text: string): 0 | 4 | 6 => isIP(text) as 0 | 4 | 6;
