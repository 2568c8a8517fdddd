/** The words of a brand's page: those of every brand, and those of a brand that has none of its own. */
const of = (nav, headline, lead, offline, again, invented) => ({
  nav,
  headline,
  lead,
  offline,
  again,
  invented,
});

export const TEXTS = {
  en: of(
    ["Home", "Rewards", "Account"],
    "Choose your gift card.",
    "A thank-you from us. Nothing is final until you confirm.",
    "Your reward cannot be shown right now. Nothing was charged. Please try again in a moment.",
    "Try again",
    "A demonstration: brands and codes are invented, and no reward here can be spent.",
  ),
  de: of(
    ["Start", "Prämien", "Konto"],
    "Suchen Sie sich eine Geschenkkarte aus.",
    "Ein Dankeschön von uns. Verbindlich wird es erst mit Ihrer Bestätigung.",
    "Ihre Prämie kann gerade nicht angezeigt werden. Es wurde nichts berechnet. Bitte versuchen Sie es gleich noch einmal.",
    "Noch einmal versuchen",
    "Eine Demonstration: Marken und Codes sind erfunden, und keine Prämie lässt sich einlösen.",
  ),
  fr: of(
    ["Accueil", "Récompenses", "Compte"],
    "Choisissez votre carte cadeau.",
    "Un merci de notre part. Rien n’est définitif avant votre confirmation.",
    "Votre récompense ne peut pas être affichée pour le moment. Rien n’a été débité. Réessayez dans un instant.",
    "Réessayer",
    "Une démonstration : marques et codes sont inventés, et aucune récompense ne peut être utilisée.",
  ),
  es: of(
    ["Inicio", "Recompensas", "Cuenta"],
    "Elija su tarjeta regalo.",
    "Nuestro agradecimiento. Nada es definitivo hasta que usted confirme.",
    "Su recompensa no se puede mostrar ahora. No se ha cobrado nada. Inténtelo de nuevo en un momento.",
    "Intentar de nuevo",
    "Una demostración: marcas y códigos son inventados, y ninguna recompensa se puede gastar.",
  ),
  ja: of(
    ["ホーム", "特典", "マイページ"],
    "ギフトカードをお選びください。",
    "感謝の気持ちを込めて。確定するまで、手続きは完了しません。",
    "現在、特典を表示できません。料金は発生していません。しばらくしてからもう一度お試しください。",
    "再試行",
    "これはデモです。ブランドとコードは架空のもので、特典を実際に使うことはできません。",
  ),
  ar: of(
    ["الرئيسية", "المكافآت", "الحساب"],
    "اختر بطاقة هديتك.",
    "شكرًا منا لك. لا شيء نهائي قبل تأكيدك.",
    "تعذّر عرض مكافأتك الآن. لم يُخصم أي مبلغ. يُرجى المحاولة بعد قليل.",
    "إعادة المحاولة",
    "عرض تجريبي: العلامات والرموز من نسج الخيال، ولا يمكن إنفاق أي مكافأة هنا.",
  ),
};
