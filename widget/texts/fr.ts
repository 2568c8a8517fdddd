/** French, the words of the first screen. Loaded only where it is spoken. */
import type { FirstTexts } from "./texts.ts";

export const fr: FirstTexts = {
  loading: "Chargement…",
  pick_title: "Choisissez votre récompense",
  search: "Rechercher une récompense",
  found: "{count} récompenses",
  found_one: "1 récompense",
  found_none: "Aucune récompense ne correspond à « {query} ».",
  no_rewards: "Aucune récompense n’est proposée pour le moment. Revenez plus tard.",
  in_stock: "En stock",
  few_left: "Plus que {count}",
  last_one: "Plus qu’une seule",
  out_of_stock: "Épuisée",
  more: "Afficher plus de récompenses",
  up_to: "Jusqu’à {amount}",
  range: "Au choix : {min} à {max}",
  test_note: "Mode test : rien ici n’a de valeur réelle.",
  problem_title: "Cela n’a pas fonctionné",
  offline:
    "Aucune réponse n’est arrivée. Vérifiez votre connexion et réessayez. Votre commande est en sécurité.",
  retry: "Réessayer",
};
