/** English as a language like the others. */
import { en } from "../../../widget/texts/en.ts";
import { enFlow } from "../../../widget/texts/en-flow.ts";
import { enPhone } from "../../../widget/texts/en-phone.ts";
import { enProblems } from "../../../widget/texts/en-problems.ts";
import { enStaff } from "../../../widget/texts/en-staff.ts";
import { enWallet } from "../../../widget/texts/en-wallet.ts";
import type { Language } from "../../../widget/texts/texts.ts";

export const ENGLISH: Language = {
  first: en,
  flow: enFlow,
  problems: enProblems,
  wallet: enWallet,
  staff: enStaff,
  phone: enPhone,
};
