/** In place of client-address.ts in a browser, where every request comes from the page itself. */
import type * as node from "./client-address.ts";

export const clientAddress: typeof node.clientAddress = () => "page";
export const peerAddress: typeof node.peerAddress = () => "page";
export const canonicalAddress: typeof node.canonicalAddress = (text) => text;
export const networkOf: typeof node.networkOf = (address) => address;
