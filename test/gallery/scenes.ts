import type { Codes } from "../../shared/usages.ts";
import type { Order, RewardDetails } from "../../shared/wire.ts";
import { until } from "../widget/support/fake-clock.ts";
import { FakeServer, ORDER, redeemed, reward } from "../widget/support/fake-server.ts";
import type { Stage, Wishes } from "../widget/support/mount.ts";
import { BRAND_NAMES, type BrandName, cardOf, logoOf } from "./art.ts";

export interface GalleryState {
  /** Also the name of its files. */
  readonly name: string;
  readonly server: () => FakeServer;
  /** From the first screen on. */
  readonly play?: (stage: Stage) => Promise<unknown>;
  readonly wishes?: Pick<Wishes, "attributes" | "properties" | "loaders" | "session">;
  /** It fills the window, whose height is a phone's; others are as high as what they say. */
  readonly fillsWindow?: boolean;
}

const NAMES: Record<BrandName, string> = {
  coffee: "Lumière Coffee",
  books: "Quillmarsh Books",
  cinema: "Halcyon Cinemas",
  garden: "Fern & Field",
  sport: "Northside Sports",
  music: "Tidal Room",
};

const BRIEF = "Show the code at the till.";
const HOW =
  "1. Show the barcode at the till.\n2. The cashier scans it.\n3. Keep it until the balance is used up.";
const TERMS =
  "Valid in every shop of the brand and on its website. It can be used in parts until nothing is left on it. It cannot be exchanged for cash, and a lost code cannot be replaced.\n\nThe issuer may end the programme with three months’ notice. The law of the country in which it was bought applies.";

/** A card of a brand as the catalog tells it. */
export function card(brand: BrandName, amount: number, more: Partial<RewardDetails> = {}): RewardDetails {
  return reward(`${brand.toUpperCase()}-${amount}`, {
    name: `${NAMES[brand]} gift card, €${amount}`,
    value: { amount, currency: "EUR" },
    brand,
    brand_name: NAMES[brand],
    description: `For everything that ${NAMES[brand]} sells, in its shops and online.`,
    logo_url: logoOf(brand),
    catalog_card_url: cardOf(brand),
    how_to_use_instructions: BRIEF,
    important_instructions: "",
    terms_and_conditions: "",
    ...more,
  });
}

export const free = card("books", 0, {
  sku: "BOOKS-VAR",
  name: "Quillmarsh Books gift card",
  value: undefined,
  free_value: true,
  min_amount: "5",
  max_amount: "150",
});
export const COFFEE = card("coffee", 20);
export const SKU = COFFEE.sku;
/** With everything that may be said of a reward: below most screens it would only be the same again. */
const TOLD = {
  how_to_use_instructions: HOW,
  important_instructions: "Not for alcohol or other gift cards.",
  terms_and_conditions: TERMS,
};
export const TALKATIVE = [card("coffee", 20, TOLD), card("garden", 25, TOLD)];
export const FEW = [
  COFFEE,
  free,
  card("cinema", 15, { stock_quantity: 3 }),
  card("garden", 25, { in_stock: false }),
];
export const MANY = BRAND_NAMES.flatMap((brand, at) =>
  [10, 25, 50].map((amount) => card(brand, amount, at === 3 && amount === 50 ? { in_stock: false } : {})),
);

/** As a shop sets its sessions up: what amounts are in, and where help is. */
const PROMOTION = { id: "promotion-1", name: "Autumn thanks", locale: "en_US" };
const SESSION = {
  currency: "EUR",
  support_url: "https://shop.example/help",
  promotion: PROMOTION,
} as const;
const ofCoffee = { sku: SKU, reward_name: COFFEE.name, value: { amount: 20, currency: "EUR" } };
export const orderOf = (order: Order, more: Partial<Order> = {}): Order => ({
  ...order,
  ...SESSION,
  ...more,
});
export const of = (order: Order, more: Partial<Order> = {}): Order =>
  orderOf(order, { ...ofCoffee, ...more });

/** A server with that order and those rewards. */
export const serving =
  (order: Order, rewards: readonly RewardDetails[] = FEW, prepare?: (server: FakeServer) => void) =>
  (): FakeServer => {
    const server = new FakeServer();
    server.order = order;
    // As the token server offers them: no amount to choose where the session sets no limit.
    server.rewards = rewards.filter(({ free_value }) => !free_value || order.amount_limits);
    prepare?.(server);
    return server;
  };

export const OPEN = orderOf(ORDER, { amount_limits: undefined });
export const BUDGET = orderOf(ORDER, { amount_limits: { max_amount: "50" } });
export const REDEEMED = of(redeemed({ sku: SKU }), { reference: "AB12C-34D5E" });

