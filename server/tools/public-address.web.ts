/** In place of public-address.ts in a browser, which resolves no names: nothing but the sandbox's own is ever connected to. */
import type * as node from "./public-address.ts";

export const isPublicAddress: typeof node.isPublicAddress = () => false;
export const isLoopbackAddress: typeof node.isLoopbackAddress = () => false;
export const networkOf: typeof node.networkOf = () => undefined;
export const blockOf: typeof node.blockOf = () => undefined;
export const isIn: typeof node.isIn = () => false;
