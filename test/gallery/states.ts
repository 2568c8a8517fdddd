/**
 * Every state of the widget that a person can see, once: how a server and a few presses make it. The pictures, the spoken
 * texts and axe all go through this list.
 */
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import type { Codes } from "../../shared/usages.ts";
import type { Order, RewardDetails } from "../../shared/wire.ts";
import { until } from "../widget/support/fake-clock.ts";
import {
  activated,
  booked,
  data,
  FakeServer,
  MASKED_EMAIL,
  notified,
  ORDER,
  offline,
  openFor,
  problem,
  processing,
  redeemed,
  reward,
  silence,
} from "../widget/support/fake-server.ts";
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
function card(brand: BrandName, amount: number, more: Partial<RewardDetails> = {}): RewardDetails {
  return reward(`${brand.toUpperCase()}-${amount}`, {
    name: `${NAMES[brand]} gift card, €${amount}`,
    value: { amount, currency: "EUR" },
    brand,
    description: `For everything that ${NAMES[brand]} sells, in its shops and online.`,
    logo_url: logoOf(brand),
    catalog_card_url: cardOf(brand),
    how_to_use_instructions: BRIEF,
    important_instructions: "",
    terms_and_conditions: "",
    ...more,
  });
}

const free = card("books", 0, {
  sku: "BOOKS-VAR",
  name: "Quillmarsh Books gift card",
  value: undefined,
  free_value: true,
  min_amount: "5",
  max_amount: "150",
});
const COFFEE = card("coffee", 20);
const SKU = COFFEE.sku;
/** With everything that may be said of a reward: below most screens it would only be the same again. */
const TOLD = {
  how_to_use_instructions: HOW,
  important_instructions: "Not for alcohol or other gift cards.",
  terms_and_conditions: TERMS,
};
const TALKATIVE = [card("coffee", 20, TOLD), card("garden", 25, TOLD)];
const FEW = [
  COFFEE,
  free,
  card("cinema", 15, { stock_quantity: 3 }),
  card("garden", 25, { in_stock: false }),
];
const MANY = BRAND_NAMES.flatMap((brand, at) =>
  [10, 25, 50].map((amount) => card(brand, amount, at === 3 && amount === 50 ? { in_stock: false } : {})),
);

/** As a shop sets its sessions up: what amounts are in, and where help is. */
const PROMOTION = { id: "promotion-1", name: "Autumn thanks", locale: "en_US" };
const SESSION = { currency: "EUR", support_url: "https://shop.example/help", promotion: PROMOTION } as const;
const ofCoffee = { sku: SKU, reward_name: COFFEE.name, value: { amount: 20, currency: "EUR" } };
const orderOf = (order: Order, more: Partial<Order> = {}): Order => ({ ...order, ...SESSION, ...more });
const of = (order: Order, more: Partial<Order> = {}): Order => orderOf(order, { ...ofCoffee, ...more });

/** A server with that order and those rewards. */
const serving =
  (order: Order, rewards: readonly RewardDetails[] = FEW, prepare?: (server: FakeServer) => void) =>
  (): FakeServer => {
    const server = new FakeServer();
    server.order = order;
    // As the token server offers them: no amount to choose where the session sets no limit.
    server.rewards = rewards.filter(({ free_value }) => !free_value || order.amount_limits);
    prepare?.(server);
    return server;
  };

const OPEN = orderOf(ORDER, { amount_limits: undefined });
const BUDGET = orderOf(ORDER, { amount_limits: { max_amount: "50" } });
const REDEEMED = of(redeemed({ sku: SKU }), { reference: "AB12C-34D5E" });

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
const PIN = item("security", "PIN", "4821");
const LINK = item("url", "Your link", "https://rewards.example/open/7f3a?d=1");
const UNTIL = "2027-03-31";

