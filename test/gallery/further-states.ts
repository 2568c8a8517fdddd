/** What a site may add to a plain order: a grant, a member's rewards, staff at a counter, its own say in a confirmation. */
import type { OpenChoice, Order, OwnedReward, RewardsList } from "../../shared/wire.ts";
import { until } from "../widget/support/fake-clock.ts";
import {
  activated,
  booked,
  data,
  type FakeServer,
  MASKED_EMAIL,
  notified,
  ORDER,
  offline,
  openFor,
  problem,
  silence,
} from "../widget/support/fake-server.ts";
import type { Stage } from "../widget/support/mount.ts";
import { BRAND_NAMES } from "./art.ts";
import {
  alerted,
  CODES,
  card,
  cards,
  confirmable,
  confirming,
  drawn,
  FEW,
  free,
  type GalleryState,
  MANY,
  OPEN,
  of,
  orderOf,
  pick,
  REDEEMED,
  returned,
  SKU,
  serving,
} from "./scenes.ts";

// A grant

const AMOUNT = 100;
/** An order of a grant of which so much is left, after so many rewards. */
const granted = (
  order: Order,
  left: number,
  count: number,
  state: NonNullable<Order["grant"]>["state"] = left < 1 ? "spent" : "open",
): Order => ({
  ...order,
  order_id: `spring-81~${order.state === "redeemed" ? count : count + 1}`,
  grant_id: "spring-81",
  grant: { amount: `${AMOUNT}`, currency: "EUR", spent: `${AMOUNT - left}`, left: `${left}`, count, state },
  amount_limits: { max_amount: `${Math.floor(left)}` },
});
const upTo = (most: number) => MANY.filter(({ value }) => (value?.amount ?? 0) <= most);

/** One that was had on a day of November. */
const had = (
  brand: (typeof BRAND_NAMES)[number],
  amount: number,
  day: number,
  more: Partial<OwnedReward> = {},
) => {
  const { sku, name: reward_name, value, logo_url, catalog_card_url } = card(brand, amount);
  return {
    order_id: `${sku}-${day}`,
    sku,
    reward_name,
    value,
    logo_url,
    catalog_card_url,
    state: "redeemed",
    delivery: "redeem",
    redeemed_at: `2026-11-${String(day).padStart(2, "0")}T12:00:00.000Z`,
    is_used: false,
    ...more,
  } satisfies OwnedReward as OwnedReward;
};
const listOf = (
  rewards: OwnedReward[],
  open: OpenChoice[] = [],
  more: Partial<RewardsList> = {},
): RewardsList => ({
  rewards,
  open,
  has_more: false,
  ...more,
});
const leftOf = (left: number, count: number): OpenChoice => ({
  order_id: `spring-81~${count + 1}`,
  state: "open",
  promotion: { id: "promotion-1", name: "Autumn thanks" },
  amount_limits: { max_amount: `${Math.floor(left)}` },
  currency: "EUR",
  grant_id: "spring-81",
  left: `${left}`,
});
const GRANT_REWARDS = [had("books", 25, 22), had("coffee", 20, 21)];

/** Confirmed here; then so much is left. */
const spent =
  (left: number): GalleryState["play"] =>
  async (stage) => {
    await confirmable(stage);
    const { server } = stage;
    server.codes = CODES.barcode;
    server.order = granted(REDEEMED, left, 2);
    server.reply("POST /v1/order/redeem", () => data({ ...server.order, codes: server.codes }));
    await stage.press("confirm");
    await drawn(stage);
  };
/** A visit that finds its last order finished. */
const between = (left: number, answer: (() => Response | Promise<Response>) | RewardsList) =>
  serving(granted(REDEEMED, left, 2), FEW, (server) =>
    server.reply("GET /v1/rewards", typeof answer === "function" ? answer : () => data(answer)),
  );
const listed = async (stage: Stage): Promise<void> => {
  await stage.shows("rewards");
  await until(() => !stage.root.querySelector(".skeleton"), "the list");
};

