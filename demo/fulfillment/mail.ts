/**
 * The mail that a notifying promotion sends to the end user, with the link to the flow, in the promotion's language.
 * Source: What the service does 4, States (Create a redemption), Events.
 */
import type { PromotionRecord } from "./catalog/promotions.ts";
import { moneyOf } from "./days.ts";
import { type Spoken, spokenOf } from "./languages.ts";
import type { RedemptionRecord } from "./store.ts";

/** The content of a mail, without its recipient and time. */
export interface MailText {
  readonly from: string;
  readonly subject: string;
  /** Plain text; the link has a line of its own. */
  readonly text: string;
}

/** An address on a host that never sends mail (RFC 2606). */
const FROM = "no-reply@fulfillment.example";

/** Greeting, instructions for the link, and notes. */
interface MailWords {
  readonly subject: string;
  readonly lines: readonly [string, string, string];
}

/** A name in Latin letters inside Arabic text, isolated so that it keeps its direction (Unicode, isolates). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

export const MAIL_WORDS: Readonly<Record<Spoken, (client: string, reward: string) => MailWords>> = {
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
  de: (client, reward) => ({
    subject: `${client}: Ihre Prämie ist da`,
    lines: [
      `Guten Tag,\n\n${client} hat eine Prämie für Sie: ${reward}.`,
      "Öffnen Sie diesen Link und bestätigen Sie, um sie zu erhalten:",
      "Der Code wird erst erstellt, wenn Sie bestätigen. Wer den Link hat, kann ihn öffnen: Bitte geben Sie ihn nicht weiter.",
    ],
  }),
  es: (client, reward) => ({
    subject: `${client}: su recompensa está lista`,
    lines: [
      `Hola:\n\n${client} tiene una recompensa para usted: ${reward}.`,
      "Abra este enlace y confirme para recibirla:",
      "El código se crea cuando usted confirma. Cualquiera que tenga el enlace puede abrirlo: no lo comparta.",
    ],
  }),
  ja: (client, reward) => ({
    subject: `【${client}】特典のお知らせ`,
    lines: [
      `${client}より、特典をお贈りします。\n\n特典：${reward}`,
      "次のリンクを開き、確定してお受け取りください。",
      "コードは、確定の際に発行されます。リンクをお持ちの方はどなたでも開けますので、他の方には知らせないでください。",
    ],
  }),
  ar: (client, reward) => ({
    subject: `مكافأتك من ${isolated(client)} جاهزة`,
    lines: [
      `مرحبًا،\n\nلديك مكافأة من ${isolated(client)}: ${isolated(reward)}.`,
      "افتح هذا الرابط وأكّد للحصول عليها:",
      "يُنشأ الرمز عند تأكيدك. يمكن لأي شخص لديه الرابط أن يفتحه، فلا تشاركه مع أحد.",
    ],
  }),
};

/** A reward with its worth, in the punctuation of most languages. */
const inTurn = (title: string, worth: string): string => `${title}, ${worth}`;
const WITH_WORTH: Readonly<Record<Spoken, typeof inTurn>> = {
  en: inTurn,
  fr: inTurn,
  de: inTurn,
  es: inTurn,
  ja: (title, worth) => `${title}（${worth}）`,
  ar: (title, worth) => `${title}، ${worth}`,
};

export function mailText(
  { reward, amount, id }: RedemptionRecord,
  { client, locale }: PromotionRecord,
  url: string,
): MailText {
  const language = spokenOf(locale);
  const worth = moneyOf(amount, reward.currency, language);
  const { subject, lines } = MAIL_WORDS[language](client.name, WITH_WORTH[language](reward.title, worth));
  const [greeting, ask, note] = lines;
  return { from: FROM, subject, text: `${greeting}\n\n${ask}\n${url}\n\n${note}\n\n${id}\n` };
}