const CODES = {
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

const cards = (stage: Stage) => until(() => stage.find("reward"), "rewards");
/** Rewards as the later styles draw them, with rows that are out of sight, too: the height of the list is held on what follows. */
const laidOut = async (stage: Stage): Promise<void> => {
  await cards(stage);
  await until(() => stage.root.querySelector(".beside"), "the later screens");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("li { content-visibility: visible !important }");
  stage.root.adoptedStyleSheets.push(sheet);
};
const search = (text: string) => async (stage: Stage) => {
  await laidOut(stage);
  await stage.type("search", text);
};
/** To the details, with everything that belongs to them. */
const pick =
  (sku = SKU, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage) => {
    await cards(stage);
    stage.root.querySelector<HTMLElement>(`[part~=reward][data-sku="${sku}"]`)?.click();
    await detailed(stage);
    await then?.(stage);
  };
const detailed = async (stage: Stage) => {
  await stage.shows("details");
  await until(() => !stage.root.querySelector(".skeleton"), "details");
  await stage.settle();
};
/** As it is for who comes back. */
const returned = (stage: Stage) =>
  until(() => stage.find("code") && !stage.root.querySelector(".skeleton"), "codes");
/** As it is after the confirmation, or once what is masked was asked for. */
const drawn = async (stage: Stage) => {
  await returned(stage);
  await stage.unveil();
  await returned(stage);
};
const confirmable = async (stage: Stage): Promise<void> => {
  await stage.shows("booked");
  await stage.settle();
  await until(() => stage.find("confirm")?.ariaDisabled === "false", "confirm");
};
const alerted = (stage: Stage) => until(() => stage.find("alert"), "an alert");
const showing =
  (part: string, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await drawn(stage);
    await stage.press(part);
    await then?.(stage);
  };
const atTheTill = (stage: Stage) =>
  showing("till", async () => {
    await until(() => stage.root.querySelector("dialog.till[open] :is(svg, .alone)"), "the till");
  })(stage);
/** Confirmed here, with this for an answer. */
const confirming =
  (route: string, reply: () => Response | Promise<Response>, then: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await confirmable(stage);
    stage.server.reply(route, reply);
    await stage.press("confirm");
    await stage.clock.pass(1);
    await then(stage);
  };

const codesState = (
  name: string,
  codes: Codes,
  play: GalleryState["play"] = drawn,
  order: Order = REDEEMED,
  more: Partial<GalleryState> = {},
): GalleryState => ({
  name,
  server: serving(order, FEW, (server) => {
    server.codes = codes;
  }),
  play,
  ...more,
});

/** The first answer refuses, whichever route it is asked of. */
const refusing = (reply: () => Response | Promise<Response>) => (server: FakeServer) => {
  for (const route of ["POST /v1/opening", "GET /v1/order", "GET /widget/latest.json"])
    server.reply(route, reply, reply, reply);
};
const closedState = (name: string, members: object): GalleryState => ({
  name,
  server: serving(OPEN, FEW, (server) => {
    server.catalogComesAlong = false;
    server.reply("GET /v1/catalog", () => problem("promotion_unavailable", members));
  }),
  play: alerted,
});

const told = (name: Order["state"], more: Partial<Order> = {}): GalleryState => ({
  name: more.delivery ? `${name}, a link` : name,
  server: serving({ ...REDEEMED, state: name, ...more }),
  play: (stage) => stage.shows(name),
});

/** More than the screen that was confirmed stays; more than it takes until nobody need wait on the page. */
const KEPT_MS = 500;
const LONG_MS = 2_500;
const POLLS_OF_A_SLOW_ONE_MS = 20_000;
/** So much of the hold is left at the last of the two warnings, and at the picture of it. */
const LAST_SECONDS = 45;
const LAST_MINUTE = of(booked({ sku: SKU }), {
  hold_seconds_left: CONFIRM_MARGIN_SECONDS + LAST_SECONDS + 20,
});

const LONG_MESSAGE =
  "Dear Ines,\nthank you for ten years with us. Have a coffee on the house, and another one for whoever sits beside you.";

export const STATES: readonly GalleryState[] = [
  // The picker
  {
    name: "loading",
    server: serving(OPEN, FEW, refusing(silence)),
  },
  {
    name: "picker loading its cards",
    server: serving(OPEN, FEW, (server) => {
      server.catalogComesAlong = false;
      server.reply("GET /v1/catalog", silence);
    }),
  },
  { name: "picker of many", server: serving(OPEN, MANY), play: cards },
  { name: "picker of few", server: serving(OPEN), play: cards },
  {
    name: "picker of one brand",
    server: serving(
      OPEN,
      [10, 25, 50, 100].map((amount) => card("sport", amount)),
    ),
    play: cards,
  },
  {
    name: "picker with all values of a brand",
    server: serving(OPEN, [
      ...MANY.slice(0, 4),
      ...[10, 15, 20, 25, 30, 50, 75, 100].map((amount) => card("sport", amount)),
    ]),
    play: async (stage) => {
      await laidOut(stage);
      await stage.press("unfold");
    },
  },
  { name: "picker with a budget", server: serving(BUDGET, [...MANY.slice(0, 6), free]), play: cards },
  { name: "picker searching", server: serving(OPEN, MANY), play: search("cinema") },
  { name: "picker finding nothing", server: serving(OPEN, MANY), play: search("submarine") },
  { name: "picker without rewards", server: serving(OPEN, []), play: (stage) => stage.shows("open") },
  {
    name: "picker without pictures",
    server: serving(
      OPEN,
      FEW.map((each) => ({ ...each, logo_url: null, catalog_card_url: null })),
    ),
    play: cards,
  },
  {
    name: "picker after an attempt that ended",
    server: serving({ ...OPEN, ended_attempt: 1, ended_reward_name: COFFEE.name }),
    play: cards,
  },
  {
    name: "picker after a reward sold out",
    server: serving(OPEN),
    play: pick(SKU, async (stage) => {
      const { server } = stage;
      // As in the token server, whose catalog learns it from the same answer.
      server.rewards = server.rewards.map((each) => (each.sku === SKU ? { ...each, in_stock: false } : each));
      server.reply("POST /v1/order/book", () => problem("out_of_stock"));
      await stage.press("book");
      await alerted(stage);
    }),
  },
  { name: "picker in a test", server: serving({ ...OPEN, environment: "sandbox" }), play: cards },
  // The details of one reward
  { name: "details", server: serving(OPEN, TALKATIVE), play: pick(), fillsWindow: true },
  {
    name: "details of the only reward",
    server: serving(OPEN, [COFFEE]),
    play: detailed,
  },
  {
    name: "details of the only reward, sold out",
    server: serving(OPEN, [card("coffee", 20, { in_stock: false })]),
    play: detailed,
  },
  { name: "details, few left", server: serving(OPEN), play: pick("CINEMA-15"), fillsWindow: true },
  {
    name: "details with an amount to choose",
    server: serving(BUDGET),
    play: pick(free.sku),
    fillsWindow: true,
  },
  {
    name: "details with a refused amount",
    server: serving(BUDGET),
    play: pick(free.sku, async (stage) => {
      await stage.type("amount", "500");
      await stage.press("book");
    }),
    fillsWindow: true,
  },
  {
    name: "details loading",
    server: serving(OPEN, FEW, (server) => server.reply(`GET /v1/rewards/${SKU}`, silence)),
    play: async (stage) => {
      await cards(stage);
      stage.root.querySelector<HTMLElement>(`[part~=reward][data-sku="${SKU}"]`)?.click();
      await stage.shows("details");
    },
    fillsWindow: true,
  },
  {
    name: "details being booked",
    server: serving(OPEN),
    play: pick(SKU, async (stage) => {
      stage.server.reply("POST /v1/order/book", silence);
      await stage.press("book");
    }),
    fillsWindow: true,
  },
  {
    name: "details after a refused booking",
    server: serving(OPEN),
    play: pick(SKU, async (stage) => {
      stage.server.reply("POST /v1/order/book", () => problem("rate_limited"));
      await stage.press("book");
      await alerted(stage);
    }),
    fillsWindow: true,
  },
  {
    name: "details after the hold ended",
    server: serving(LAST_MINUTE),
    play: async (stage) => {
      await confirmable(stage);
      stage.server.order = OPEN;
      await stage.clock.pass(70_000);
      await alerted(stage);
    },
    fillsWindow: true,
  },
  // To be confirmed
  { name: "booked", server: serving(of(booked({ sku: SKU })), TALKATIVE), play: confirmable },
  {
    name: "booked, last minute",
    server: serving(LAST_MINUTE),
    play: async (stage) => {
      await confirmable(stage);
      await stage.clock.pass(20_000);
    },
  },
  {
    name: "booked for a link",
    server: serving(of(booked({ sku: SKU }), { delivery: "activate" })),
    play: confirmable,
  },
  {
    name: "booked after a confirmation that was refused",
    server: serving(of(booked({ sku: SKU }))),
    play: confirming(
      "POST /v1/order/redeem",
      () => problem("upstream_unavailable"),
      async (stage) => {
        await alerted(stage);
        await confirmable(stage);
      },
    ),
  },
  {
    name: "confirming an e-mail",
    server: serving({ ...orderOf(openFor("notify")), amount_limits: undefined, masked_email: MASKED_EMAIL }),
    play: pick(SKU, async (stage) => {
      await stage.press("book");
      await stage.shows("confirming");
      await stage.settle();
    }),
  },
  // Waiting
  {
    name: "booked, just confirmed",
    server: serving(of(booked({ sku: SKU }))),
    play: confirming("POST /v1/order/redeem", silence, (stage) => stage.shows("processing")),
  },
  {
    name: "processing, just sent",
    server: serving(of(booked({ sku: SKU }))),
    play: confirming("POST /v1/order/redeem", silence, (stage) => stage.clock.pass(KEPT_MS)),
  },
  {
    name: "processing, no answer for two seconds",
    server: serving(of(booked({ sku: SKU }))),
    play: confirming("POST /v1/order/redeem", silence, (stage) => stage.clock.pass(LONG_MS)),
  },
  {
    name: "processing, being checked since it was sent",
    server: serving(of(booked({ sku: SKU }))),
    play: confirming(
      "POST /v1/order/redeem",
      () => data(of(processing("redeem"), { reference: "AB12C-34D5E" }), 202, { "Retry-After": "2" }),
      (stage) => stage.clock.pass(KEPT_MS),
    ),
  },
  {
    name: "processing, being checked",
    server: serving(of(processing("redeem"), { reference: "AB12C-34D5E" })),
  },
  {
    name: "processing, longer than usual",
    server: serving(of(processing("redeem"), { reference: "AB12C-34D5E" })),
    play: async (stage) => {
      await stage.shows("processing");
      await stage.clock.pass(POLLS_OF_A_SLOW_ONE_MS);
    },
  },
  {
    name: "processing without a connection",
    server: serving(of(processing("redeem"))),
    play: async (stage) => {
      await stage.shows("processing");
      for (const route of ["POST /v1/opening", "GET /v1/order"])
        stage.server.reply(route, offline, offline, offline);
      await stage.clock.pass(2_500);
    },
  },
  {
    name: "processing, being reserved",
    server: serving(OPEN),
    play: pick(SKU, async (stage) => {
      const { server } = stage;
      server.reply("POST /v1/order/book", () => {
        server.order = of(processing("book", { sku: SKU }));
        return data(server.order, 202);
      });
      await stage.press("book");
      await stage.shows("processing");
    }),
  },
  { name: "processing a link", server: serving(of(processing("activate"), { delivery: "activate" })) },
  { name: "processing an e-mail", server: serving(of(processing("notify"), { delivery: "notify" })) },
  // The reward
  codesState("redeemed, a code", CODES.code),
  codesState("redeemed, on return", CODES.barcode, returned),
  codesState("redeemed, a link, on return", CODES.linkQr, returned),
  codesState("redeemed, a code and a PIN, masked", CODES.pin),
  codesState("redeemed, a code and a PIN, shown", CODES.pin, showing("reveal")),
  codesState("redeemed, a barcode", CODES.barcode),
  codesState("redeemed, a QR code", CODES.qr),
  codesState("redeemed, a link", CODES.link),
  codesState("redeemed, a link as a QR code", CODES.linkQr),
  codesState("redeemed, a link and its access code", CODES.access),
  codesState("redeemed, printable", CODES.printable),
  codesState("redeemed with a message", CODES.barcode, drawn, {
    ...REDEEMED,
    gift: { message: LONG_MESSAGE, sender_name: "Your friends at Lumière" },
  }),
  codesState("redeemed, the rest unfolded", CODES.printable, async (stage) => {
    await drawn(stage);
    for (const details of stage.root.querySelectorAll("details")) details.open = true;
  }),
  codesState(
    "redeemed, with the balance",
    CODES.barcode,
    showing("balance", (stage) => until(() => /12\.50|12,50/.test(stage.text))),
  ),
  codesState("redeemed, balance not told", CODES.barcode, async (stage) => {
    await drawn(stage);
    stage.server.reply("POST /v1/order/balance", () => problem("balance_unavailable"));
    await stage.press("balance");
    await stage.clock.pass(1);
  }),
  codesState(
    "redeemed a moment ago",
    CODES.barcode,
    async (stage) => {
      await confirmable(stage);
      const { server } = stage;
      server.order = REDEEMED;
      server.reply("POST /v1/order/redeem", () => data({ ...REDEEMED, codes: server.codes }));
      await stage.press("confirm");
      await drawn(stage);
    },
    of(booked({ sku: SKU })),
  ),
  codesState("redeemed in a test", CODES.code, drawn, { ...REDEEMED, testing: true }),
  {
    name: "redeemed, codes on their way",
    server: serving(REDEEMED, FEW, (server) => server.reply("POST /v1/order/codes", silence)),
    play: (stage) => stage.shows("redeemed"),
  },
  {
    name: "redeemed, codes not to be had now",
    server: serving(REDEEMED, FEW, (server) =>
      server.reply("POST /v1/order/codes", () => problem("upstream_unavailable")),
    ),
    play: alerted,
  },
  {
    name: "redeemed, codes unreadable",
    server: serving(REDEEMED, FEW, (server) =>
      server.reply("POST /v1/order/codes", () => problem("codes_unreadable")),
    ),
    play: alerted,
  },
  // At the till
  codesState("till with a barcode", CODES.barcode, atTheTill, REDEEMED, { fillsWindow: true }),
  codesState("till with a QR code", CODES.qr, atTheTill, REDEEMED, { fillsWindow: true }),
  codesState("till with the number alone", CODES.pin, atTheTill, REDEEMED, { fillsWindow: true }),
  // Links
  {
    name: "activated",
    server: serving(of(activated({ sku: SKU })), FEW, (server) =>
      server.reply("POST /v1/order/activate", () => data({ ...server.order, url: server.url })),
    ),
    play: (stage) => until(() => stage.find("link")),
  },
  {
    name: "activated, the link not to be had now",
    server: serving(of(activated({ sku: SKU })), FEW, (server) =>
      server.reply("POST /v1/order/activate", () => problem("upstream_unavailable")),
    ),
    play: alerted,
  },
  { name: "notified", server: serving(of(notified({ sku: SKU }))), play: (stage) => stage.shows("notified") },
  // Ends
  ...(["canceled", "refunded", "failed", "denied", "blocked", "expired"] as const).map((state) =>
    told(state),
  ),
  told("canceled", { delivery: "activate" }),
  {
    name: "session ended",
    server: serving(OPEN, FEW, (server) => server.sessions.clear()),
    play: (stage) => stage.shows("session-expired"),
  },
  {
    name: "session ended, another can be asked for",
    server: serving(OPEN, FEW, (server) => server.sessions.clear()),
    wishes: { properties: { getSession: async () => "token-0" } },
    play: (stage) => stage.shows("session-expired"),
  },
  // Problems
  {
    name: "problem, no connection",
    server: serving(OPEN, FEW, refusing(offline)),
    play: (stage) => until(() => stage.find("retry")),
  },
  {
    name: "problem, service away",
    server: serving(
      OPEN,
      FEW,
      refusing(() => problem("upstream_unavailable")),
    ),
    play: (stage) => until(() => stage.find("retry")),
  },
  {
    name: "problem, order not found",
    server: serving(
      OPEN,
      FEW,
      refusing(() => problem("order_not_found")),
    ),
    play: alerted,
  },
  {
    name: "problem of one reward",
    server: serving(OPEN, FEW, (server) =>
      server.reply(`GET /v1/rewards/${SKU}`, () => problem("upstream_unavailable")),
    ),
    play: async (stage) => {
      await laidOut(stage);
      stage.root.querySelector<HTMLElement>(`[part~=reward][data-sku="${SKU}"]`)?.click();
      await stage.shows("problem");
      await alerted(stage);
    },
  },
  closedState("offer not started", {
    promotion_reason: "not_started",
    start_datetime: "2027-03-01T12:00:00Z",
  }),
  closedState("offer ended", { promotion_reason: "ended", end_datetime: "2026-10-31T12:00:00Z" }),
  closedState("offer closed", { promotion_reason: "not_enabled" }),
  closedState("offer not ready", { promotion_reason: "not_ready" }),
];

/** Once is enough for a file's name. */
export const fileOf = ({ name }: Pick<GalleryState, "name">): string =>
  name.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
