/** The words of every site's page, by language; a site's own take their place. */
import type { BrandSpec } from "./spec.ts";

export type Language = BrandSpec["language"];

/** By their names in the page: `data-text` and `data-label`, and the lists of navigation and facts. */
export interface Words {
  readonly nav?: readonly string[];
  readonly facts?: readonly string[];
  /** What is true once the reward was had, and while there is none to have. */
  readonly after?: object;
  readonly closed?: object;
  readonly [name: string]: string | readonly string[] | object | undefined;
}
export type WordsByLanguage = Readonly<Partial<Record<Language, Words>>>;

export const COMMON = {
  en: {
    title: "Your reward",
    skip: "Skip to your reward",
    navigation: "Main",
    nav: ["Home", "Rewards", "Account"],
    headline: "Choose your gift card.",
    lead: "A thank-you from us. Nothing is final until you confirm.",
    reward: "Your gift card",
    refused: "Your reward cannot be shown right now. Nothing was charged. Please try again in a moment.",
    again: "Try again",
    invented: "A demonstration: brands and codes are invented, and no reward here can be spent.",
  },
  de: {
    title: "Ihre Prämie",
    skip: "Direkt zu Ihrer Prämie",
    navigation: "Hauptnavigation",
    nav: ["Start", "Prämien", "Konto"],
    headline: "Suchen Sie sich eine Geschenkkarte aus.",
    lead: "Ein Dankeschön von uns. Verbindlich wird es erst mit Ihrer Bestätigung.",
    reward: "Ihre Geschenkkarte",
    refused:
      "Ihre Prämie kann gerade nicht angezeigt werden. Es wurde nichts berechnet. Bitte versuchen Sie es gleich noch einmal.",
    again: "Noch einmal versuchen",
    invented: "Eine Demonstration: Marken und Codes sind erfunden, und keine Prämie lässt sich einlösen.",
  },
  fr: {
    title: "Votre récompense",
    skip: "Aller à votre récompense",
    navigation: "Navigation principale",
    nav: ["Accueil", "Récompenses", "Compte"],
    headline: "Choisissez votre carte cadeau.",
    lead: "Un merci de notre part. Rien n’est définitif avant votre confirmation.",
    reward: "Votre carte cadeau",
    refused:
      "Votre récompense ne peut pas être affichée pour le moment. Rien n’a été débité. Réessayez dans un instant.",
    again: "Réessayer",
    invented:
      "Une démonstration : marques et codes sont inventés, et aucune récompense ne peut être utilisée.",
  },
  es: {
    title: "Su recompensa",
    skip: "Ir a su recompensa",
    navigation: "Navegación principal",
    nav: ["Inicio", "Recompensas", "Cuenta"],
    headline: "Elija su tarjeta regalo.",
    lead: "Nuestro agradecimiento. Nada es definitivo hasta que usted confirme.",
    reward: "Su tarjeta regalo",
    refused:
      "Su recompensa no se puede mostrar ahora. No se ha cobrado nada. Inténtelo de nuevo en un momento.",
    again: "Intentar de nuevo",
    invented: "Una demostración: marcas y códigos son inventados, y ninguna recompensa se puede gastar.",
  },
  ja: {
    title: "お客様の特典",
    skip: "特典へ移動",
    navigation: "メインナビゲーション",
    nav: ["ホーム", "特典", "マイページ"],
    headline: "ギフトカードをお選びください。",
    lead: "感謝の気持ちを込めて。確定するまで、手続きは完了しません。",
    reward: "ギフトカードのプレゼント",
    refused: "現在、特典を表示できません。料金は発生していません。しばらくしてからもう一度お試しください。",
    again: "再試行",
    invented: "これはデモです。ブランドとコードは架空のもので、特典を実際に使うことはできません。",
  },
  ar: {
    title: "مكافأتك",
    skip: "الانتقال إلى مكافأتك",
    navigation: "التنقل الرئيسي",
    nav: ["الرئيسية", "المكافآت", "الحساب"],
    headline: "اختر بطاقة هديتك.",
    lead: "شكرًا منا لك. لا شيء نهائي قبل تأكيدك.",
    reward: "بطاقة هديتك",
    refused: "تعذّر عرض مكافأتك الآن. لم يُخصم أي مبلغ. يُرجى المحاولة بعد قليل.",
    again: "إعادة المحاولة",
    invented: "عرض تجريبي: العلامات والرموز من نسج الخيال، ولا يمكن إنفاق أي مكافأة هنا.",
  },
} as const satisfies Record<Language, Words>;

/** All words of a page, in the languages that it has words for. */
export const wordsOf = (own: WordsByLanguage): WordsByLanguage =>
  Object.fromEntries(
    Object.entries(own).map(([language, words]) => [language, { ...COMMON[language as Language], ...words }]),
  );
