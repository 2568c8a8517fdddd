/** A code as a pass for the phone's own wallet: one lazy chunk, with its words. */
import { enPhone } from "./texts/en-phone.ts";
import type * as Kit from "./views/kit.ts";
import { phoneViews } from "./views/phone.ts";

export type Phone = ReturnType<typeof phoneOf>;

export const phoneOf = (kit: typeof Kit) => ({ ...phoneViews(kit), enPhone });