const item = (
  usage: Codes["items"][number]["usage"],
  name: string,
  value: string,
): Codes["items"][number] => ({
  usage,
  name,
  value,
  format: usage.endsWith("url") ? "url" : "string",
});
const NUMBER = item("primary", "Card number", "6006491286999911");
export const PIN = item("security", "PIN", "4821");
const LINK = item("url", "Your link", "https://rewards.example/open/7f3a?d=1");
const UNTIL = "2027-03-31";

export const CODES = {
  code: {
    reward_format: { usages: ["primary"], barcode_type: "none" },
    items: [item("primary", "Voucher code", "LUMI-7K2Q-94XR")],
    expiration_datetime: UNTIL,
  },
  pin: { reward_format: { usages: ["primary", "security"], barcode_type: "none" }, items: [NUMBER, PIN] },
  barcode: {
    reward_format: { usages: ["primary", "security"], barcode_type: "c128" },
    items: [NUMBER, PIN],
    barcode: { type: "c128", value: NUMBER.value },
    expiration_datetime: UNTIL,
  },
  qr: {
    reward_format: { usages: ["primary", "security"], barcode_type: "qrcode" },
    items: [NUMBER, PIN],
    barcode: { type: "qrcode", value: NUMBER.value },
    expiration_datetime: UNTIL,
  },
  link: {
    reward_format: { usages: ["url"], barcode_type: "none" },
    items: [LINK],
    expiration_datetime: UNTIL,
  },
  linkQr: {
    reward_format: { usages: ["url"], barcode_type: "qrcode" },
    items: [LINK],
    barcode: { type: "qrcode", value: LINK.value },
  },
  access: {
    reward_format: { usages: ["security_url", "security_url_code"], barcode_type: "none" },
    items: [
      item("security_url", "Your link", LINK.value),
      item("security_url_code", "Access code", "7713-0042"),
    ],
  },
  printable: {
    reward_format: { usages: ["primary"], barcode_type: "c128" },
    items: [NUMBER],
    barcode: { type: "c128", value: NUMBER.value },
    printable_document_url: "https://rewards.example/card.pdf",
    expiration_datetime: UNTIL,
  },
} as const satisfies Record<string, Codes>;

export const cards = (stage: Stage) => until(() => stage.find("reward"), "rewards");
/** Rewards as the later styles draw them, with rows that are out of sight, too: the height of the list is held on what follows. */
export const laidOut = async (stage: Stage): Promise<void> => {
  await cards(stage);
  await until(() => stage.root.querySelector(".beside"), "the later screens");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("li { content-visibility: visible !important }");
  stage.root.adoptedStyleSheets.push(sheet);
};
export const search = (text: string) => async (stage: Stage) => {
  await laidOut(stage);
  await stage.type("search", text);
};
/** To the details, with everything that belongs to them. */
export const pick =
  (sku = SKU, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage) => {
    await cards(stage);
    stage.root.querySelector<HTMLElement>(`[part~=reward][data-sku="${sku}"]`)?.click();
    await detailed(stage);
    await then?.(stage);
  };
export const detailed = async (stage: Stage) => {
  await stage.shows("details");
  await until(() => !stage.root.querySelector(".skeleton"), "details");
  await stage.settle();
};
/** As it is for who comes back. */
export const returned = (stage: Stage) =>
  until(() => stage.find("code") && !stage.root.querySelector(".skeleton"), "codes");
/** As it is after the confirmation, or once what is masked was asked for. */
export const drawn = async (stage: Stage) => {
  await returned(stage);
  await stage.unveil();
  await returned(stage);
};
export const confirmable = async (stage: Stage): Promise<void> => {
  await stage.shows("booked");
  await stage.settle();
  await until(() => stage.find("confirm")?.ariaDisabled === "false", "confirm");
};
export const alerted = (stage: Stage) => until(() => stage.find("alert"), "an alert");
export const showing =
  (part: string, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await drawn(stage);
    await stage.press(part);
    await then?.(stage);
  };
export const atTheTill = (stage: Stage) =>
  showing("till", async () => {
    await until(() => stage.root.querySelector("dialog.till[open] :is(svg, .alone)"), "the till");
  })(stage);
/** Confirmed here, with this for an answer. */
export const confirming =
  (route: string, reply: () => Response | Promise<Response>, then: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await confirmable(stage);
    stage.server.reply(route, reply);
    await stage.press("confirm");
    await stage.clock.pass(1);
    await then(stage);
  };

/** The first answer refuses, whichever route it is asked of. */
export const refusing = (reply: () => Response | Promise<Response>) => (server: FakeServer) => {
  for (const route of ["POST /v1/opening", "GET /v1/order", "GET /widget/latest.json"])
    server.reply(route, reply, reply, reply);
};
