/**
 * The mail that a notifying promotion sends to the end user, with the link to the flow, in the promotion's language: a
 * text part, and the same as HTML.
 * Source: docs/proof/interface.md, "Redemption states" and "Headers and versions" (events).
 */
import type { PromotionRecord } from "./catalog/promotions.ts";
import { moneyOf } from "./days.ts";
import { type Spoken, spokenOf } from "./languages.ts";
import { mailHtml } from "./mail-html.ts";
import type { RedemptionRecord } from "./store.ts";

/** The content of a mail, without its recipient and time. */
export interface MailText {
  readonly from: string;
  readonly subject: string;
  /** Plain text; the link has a line of its own. */
  readonly text: string;
  /** A document of its own; the data in it is text. */
  readonly html: string;
}

/** An address on a host that never sends mail (RFC 2606). */
const FROM = "no-reply@fulfillment.example";

export interface MailWords {
  readonly subject: string;
  /** Greeting, instructions for the link, and notes. */
  readonly lines: readonly [greeting: string, ask: string, note: string];
  /** Instead of the instructions, where the link is a button. */
  readonly button: string;
  /** Above the link as plain text, for a reader whose mail program shows no button. */
  readonly address: string;
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
    button: "Get my reward",
    address: "Or copy this address into your browser:",
  }),
  fr: (client, reward) => ({
    subject: `${client} : votre récompense vous attend`,
    lines: [
      `Bonjour,\n\n${client} vous offre une récompense : ${reward}.`,
      "Ouvrez ce lien et confirmez pour la recevoir :",
      "Le code est créé lorsque vous confirmez. Toute personne ayant ce lien peut l’ouvrir : ne le transmettez pas.",
    ],
    button: "Obtenir ma récompense",
    address: "Ou copiez cette adresse dans votre navigateur :",
  }),
  de: (client, reward) => ({
    subject: `${client}: Ihre Prämie ist da`,
    lines: [
      `Guten Tag,\n\n${client} hat eine Prämie für Sie: ${reward}.`,
      "Öffnen Sie diesen Link und bestätigen Sie, um sie zu erhalten:",
      "Der Code wird erst erstellt, wenn Sie bestätigen. Wer den Link hat, kann ihn öffnen: Bitte geben Sie ihn nicht weiter.",
    ],
    button: "Prämie abrufen",
    address: "Oder kopieren Sie diese Adresse in Ihren Browser:",
  }),
  es: (client, reward) => ({
    subject: `${client}: su recompensa está lista`,
    lines: [
      `Hola:\n\n${client} tiene una recompensa para usted: ${reward}.`,
      "Abra este enlace y confirme para recibirla:",
      "El código se crea cuando usted confirma. Cualquiera que tenga el enlace puede abrirlo: no lo comparta.",
    ],
    button: "Obtener mi recompensa",
    address: "O copie esta dirección en su navegador:",
  }),
  ja: (client, reward) => ({
    subject: `【${client}】特典のお知らせ`,
    lines: [
      `${client}より、特典をお贈りします。\n\n特典：${reward}`,
      "次のリンクを開き、確定してお受け取りください。",
      "コードは、確定の際に発行されます。リンクをお持ちの方はどなたでも開けますので、他の方には知らせないでください。",
    ],
    button: "特典を受け取る",
    address: "または、次のアドレスをブラウザーに貼り付けてください。",
  }),
  ar: (client, reward) => ({
    subject: `مكافأتك من ${isolated(client)} جاهزة`,
    lines: [
      `مرحبًا،\n\nلديك مكافأة من ${isolated(client)}: ${isolated(reward)}.`,
      "افتح هذا الرابط وأكّد للحصول عليها:",
      "يُنشأ الرمز عند تأكيدك. يمكن لأي شخص لديه الرابط أن يفتحه، فلا تشاركه مع أحد.",
    ],
    button: "الحصول على مكافأتي",
    address: "أو انسخ هذا العنوان إلى متصفحك:",
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

/** @param site the service's public address, for the pictures */
export function mailText(
  record: RedemptionRecord,
  promotion: PromotionRecord,
  { url, site }: { readonly url: string; readonly site: string },
): MailText {
  const { reward, amount, id } = record;
  const language = spokenOf(promotion.locale);
  const worth = moneyOf(amount, reward.currency, language);
  const words = MAIL_WORDS[language](promotion.sender.name, WITH_WORTH[language](reward.title, worth));
  const { subject, lines } = words;
  const [greeting, ask, note] = lines;
  return {
    from: FROM,
    subject,
    text: `${greeting}\n\n${ask}\n${url}\n\n${note}\n\n${id}\n`,
    html: mailHtml({ words, language, url, site, promotion, record, worth }),
  };
}
