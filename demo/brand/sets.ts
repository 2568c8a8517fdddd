/** Three customers that there might be, each with its own brands, currency, language and colour. All are invented. */
import type { BrandSpec } from "./spec.ts";

type Reward = BrandSpec["brands"][number];
type Row = readonly [
  name: string,
  about: string,
  color: string,
  mark: NonNullable<Reward["mark"]>,
  shows: Reward["shows"],
  values: Reward["values"],
];

/** The words of a brand's page around the widget. */
export interface SiteTexts {
  readonly nav: readonly string[];
  readonly member: string;
  readonly headline: string;
  readonly lead: string;
  readonly facts: readonly string[];
  /** What is true once the reward was had. */
  readonly after?: Partial<Pick<SiteTexts, "headline" | "lead" | "facts">>;
}

interface Version extends SiteTexts {
  /** The sender's words, above the code. */
  readonly message: string;
  readonly spec: BrandSpec;
}

export interface DataSet {
  /** What it is, for a presenter. */
  readonly label: string;
  /** Corners in pixels, of surfaces and pictures. */
  readonly radius: number;
  /** By language; the first is shown first. */
  readonly versions: Readonly<Partial<Record<BrandSpec["language"], Version>>>;
}

const rewards = (rows: readonly Row[]): Reward[] =>
  rows.map(([name, about, color, mark, shows, values]) => ({ name, about, color, mark, shows, values }));

const upTo = (max: number) => ({ min: 10, max });

const SUPERMARKET: Version = {
  nav: ["Angebote", "Treueheft", "Märkte"],
  member: "Jonas Weidner",
  headline: "Ihr Treueheft ist voll.",
  lead: "Vierzig Punkte, eine Prämie: Suchen Sie sich eine Karte aus und zeigen Sie sie gleich an der Kasse.",
  facts: ["40 von 40 Punkten", "Einlösbar bis Sonntag"],
  after: {
    headline: "Guten Appetit, Jonas.",
    lead: "Ihr neues Treueheft ist schon aufgeschlagen: Beim nächsten Einkauf kommt der erste Punkt hinein.",
    facts: ["0 von 40 Punkten", "Prämie abgeholt"],
  },
  message: "Von Ihrem Nordhof Markt, für vierzig Einkäufe. Danke, dass Sie bei uns sind.",
  spec: {
    name: "Nordhof Markt",
    color: "#c8102e",
    mark: "plum",
    language: "de",
    currency: "EUR",
    delivery: "redeem",
    brands: rewards([
      ["Nordhof Frische", "Obst, Gemüse und Käse aus der Region.", "#2f7d32", "leaf", "barcode", [5, 10, 25]],
      [
        "Backstube Kornfeld",
        "Brot aus dem Steinofen, bis es alle ist.",
        "#9a5b1e",
        "house",
        "barcode",
        [5, 10],
      ],
      ["Kaffeehaus Kappel", "Kaffee, jeden Dienstag frisch geröstet.", "#5a3320", "cup", "barcode", [10, 20]],
      ["Blumenhof Sander", "Sträuße der Saison, am Morgen gebunden.", "#a2275f", "petal", "qr", [15, 30]],
      ["Pfotenladen", "Futter und Körbchen für Hund und Katze.", "#6b4aa0", "paw", "barcode", [10, 20]],
      ["Gartenreich Ilm", "Samen, Erde und geduldiger Rat.", "#4d7a1f", "tree", "barcode", [15, upTo(50)]],
      ["Lichtspiel am Ring", "Sechs Säle und echtes Popcorn.", "#22304f", "reel", "qr", [12, 24]],
      ["Quellbad Ahorn", "Ein Nachmittag im warmen Wasser.", "#0f6e7d", "wave", "pin", [25, 50]],
      ["Buchhandlung Spindler", "Romane, Karten und ein Lesesessel.", "#1d4f73", "book", "barcode", [10, 25]],
    ]),
  },
};

const bankRewards = (about: readonly string[]): Reward[] => {
  const rows: readonly (readonly [string, string, Reward["mark"], Reward["shows"], Reward["values"]])[] = [
    ["Qasr Dates", "#7a4a21", "gem", "link", [25, 50]],
    ["Marsa Air", "#14507a", "compass", "access", [75, 100]],
    ["Lulwa Jewels", "#7d2b58", "gem", "access", [50, upTo(100)]],
    ["Souq Noor", "#b1541a", "sun", "link", [10, 25, 50]],
    ["Dhow and Palm", "#0e6b63", "wave", "link", [50, 100]],
    ["Cinema Layl", "#2b2350", "reel", "link", [15, 30]],
    ["Falcon Motors Care", "#37424f", "wheel", "access", [75]],
    ["Bustan Organics", "#3f7a2a", "leaf", "link", [15, 25]],
  ];
  return rows.map(([name, color, mark, shows, values], i) => ({
    name,
    about: about[i],
    color,
    mark,
    shows,
    values,
  }));
};

const BANK = { name: "Meridian Bank", color: "#0b3d5c", mark: "compass", currency: "USD" } as const;

