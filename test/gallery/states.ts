/**
 * Every state of the widget that a person can see, once: how a server and a few presses make it. The pictures, the spoken
 * texts and axe all go through this list.
 */
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import type { Codes } from "../../shared/usages.ts";
import type { Order } from "../../shared/wire.ts";
import { until } from "../widget/support/fake-clock.ts";
import {
  activated,
  booked,
  data,
  MASKED_EMAIL,
  notified,
  offline,
  openFor,
  problem,
  processing,
  silence,
} from "../widget/support/fake-server.ts";
import { FURTHER_STATES } from "./further-states.ts";
import {
  alerted,
  atTheTill,
  BUDGET,
  CODES,
  COFFEE,
  card,
  cards,
  confirmable,
  confirming,
  detailed,
  drawn,
  FEW,
  free,
  type GalleryState,
  laidOut,
  MANY,
  OPEN,
  of,
  orderOf,
  pick,
  REDEEMED,
  refusing,
  returned,
  SKU,
  search,
  serving,
  showing,
  TALKATIVE,
} from "./scenes.ts";

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
  codesState("redeemed with the session’s words", CODES.qr, drawn, {
    ...REDEEMED,
    message: "From Linden Club, for three years with us",
  }),
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
  ...FURTHER_STATES,
];

/** Once is enough for a file's name. */
export const fileOf = ({ name }: Pick<GalleryState, "name">): string =>
  name.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