const GRANTS: readonly GalleryState[] = [
  {
    name: "grant, the first choice",
    server: serving(granted(OPEN, AMOUNT, 0), [...upTo(AMOUNT).slice(0, 6)]),
    play: cards,
  },
  {
    name: "grant, the next choice",
    server: serving(granted(OPEN, 60, 2), upTo(25), (server) => {
      server.reply("GET /v1/rewards", () => data(listOf(GRANT_REWARDS, [leftOf(60, 2)])));
      server.reply("POST /v1/grant/next", () => data(server.order));
    }),
    async play(stage) {
      await listed(stage);
      await stage.press("next");
      await until(() => stage.find("list") && stage.find("search"), "the way to the list");
    },
  },
  {
    name: "grant, too little for any reward",
    server: serving(granted(OPEN, 3.5, 2), [], (server) =>
      server.reply("GET /v1/rewards", () => data(listOf(GRANT_REWARDS))),
    ),
    play: listed,
  },
  {
    name: "grant, to be confirmed",
    server: serving(granted(of(booked({ sku: SKU })), AMOUNT, 0)),
    play: confirmable,
  },
  {
    name: "grant, a code, and something is left",
    server: serving(granted(of(booked({ sku: SKU })), 80, 1)),
    play: spent(60),
  },
  {
    name: "grant, a code, and nothing is left",
    server: serving(granted(of(booked({ sku: SKU })), 20, 1)),
    play: spent(0),
  },
  {
    name: "grant, between two choices",
    server: between(55, listOf(GRANT_REWARDS, [leftOf(55, 2)])),
    play: listed,
  },
  { name: "grant, its balance is spent", server: between(0, listOf(GRANT_REWARDS)), play: listed },
  {
    name: "grant, closed before a choice",
    server: serving(granted(orderOf({ ...ORDER, state: "canceled" }), AMOUNT, 0, "closed"), FEW, (server) =>
      server.reply("GET /v1/rewards", () => data(listOf([]))),
    ),
    play: listed,
  },
  {
    name: "grant, its list on its way",
    server: between(60, silence),
    play: (stage) => stage.shows("rewards"),
  },
  {
    name: "grant, its list not to be had now",
    server: between(60, () => problem("upstream_unavailable")),
    play: alerted,
  },
];

// A member's rewards

/** A session of a member: no order, but a list. */
const ofMember = (list: RewardsList, prepare?: (server: FakeServer) => void) =>
  serving(OPEN, FEW, (server) => {
    server.reply("POST /v1/opening", () =>
      data({ rewards: list, locale: null, server_time: "2026-11-22T12:00:00.000Z" }),
    );
    prepare?.(server);
  });
/** Opens the first of the list, whose order that is. */
const entering = (server: FakeServer, id: string, order: Order): void => {
  server.order = { ...order, order_id: id };
  server.reply(`POST /v1/rewards/${id}/session`, () =>
    data({ session_token: "token-1", expires_at: "2026-11-22T12:30:00.000Z" }),
  );
};
const enter =
  (part: string, then: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await listed(stage);
    await stage.press(part);
    await then(stage);
  };

