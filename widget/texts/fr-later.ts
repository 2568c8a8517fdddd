/** French, the words of every screen after the first. */
import type { LaterTexts } from "./texts.ts";

const SITE = "Veuillez recharger la page. Si cela ne suffit pas, contactez le site d’où vous venez.";
const OTHER = "Veuillez en choisir une autre.";
const LATER = "Veuillez réessayer dans quelques minutes.";

export const frLater: LaterTexts = {
  amount: "Montant",
  amount_hint: "Un nombre entier de {min} à {max}",
  amount_between: "Veuillez saisir un montant entre {min} et {max}.",
  amount_fixed: "Montant : {amount}",
  amount_quick: "Choix rapides",
  how_to_use: "Mode d’emploi",
  important: "Bon à savoir",
  terms: "Conditions générales",
  book: "Choisir cette récompense",
  book_again: "La réserver à nouveau",
  booking: "Un instant…",
  back: "Choisir une autre récompense",
  booked_title: "Confirmez votre récompense",
  booked_text:
    "Vérifiez votre choix. Il n’est pas encore définitif : rien n’est débité avant votre confirmation.",
  reward: "Récompense",
  countdown: "Temps restant pour confirmer",
  countdown_5: "Il reste cinq minutes pour confirmer.",
  countdown_1: "Il reste une minute pour confirmer.",
  final:
    "La confirmation est définitive : votre code est créé aussitôt et ne peut être ni modifié, ni rendu, ni échangé.",
  confirm: "Confirmer et obtenir le code",
  preparing: "Un instant…",
  processing_book_title: "Réservation de votre récompense",
  processing_book_text:
    "Rien n’est débité avant votre confirmation. Vous pouvez attendre ou choisir une autre récompense.",
  processing_title: "Préparation de votre récompense",
  processing_text: "Cela prend en général quelques secondes.",
  checking_title: "Vérification en cours",
  checking_text:
    "Vous ne serez pas débité deux fois. Vous pouvez attendre ici ou quitter cette page : vous y trouverez le résultat à votre retour.",
  slow: "C’est plus long que d’habitude.",
  not_connected:
    "Il n’y a pas de connexion. Nous réessayons sans cesse ; vous ne serez pas débité deux fois.",
  reference: "Référence : {reference}",
  redeemed_title: "Votre récompense est prête",
  codes_loading: "Récupération de votre code…",
  masked: "Masqué",
  reveal: "Afficher",
  hide: "Masquer",
  copy: "Copier",
  copied: "Copié : {name}.",
  selected:
    "La copie n’est pas autorisée ici. Le texte est sélectionné : copiez-le avec le clavier ou le menu.",
  usage_primary: "Code",
  usage_security: "Code PIN",
  usage_url: "Votre lien",
  usage_security_url: "Votre lien",
  usage_security_url_code: "Code d’accès",
  link: "Ouvrir votre récompense",
  link_hint: "S’ouvre dans un nouvel onglet",
  pdf: "Version imprimable (PDF)",
  barcode: "Code-barres de votre code, à scanner",
  qrcode: "Code QR de votre code, à scanner",
  qrcode_link: "Code QR qui ouvre votre récompense sur un autre appareil",
  expires: "Valable jusqu’au {date}",
  print: "Imprimer",
  enlarge: "Afficher en plein écran",
  close: "Fermer",
  activated_title: "Votre récompense peut être ouverte",
  activated_text: "Votre lien est créé. Votre code sera créé quand vous l’ouvrirez.",
  notified_title: "Consultez votre messagerie",
  notified_text:
    "Votre récompense est envoyée par e-mail à {email}. Si rien n’arrive, regardez dans les courriers indésirables.",
  canceled_title: "Cette commande a été annulée",
  canceled_text:
    "Le site a annulé cette commande. Aucun code n’a été créé et rien ne vous a été débité. Si cela vous surprend, contactez le site.",
  refunded_title: "Cette récompense a été remboursée",
  refunded_text:
    "Votre récompense a été reprise et remboursée. Son code ne fonctionne plus. Si cela vous surprend, contactez le site.",
  failed_title: "Votre récompense n’a pas pu être créée",
  failed_text:
    "Aucun code ne vous est parvenu et rien de plus ne sera débité. Contactez le site avec la référence ci-dessous ; il peut vous donner une autre récompense.",
  denied_title: "Votre récompense a été refusée",
  denied_text:
    "Aucun code ne vous est parvenu et rien de plus ne sera débité. Contactez le site avec la référence ci-dessous.",
  blocked_title: "Votre récompense est en attente",
  blocked_text:
    "Elle est en cours d’examen. Vous ne serez pas débité deux fois. Contactez le site avec la référence ci-dessous.",
  expired_title: "Votre récompense a expiré",
  expired_text:
    "Elle n’a pas été retirée à temps et rien de plus ne sera débité. Contactez le site avec la référence ci-dessous.",
  "session-expired_title": "Votre session est terminée",
  "session-expired_text": "Rien n’est perdu et rien n’est fait deux fois. Rechargez la page pour continuer.",
  charge_none: "Rien n’a été débité pour ce choix.",
  charge_unknown: "Vous ne serez pas débité deux fois.",
  charge_done: "Votre récompense est conservée et vous ne serez pas débité à nouveau.",
  problem: {
    offline: "Aucune réponse n’est arrivée. Vérifiez votre connexion et réessayez.",
    not_made:
      "Votre récompense n’a pas pu être créée et elle ne vous a pas été débitée. Vous pouvez choisir à nouveau.",
    unreadable: `La réponse n’a pas été comprise. ${LATER}`,
    invalid_json: `La demande n’a pas été comprise. ${SITE}`,
    site_key_invalid: `Ce site n’est pas configuré correctement. ${SITE}`,
    session_invalid: `Votre session n’est pas connue. ${SITE}`,
    session_expired: "Votre session est terminée. Rechargez la page pour continuer.",
    operator_key_invalid: `Ce site n’est pas configuré correctement. ${SITE}`,
    origin_not_allowed: `Les récompenses ne peuvent pas être obtenues sur cette page. ${SITE}`,
    promotion_not_allowed: `Cette promotion n’est pas proposée ici. ${SITE}`,
    not_found: `Ce qui est demandé n’existe pas. ${SITE}`,
    order_not_found: `Votre commande est introuvable. ${SITE}`,
    promotion_not_found: `Cette promotion n’existe pas. ${SITE}`,
    reward_not_found: `Cette récompense n’est plus proposée. ${OTHER}`,
    method_not_allowed: `La demande n’a pas été comprise. ${SITE}`,
    too_large: `La demande est trop longue. ${SITE}`,
    unsupported_media_type: `La demande n’a pas été comprise. ${SITE}`,
    order_conflict: `Votre commande existe avec d’autres données. ${SITE}`,
    order_processing: "Votre commande est en cours de traitement. Veuillez patienter un instant.",
    order_finished: "Votre commande est déjà terminée. Rechargez la page pour la voir.",
    delivery_mismatch: `Cette récompense est remise autrement. ${SITE}`,
    not_booked: "Votre réservation n’existe plus. Veuillez choisir à nouveau votre récompense.",
    hold_expired: "Votre réservation a expiré. Réservez à nouveau la récompense si vous la voulez toujours.",
    confirmation_mismatch:
      "Votre choix a changé entre-temps, peut-être dans une autre fenêtre. Vérifiez-le et confirmez à nouveau.",
    reward_unavailable: `Cette récompense n’est pas disponible pour le moment. ${OTHER}`,
    out_of_stock: `Cette récompense est épuisée. ${OTHER}`,
    promotion_unavailable:
      "Cette promotion n’a pas cours en ce moment. Revenez plus tard ou contactez le site.",
    not_redeemed: "Cette commande n’a pas encore de code. Choisissez et confirmez d’abord une récompense.",
    not_cancelable: "Cette commande ne peut plus être annulée. Veuillez contacter le site.",
    invalid_request: `La demande n’a pas été comprise. ${SITE}`,
    amount_required: "Veuillez saisir un montant.",
    amount_not_allowed: "Cette récompense a une valeur fixe. Choisissez-la sans montant.",
    amount_invalid: "Veuillez saisir un nombre entier, en chiffres uniquement.",
    amount_out_of_range: "Veuillez saisir un montant compris dans les limites.",
    balance_unavailable: `Le solde ne peut pas être lu pour le moment. ${LATER}`,
    rate_limited: "C’était un peu trop rapide. Attendez un instant et réessayez.",
    attempts_exhausted:
      "Trop de récompenses sont déjà réservées. Reprenez l’une d’elles ou réessayez plus tard.",
    upstream_invalid: `Le service de récompenses a donné une réponse confuse. ${LATER}`,
    codes_unreadable:
      "Votre récompense existe, mais son code ne peut pas être affiché. Contactez le site avec la référence ci-dessous.",
    upstream_unavailable: `Le service de récompenses est injoignable pour le moment. ${LATER}`,
    upstream_forbidden: `Le service de récompenses refuse ce site pour le moment. ${LATER}`,
  },
};
