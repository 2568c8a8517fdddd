/** Invented brands; no real shop is meant. Each has a trade, two colours and a mark. */
import type { MarkName } from "./marks.ts";

/** What pictures of a brand or a sender are drawn from. */
export interface Look {
  readonly name: string;
  readonly colors: readonly [from: string, to: string];
  /** Absent: the name's first letter. */
  readonly mark?: MarkName | undefined;
}

export interface Brand extends Look {
  readonly key: string;
  readonly trade: string;
  readonly sells: string;
  /** Where the code is used. */
  readonly place: "online" | "stores" | "both";
  /** Trade and offer in French, for brands that are sold there. */
  readonly fr?: { readonly trade: string; readonly sells: string };
}

export const BRANDS = [
  {
    key: "VELMORA",
    name: "Velmora",
    trade: "Fashion",
    sells: "Easy dresses, soft knitwear and tailoring that survives a suitcase.",
    place: "both",
    colors: ["#7b2d5b", "#e0637f"],
    mark: "drape",
    fr: { trade: "Mode", sells: "Robes faciles, mailles douces et coupes qui supportent la valise." },
  },
  {
    key: "OATVANE",
    name: "Oatvane Coffee",
    trade: "Coffee & bakery",
    sells: "Small-batch roasts, oat flat whites and cinnamon knots until they run out.",
    place: "stores",
    colors: ["#4a2c1d", "#b9783f"],
    mark: "cup",
    fr: {
      trade: "Café et boulangerie",
      sells: "Cafés torréfiés en petites quantités et brioches à la cannelle.",
    },
  },
  {
    key: "QUILLMARSH",
    name: "Quillmarsh Books",
    trade: "Books & stationery",
    sells: "Novels, maps, notebooks and a reading chair in every shop.",
    place: "both",
    colors: ["#16384f", "#3f86a8"],
    mark: "book",
    fr: {
      trade: "Livres et papeterie",
      sells: "Romans, cartes, carnets et un fauteuil de lecture par librairie.",
    },
  },
  {
    key: "PIXELBARN",
    name: "Pixelbarn",
    trade: "Games",
    sells: "Digital games and add-ons for consoles, computers and phones.",
    place: "online",
    colors: ["#2a1a6e", "#7c4dff"],
    mark: "pad",
    fr: { trade: "Jeux vidéo", sells: "Jeux et extensions pour consoles, ordinateurs et téléphones." },
  },
  {
    key: "KESTROW",
    name: "Kestrow",
    trade: "Electronics",
    sells: "Headphones, screens, chargers and people who know what they sell.",
    place: "both",
    colors: ["#0b2545", "#1c7ed6"],
    mark: "bolt",
  },
  {
    key: "TARNWELL",
    name: "Tarnwell Outdoors",
    trade: "Outdoor & hiking",
    sells: "Tents, boots and jackets, repaired for free as long as you own them.",
    place: "both",
    colors: ["#143d32", "#3ba776"],
    mark: "peak",
    fr: {
      trade: "Plein air et randonnée",
      sells: "Tentes, chaussures et vestes, réparées gratuitement à vie.",
    },
  },
  {
    key: "SOLVANE",
    name: "Solvane",
    trade: "Beauty & care",
    sells: "Skin care from the coast: salt scrubs, algae masks and sun milk.",
    place: "both",
    colors: ["#8f2450", "#ec8476"],
    mark: "sun",
    fr: {
      trade: "Beauté et soins",
      sells: "Soins du littoral : gommages au sel, masques aux algues, lait solaire.",
    },
  },
  {
    key: "MUDDLEBEE",
    name: "Muddlebee",
    trade: "Toys",
    sells: "Wooden trains, muddy-proof puzzles and kits for small inventors.",
    place: "both",
    colors: ["#9a4f00", "#eba10a"],
    mark: "hive",
  },
  {
    key: "FERNHALLOW",
    name: "Fernhallow",
    trade: "Garden",
    sells: "Seeds, tools and patient advice for balconies and big plots.",
    place: "stores",
    colors: ["#1f4d1c", "#84b547"],
    mark: "leaf",
  },
  {
    key: "PLUMVALE",
    name: "Plumvale Market",
    trade: "Groceries",
    sells: "Fruit, bread, cheese and everything for tonight, from nearby farms.",
    place: "stores",
    colors: ["#4c1d64", "#a855c7"],
    mark: "plum",
    fr: {
      trade: "Épicerie",
      sells: "Fruits, pain, fromages et tout pour ce soir, venus des fermes voisines.",
    },
  },
  {
    key: "CINDERGATE",
    name: "Cindergate Pizza",
    trade: "Restaurants",
    sells: "Wood-fired pizza, at the table or in the box.",
    place: "stores",
    colors: ["#6d1111", "#f2622e"],
    mark: "flame",
  },
  {
    key: "RIVOLANE",
    name: "Rivolane Cinemas",
    trade: "Cinema",
    sells: "Eleven houses with velvet seats and real popcorn.",
    place: "both",
    colors: ["#1b1b2f", "#c2255c"],
    mark: "reel",
    fr: { trade: "Cinéma", sells: "Onze salles, des fauteuils de velours et du vrai pop-corn." },
  },
  {
    key: "SKARNSEE",
    name: "Skarnsee Spa",
    trade: "Wellness",
    sells: "Lakeside saunas, cold plunges and very slow afternoons.",
    place: "stores",
    colors: ["#0c4a5b", "#5cc8c2"],
    mark: "wave",
    fr: { trade: "Bien-être", sells: "Saunas au bord du lac, bains froids et après-midis très lents." },
  },
  {
    key: "WINDLEFARE",
    name: "Windlefare",
    trade: "Travel",
    sells: "Trains, ferries and small hotels, put together as one trip.",
    place: "online",
    colors: ["#0a3d91", "#4cc9f0"],
    mark: "compass",
    fr: { trade: "Voyages", sells: "Trains, ferries et petits hôtels réunis en un seul voyage." },
  },
  {
    key: "HEARTHLOW",
    name: "Hearthlow",
    trade: "Home & living",
    sells: "Lamps, linen and sturdy tables that get better with use.",
    place: "both",
    colors: ["#5b3a29", "#d9a066"],
    mark: "house",
    fr: { trade: "Maison", sells: "Lampes, linge et tables solides qui embellissent avec le temps." },
  },
  {
    key: "PETALWREN",
    name: "Petalwren",
    trade: "Flowers",
    sells: "Seasonal bouquets, tied the morning they are delivered.",
    place: "online",
    colors: ["#831843", "#e27bb0"],
    mark: "petal",
    fr: { trade: "Fleurs", sells: "Bouquets de saison, noués le matin même de la livraison." },
  },
  {
    key: "GRIPFELL",
    name: "Gripfell",
    trade: "Sports",
    sells: "Climbing, running and cycling gear tested by people who fall off things.",
    place: "both",
    colors: ["#0f172a", "#84cc16"],
    mark: "stride",
  },
  {
    key: "NOODLEQUAY",
    name: "Noodlequay",
    trade: "Food delivery",
    sells: "Ramen, pho and dumplings from forty kitchens, at your door.",
    place: "online",
    colors: ["#7c1d0e", "#ff9f1c"],
    mark: "bowl",
  },
  {
    key: "TUNDREL",
    name: "Tundrel",
    trade: "Music streaming",
    sells: "Every song in full quality, without advertisements.",
    place: "online",
    colors: ["#052e2b", "#14b8a6"],
    mark: "sound",
    fr: { trade: "Musique en ligne", sells: "Toute la musique en pleine qualité, sans publicité." },
  },
  {
    key: "BARKENBY",
    name: "Barkenby",
    trade: "Pets",
    sells: "Food, beds and toys for dogs, cats and one or two tortoises.",
    place: "both",
    colors: ["#3b2f63", "#f59f80"],
    mark: "paw",
  },
  {
    key: "VOLTREON",
    name: "Voltreon",
    trade: "Mobility",
    sells: "Shared e-bikes and charging points in ninety towns.",
    place: "online",
    colors: ["#053b50", "#64ccc5"],
    mark: "wheel",
  },
  {
    key: "MARZENBY",
    name: "Marzenby",
    trade: "Chocolate",
    sells: "Pralines, bars and hot chocolate made above the shop.",
    place: "stores",
    colors: ["#2f1411", "#a0522d"],
    mark: "gem",
    fr: {
      trade: "Chocolat",
      sells: "Pralinés, tablettes et chocolat chaud préparés au-dessus de la boutique.",
    },
  },
  {
    key: "ORRINVALE",
    name: "Orrinvale",
    trade: "Eyewear",
    sells: "Glasses and sunglasses, fitted by an optician.",
    place: "stores",
    colors: ["#102a43", "#829ab1"],
    mark: "lens",
  },
  {
    key: "GLIMTREE",
    name: "Glimtree",
    trade: "Giving",
    sells: "Plant trees, clear beaches or fund a school library.",
    place: "online",
    colors: ["#0b5d3b", "#8fc23f"],
    mark: "tree",
    fr: { trade: "Dons", sells: "Planter des arbres, nettoyer des plages, financer une bibliothèque." },
  },
] as const satisfies readonly Brand[];

export type BrandKey = (typeof BRANDS)[number]["key"];

const BY_KEY = new Map<string, Brand>(BRANDS.map((brand) => [brand.key, brand]));

/** Stands between the brand and the card series in a logo's name. */
export const SERIES_MARK = ".";

export function brandOf(key: BrandKey): Brand {
  const brand = BY_KEY.get(key);
  if (!brand) throw new Error(`No brand ${key}`);
  return brand;
}