const COFFEE_HAD = had("coffee", 20, 21);
const WAITING: OpenChoice = {
  order_id: "birthday-7",
  state: "open",
  promotion: { id: "promotion-2", name: "Your birthday" },
  amount_limits: { max_amount: "50" },
  currency: "EUR",
};
const RESERVED: OpenChoice = {
  order_id: "thanks-3",
  state: "booked",
  promotion: { id: "promotion-3", name: "Thank you" },
};
const THREE = listOf(
  [COFFEE_HAD, had("cinema", 15, 14, { state: "refunded" }), had("sport", 50, 2, { is_used: true })],
  [leftOf(60, 2), WAITING, RESERVED],
);
const EACH_STATE = listOf([
  had("coffee", 20, 21),
  had("books", 25, 20, { state: "activated", delivery: "activate" }),
  had("cinema", 15, 19, { state: "notified", delivery: "notify" }),
  had("garden", 10, 18, { state: "refunded" }),
  had("sport", 50, 17, { state: "expired" }),
  had("music", 25, 16, { state: "canceled", redeemed_at: undefined, value: undefined }),
  had("music", 10, 15, { is_used: true }),
]);
const AMOUNTS = [10, 15, 20, 25, 50];
const collected = (count: number): OwnedReward[] =>
  Array.from({ length: count }, (_, at) => {
    const brand = BRAND_NAMES[at % BRAND_NAMES.length] ?? "coffee";
    const amount = AMOUNTS[at % AMOUNTS.length] ?? 10;
    const redeemed_at = new Date(Date.UTC(2026, 10, 28 - at, 12)).toISOString();
    return { ...had(brand, amount, 1), order_id: `order-${at}`, redeemed_at, is_used: at >= 280 };
  });
const HUNDREDS = listOf(collected(300));

const MEMBERS: readonly GalleryState[] = [
  { name: "wallet, empty", server: ofMember(listOf([])), play: listed },
  { name: "wallet, empty with something to choose", server: ofMember(listOf([], [WAITING])), play: listed },
  { name: "wallet of one", server: ofMember(listOf([COFFEE_HAD])), play: listed },
  { name: "wallet of three", server: ofMember(THREE), play: listed },
  {
    name: "wallet of three, the used ones unfolded",
    server: ofMember(THREE),
    play: async (stage) => {
      await listed(stage);
      for (const details of stage.root.querySelectorAll("details")) details.open = true;
    },
  },
  { name: "wallet, each state of a reward", server: ofMember(EACH_STATE), play: listed },
  {
    name: "wallet without pictures",
    server: ofMember(
      listOf(THREE.rewards.map((each) => ({ ...each, logo_url: null, catalog_card_url: null }))),
    ),
    play: listed,
  },
  { name: "wallet in a test", server: ofMember(listOf([{ ...COFFEE_HAD, testing: true }])), play: listed },
  { name: "wallet of twelve", server: ofMember(listOf(collected(12))), play: listed },
  {
    name: "wallet of three hundred, searching",
    server: ofMember(HUNDREDS),
    play: async (stage) => {
      await listed(stage);
      await stage.type("search", "cinemas 50");
    },
  },
  {
    name: "wallet of three hundred, finding nothing",
    server: ofMember(HUNDREDS),
    play: async (stage) => {
      await listed(stage);
      await stage.type("search", "submarine");
    },
  },
  {
    name: "wallet, one opened",
    server: ofMember(listOf([COFFEE_HAD]), (server) => {
      server.codes = CODES.barcode;
      entering(server, COFFEE_HAD.order_id, REDEEMED);
    }),
    play: enter("owned", returned),
  },
  {
    name: "wallet, a refunded one opened",
    server: ofMember(listOf([had("coffee", 20, 14, { state: "refunded" })]), (server) =>
      entering(server, "COFFEE-20-14", { ...REDEEMED, state: "refunded" }),
    ),
    play: enter("owned", (stage) => stage.shows("refunded")),
  },
  {
    name: "wallet, what waits opened",
    server: ofMember(listOf([COFFEE_HAD], [WAITING]), (server) =>
      entering(server, WAITING.order_id, { ...OPEN, amount_limits: { max_amount: "50" } }),
    ),
    play: enter("waiting", (stage) =>
      until(() => stage.state === "open" && stage.find("list"), "the way back"),
    ),
  },
  {
    name: "wallet, one that cannot be opened now",
    server: ofMember(THREE, (server) =>
      server.reply(`POST /v1/rewards/${COFFEE_HAD.order_id}/session`, offline),
    ),
    play: enter("owned", alerted),
  },
  {
    name: "wallet, the rest not to be had now",
    server: ofMember({ ...listOf([COFFEE_HAD]), has_more: true }, (server) =>
      server.reply("GET /v1/rewards", () => problem("upstream_unavailable")),
    ),
    play: alerted,
  },
  {
    name: "wallet, its session ended",
    server: ofMember(listOf([COFFEE_HAD]), (server) =>
      server.reply(`POST /v1/rewards/${COFFEE_HAD.order_id}/session`, () => problem("session_expired")),
    ),
    play: enter("owned", (stage) => stage.shows("session-expired")),
  },
];

