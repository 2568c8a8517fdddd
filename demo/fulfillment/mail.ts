/**
 * The message that a promotion which notifies sends to the end user, with the link to the flow. In the promotion's
 * language. Source: What the service does 4, States (Create a redemption), Events.
 */
import type { PromotionRecord } from "./catalog/promotions.ts";
import { type Language, languageOf } from "./catalog/texts.ts";
import { moneyOf } from "./days.ts";
import type { RedemptionRecord } from "./store.ts";

/** What a mail says, beside whom it goes to and when. */
export interface MailText {
  readonly from: string;
  readonly subject: string;
  /** Plain text; the link stands in a line of its own. */
  readonly text: string;
}

/** On a host that no mail is ever sent from (RFC 2606). */
const FROM = "no-reply@fulfillment.example";

const WORDS: Record<Language, (client: string, reward: string) => { subject: string; lines: string[] }> = {
  en: (client, reward) => ({
    subject: `${client}: your reward is ready`,
    lines: [
      `Good day,\n\n${client} has a reward for you: ${reward}.`,
      "Open this link and confirm to get it:",
      "The code is made when you confirm. Whoever has the link can open it, so please keep it to yourself.",
    ],
  }),
  fr: (client, reward) => ({
    subject: `${client} : votre récompense vous attend`,
    lines: [
      `Bonjour,\n\n${client} vous offre une récompense : ${reward}.`,
      "Ouvrez ce lien et confirmez pour la recevoir :",
      "Le code est créé lorsque vous confirmez. Toute personne ayant ce lien peut l’ouvrir : ne le transmettez pas.",
    ],
  }),
};

export function mailText(
  { reward, amount, id }: RedemptionRecord,
  { client, locale }: PromotionRecord,
  url: string,
): MailText {
  const language = languageOf(locale);
  const chosen = `${reward.brand.name}, ${moneyOf(amount, reward.currency, language)}`;
  const { subject, lines } = WORDS[language](
    client.name,
    typeof reward.worth === "number" ? reward.name : chosen,
  );
  const [greeting, ask, note] = lines;
  return { from: FROM, subject, text: `${greeting}\n\n${ask}\n${url}\n\n${note}\n\n${id}\n` };
}