const BANK_ENGLISH: Version = {
  nav: ["Accounts", "Rewards", "Cards"],
  member: "Layla Haddad",
  headline: "Your welcome gift is ready.",
  lead: "Thank you for opening a Premier account. Choose where your gift is spent; its link opens nowhere else.",
  facts: ["Premier account", "A gift of up to $100"],
  after: {
    headline: "Enjoy your gift, Layla.",
    lead: "It is yours now, and waits for you here, too.",
    facts: ["Premier account", "Welcome gift collected"],
  },
  message: "From Meridian Bank, to welcome you to Premier.",
  spec: {
    ...BANK,
    language: "en",
    delivery: "redeem",
    brands: bankRewards([
      "Stuffed dates and Arabic coffee, boxed by hand.",
      "Short flights around the Gulf, bags included.",
      "Pearls and gold, repaired for life.",
      "Everything for the house, delivered today.",
      "Dinner by the creek, forty tables, one kitchen.",
      "Films under the stars, with cushions.",
      "Service, tyres and a wash, at your door.",
      "Vegetables from farms an hour away.",
    ]),
  },
};

const BANK_ARABIC: Version = {
  nav: ["الحسابات", "المكافآت", "البطاقات"],
  member: "ليلى حداد",
  headline: "هدية الترحيب جاهزة.",
  lead: "شكرًا لفتح حساب بريمير. اختر المكان الذي تستخدم فيه هديتك؛ رابطها لا يعمل في أي مكان آخر.",
  facts: ["حساب بريمير", "هدية تصل إلى 100 دولار"],
  after: {
    headline: "استمتعي بهديتك يا ليلى.",
    lead: "أصبحت لك الآن، وتجدينها هنا أيضًا.",
    facts: ["حساب بريمير", "استُلمت هدية الترحيب"],
  },
  message: "من بنك ميريديان، ترحيبًا بك في بريمير.",
  spec: {
    ...BANK,
    language: "ar",
    delivery: "redeem",
    brands: bankRewards([
      "تمور محشوة وقهوة عربية في علب مصنوعة يدويًا.",
      "رحلات قصيرة حول الخليج تشمل الأمتعة.",
      "لؤلؤ وذهب مع صيانة مدى الحياة.",
      "كل ما يحتاجه البيت، يصل اليوم.",
      "عشاء على الخور، أربعون طاولة ومطبخ واحد.",
      "أفلام تحت النجوم مع وسائد مريحة.",
      "صيانة وإطارات وغسيل عند باب بيتك.",
      "خضروات من مزارع على بعد ساعة.",
    ]),
  },
};

const EMPLOYER: Version = {
  nav: ["Overview", "Recognition", "Leave"],
  member: "Priya Raman",
  headline: "Say thank you, today.",
  lead: "Choose a reward for yourself below, or thank the whole team at once. Each gets a mail with their own link.",
  facts: ["Budget £100 a person", "Approved by Finance"],
  message: "From everyone at Halden Works: thank you for this year.",
  spec: {
    name: "Halden Works",
    color: "#0f766e",
    mark: "stride",
    language: "en",
    currency: "GBP",
    delivery: "notify",
    brands: rewards([
      ["Thistledown Bakes", "Pies, buns and a bench in the sun.", "#a3531b", "house", "code", [upTo(50)]],
      ["Peak and Pace", "Boots, tents and people who use them.", "#1f6b4a", "peak", "barcode", [upTo(100)]],
      ["Inkwell Lane", "Novels, notebooks and good pens.", "#274b7a", "book", "code", [upTo(60)]],
      ["Harbour Lights", "Cinema with a bar and deep seats.", "#3b2763", "reel", "qr", [upTo(40)]],
      ["Greenhouse Row", "Plants that forgive a holiday.", "#3f7a2a", "leaf", "code", [upTo(60)]],
      ["Loop Cycles", "E-bikes by the day, in ninety towns.", "#0b6a7d", "wheel", "link", [upTo(80)]],
      ["Saltbox Spa", "Saunas by the sea and slow afternoons.", "#1b5f77", "wave", "access", [upTo(100)]],
      ["Common Ground", "Give it on: trees, beaches, libraries.", "#31682f", "tree", "link", [upTo(100)]],
    ]),
  },
};

export const SETS: Readonly<Record<"supermarket" | "bank" | "employer", DataSet>> = {
  supermarket: { label: "Supermarket", radius: 14, versions: { de: SUPERMARKET } },
  bank: { label: "Bank", radius: 4, versions: { en: BANK_ENGLISH, ar: BANK_ARABIC } },
  employer: { label: "Employer", radius: 10, versions: { en: EMPLOYER } },
};
export type SetId = keyof typeof SETS;

/** The people whom the team lead of the employer thanks. */
export const TEAM: readonly { readonly name: string; readonly email: string }[] = [
  "Amina Yusuf",
  "Ben Carver",
  "Chloe Marsh",
  "Dev Patel",
  "Elin Strand",
  "Femi Adeyemi",
  "Grace Lowe",
  "Hugo Lindqvist",
].map((name) => ({ name, email: `${name.toLowerCase().replace(" ", ".")}@halden.example` }));
