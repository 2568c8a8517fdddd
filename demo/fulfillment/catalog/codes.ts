/** The codes of one redemption, in the shape that the reward's format requires. Source: docs/proof/interface.md, "Fields". */
import { DAY, iso } from "../clock.ts";
import type { Spoken } from "../languages.ts";
import type { Random } from "../random.ts";
import type { CodeItem } from "../resources.ts";
import type { CatalogReward } from "./rewards.ts";

export interface IssuedCodes {
  readonly items: readonly CodeItem[];
  readonly expiresAt: number | null;
  readonly issuedAt: number;
}

const NAMES = {
  en: {
    primary: "Gift card number",
    security: "PIN",
    url: "Gift card link",
    security_url: "Protected link",
    security_url_code: "Access code",
    barcode: "Barcode",
    printable_document_url: "Printable card",
    loyalty_hint: "Partner reference",
  },
  fr: {
    primary: "Numéro de carte",
    security: "Code PIN",
    url: "Lien de la carte",
    security_url: "Lien protégé",
    security_url_code: "Code d’accès",
    barcode: "Code-barres",
    printable_document_url: "Carte à imprimer",
    loyalty_hint: "Référence partenaire",
  },
  de: {
    primary: "Kartennummer",
    security: "PIN",
    url: "Link zur Karte",
    security_url: "Geschützter Link",
    security_url_code: "Zugangscode",
    barcode: "Barcode",
    printable_document_url: "Karte zum Ausdrucken",
    loyalty_hint: "Partnerreferenz",
  },
  es: {
    primary: "Número de tarjeta",
    security: "PIN",
    url: "Enlace de la tarjeta",
    security_url: "Enlace protegido",
    security_url_code: "Código de acceso",
    barcode: "Código de barras",
    printable_document_url: "Tarjeta para imprimir",
    loyalty_hint: "Referencia del socio",
  },
  ja: {
    primary: "ギフトカード番号",
    security: "PIN",
    url: "ギフトカードのリンク",
    security_url: "保護されたリンク",
    security_url_code: "アクセスコード",
    barcode: "バーコード",
    printable_document_url: "印刷用カード",
    loyalty_hint: "提携先の参照番号",
  },
  ar: {
    primary: "رقم البطاقة",
    security: "رمز PIN",
    url: "رابط البطاقة",
    security_url: "رابط محمي",
    security_url_code: "رمز الوصول",
    barcode: "باركود",
    printable_document_url: "بطاقة للطباعة",
    loyalty_hint: "مرجع الشريك",
  },
} as const satisfies Record<Spoken, object>;

type Usage = keyof (typeof NAMES)["en"];

/** A link to the brand's own page of this card; see flow/brand.ts. */
const cardLink = (site: string, reward: CatalogReward, random: Random) =>
  `${site}/brands/${reward.brand.key.toLowerCase()}/${random.letters(12)}`;

function newValue(usage: Usage, reward: CatalogReward, random: Random, site: string): string {
  switch (usage) {
    case "primary":
      return reward.brand.place === "online" ? random.letters(16) : `6${random.digits(15)}`;
    case "security":
      return random.digits(4);
    case "url":
    case "security_url":
      return cardLink(site, reward, random);
    case "security_url_code":
      return `${random.letters(4)}-${random.letters(4)}`;
    case "barcode":
      return `98${random.digits(20)}`;
    case "loyalty_hint":
      return `P-${random.digits(6)}`;
    case "printable_document_url":
      return "";
  }
}

const SECOND = 1_000;

/** As issuers of gift cards say it: the last second of a day in UTC. */
const endOfDay = (time: number): number => time - (time % DAY) + DAY - SECOND;

/**
 * Makes the codes of a redemption, with links to the brands' pages at `site`. The order of the items means nothing, and there may be items that the usages list
 * does not name.
 */
export function issueCodes(
  reward: CatalogReward,
  random: Random,
  now: number,
  { site, documentUrl }: { readonly site: string; readonly documentUrl: string | undefined },
): IssuedCodes {
  const item = (usage: Usage, value = newValue(usage, reward, random, site)): CodeItem => ({
    name: NAMES[reward.language][usage],
    value,
    format: usage.endsWith("url") ? "url" : "string",
    usage,
  });
  const items = reward.format.usages.map((usage) => item(usage));
  for (const extra of reward.extras) items.push(item(extra === "unknown" ? "loyalty_hint" : extra));
  if (documentUrl !== undefined) items.push(item("printable_document_url", documentUrl));
  return {
    items: random.shuffle(items),
    expiresAt: reward.validDays === undefined ? null : endOfDay(now + reward.validDays * DAY),
    issuedAt: now,
  };
}

/** The codes as the API sends them. */
export function rewardCodes(issued: IssuedCodes) {
  return {
    codes: [...issued.items],
    expiration_datetime: issued.expiresAt === null ? null : iso(issued.expiresAt),
  };
}