// Staff

const staffed = (order: Order): Order => ({ ...order, audience: "staff" });
const withheld = (order: Order): Order => ({ ...staffed(order), withheld: true });

/** The words that everybody reads until the ones for staff are here. */
const forStaff = (stage: Stage) => until(() => /customer|العميل/.test(stage.text), "words for staff");
const confirmableForStaff = async (stage: Stage): Promise<void> => {
  await confirmable(stage);
  await forStaff(stage);
};

const STAFF: readonly GalleryState[] = [
  { name: "staff, the picker", server: serving(staffed(OPEN)), play: forStaff },
  {
    name: "staff, to be confirmed",
    server: serving(staffed(of(booked({ sku: SKU })))),
    play: confirmableForStaff,
  },
  {
    name: "staff, to be confirmed, a link",
    server: serving(staffed(of(booked({ sku: SKU }), { delivery: "activate" }))),
    play: confirmableForStaff,
  },
  {
    name: "staff, to be confirmed, an e-mail",
    server: serving(
      staffed({ ...orderOf(openFor("notify")), amount_limits: undefined, masked_email: MASKED_EMAIL }),
    ),
    play: pick(SKU, async (stage) => {
      await stage.press("book");
      await stage.shows("confirming");
      await stage.settle();
      await forStaff(stage);
    }),
  },
  {
    name: "staff, a code that they confirmed",
    server: serving(staffed(REDEEMED), FEW, (server) => {
      server.codes = CODES.barcode;
    }),
    play: async (stage) => {
      await drawn(stage);
      await forStaff(stage);
    },
  },
  { name: "staff, a code of the customer", server: serving(withheld(REDEEMED)), play: forStaff },
  {
    name: "staff, a link of the customer",
    server: serving(withheld(of(activated({ sku: SKU })))),
    play: forStaff,
  },
  {
    name: "staff, an e-mail to the customer",
    server: serving(staffed(of(notified({ sku: SKU })))),
    play: forStaff,
  },
];

// A site that is asked first

const refused = (name: string, reply: () => Response, then = alerted): GalleryState => ({
  name,
  server: serving(of(booked({ sku: SKU }))),
  play: confirming("POST /v1/order/redeem", reply, async (stage) => {
    await then(stage);
    await confirmable(stage);
  }),
});

const ASKED: readonly GalleryState[] = [
  refused("booked, refused by the site with its reason", () =>
    problem("confirmation_denied", { site_reason: "You have 30 points less than this reward costs." }),
  ),
  refused("booked, refused by the site", () => problem("confirmation_denied")),
  refused("booked, the site cannot be asked", () => problem("authorization_unavailable")),
];

// A price in points

const POINTS = { points_per_unit: 100, amount_limits: { max_amount: "100" } };

const PRICED: readonly GalleryState[] = [
  {
    name: "picker with prices in points",
    server: serving({ ...OPEN, ...POINTS }, [
      ...MANY.slice(0, 2),
      { ...free, sku: "COFFEE-VAR", brand: "coffee" },
      card("cinema", 15, { stock_quantity: 3 }),
      card("cinema", 25),
      card("garden", 25),
    ]),
    play: cards,
  },
  {
    name: "booked at a price in points",
    server: serving({ ...of(booked({ sku: SKU })), ...POINTS }),
    play: confirmable,
  },
];

export const FURTHER_STATES: readonly GalleryState[] = [...GRANTS, ...MEMBERS, ...STAFF, ...ASKED, ...PRICED];
