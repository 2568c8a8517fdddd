/** The most that a language's words may weigh, in brotli-11 bytes. */
import type { Group } from "../../widget/texts/texts.ts";

export const TEXT_BUDGETS: Readonly<Record<Group, number>> = {
  first: 500,
  flow: 2_600,
  problems: 1_300,
  wallet: 500,
  staff: 600,
  phone: 120,
};
