/** Every screen, made by a server and a few presses, for tests of the look of all screens. */
import type { Order } from "../../../shared/wire.ts";
import { until } from "./fake-clock.ts";
import {
  activated,
  booked,
  FakeServer,
  notified,
  ORDER,
  openFor,
  problem,
  processing,
  redeemed,
  reward,
} from "./fake-server.ts";
import { mount, type Stage, type Wishes } from "./mount.ts";

/** A word without a place to break. */
export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützengutschein";

const told = (state: Order["state"]): Order => ({ ...redeemed(), state });

export interface Scene {
  readonly name: string;
  readonly order: Order;
  /** The presses from the first screen on. */
  readonly play?: (stage: Stage) => Promise<void>;
  readonly server?: (server: FakeServer) => void;
}

export const SCENES: readonly Scene[] = [
  { name: "open", order: ORDER, play: (stage) => until(() => stage.find("reward")) },
  {
    name: "found nothing",
    order: ORDER,
    // Fewer rewards have no search.
    server: (server) => {
      server.rewards = [...server.rewards, reward("D")];
    },
    play: async (stage) => {
      await until(() => stage.find("reward"));
      await stage.type("search", LONG);
    },
  },
  { name: "details", order: ORDER, play: (stage) => stage.pick("A") },
  {
    name: "a refused amount",
    order: ORDER,
    play: async (stage) => {
      await stage.pick("FREE");
      await stage.press("book");
    },
  },
  { name: "booked", order: { ...booked({ sku: "FREE", amount: "100" }), reward_name: LONG } },
  { name: "reserving", order: processing("book") },
  { name: "in doubt", order: processing("redeem", { reference: LONG }) },
  {
    name: "codes",
    order: { ...redeemed(), reward_name: LONG, reference: LONG },
    play: async (stage) => {
      await stage.unveil();
      await until(() => stage.find("barcode"));
      await stage.press("reveal");
    },
  },
  {
    name: "a link",
    order: redeemed(),
    server: (server) => {
      server.codes = {
        reward_format: { usages: ["url"], barcode_type: "qrcode" },
        items: [{ name: LONG, value: `https://rewards.example/${LONG}`, format: "url", usage: "url" }],
        barcode: { type: "qrcode", value: `https://rewards.example/${LONG}` },
        printable_document_url: "https://rewards.example/a.pdf",
      };
    },
    play: async (stage) => {
      await stage.unveil();
      await until(() => stage.find("barcode"));
    },
  },
  {
    name: "a problem",
    order: ORDER,
    server: (server) => server.reply("POST /v1/opening", () => problem("upstream_unavailable")),
    play: (stage) => until(() => stage.find("retry")),
  },
  { name: "confirming", order: openFor("notify"), play: (stage) => stage.choose("A") },
  { name: "no answer to a notify", order: processing("notify", { reference: LONG }) },
  {
    name: "activated",
    order: { ...activated(), reward_name: LONG, reference: LONG },
    play: (stage) => until(() => stage.find("barcode")),
  },
  {
    name: "no link",
    order: { ...activated(), reference: LONG },
    server: (server) => server.reply("POST /v1/order/activate", () => problem("upstream_unavailable")),
    play: (stage) => until(() => stage.find("retry")),
  },
  {
    name: "notified",
    order: { ...notified(), reward_name: LONG, reference: LONG, masked_email: `${LONG}@example.org` },
  },
  ...(["canceled", "refunded", "failed", "denied", "blocked", "expired"] as const).map(
    (state): Scene => ({ name: state, order: told(state) }),
  ),
];

const rewards = [
  reward("A", { name: LONG, stock_quantity: 2, terms_and_conditions: LONG, description: LONG }),
  reward("FREE", { name: "Free", free_value: true, min_amount: "1", max_amount: "1000000" }),
  reward("GONE", { in_stock: false }),
];

/** A scene in a column of its own, with its server's data. */
export async function show(
  { order, play, server: prepare }: Scene,
  theme: string,
  column: HTMLElement,
  words: Pick<Wishes, "attributes" | "loaders" | "properties"> = {},
): Promise<Stage> {
  const server = new FakeServer();
  server.order = order;
  server.rewards = rewards;
  prepare?.(server);
  const stage = await mount({ ...words, server, into: column, attributes: { ...words.attributes, theme } });
  await until(() => stage.state && stage.state !== "loading");
  await play?.(stage);
  await stage.element.updateComplete;
  return stage;
}

/** A column of this width on the page. */
export function columnOf(width: number, direction = "ltr"): HTMLElement {
  const column = document.createElement("main");
  column.dir = direction;
  column.style.inlineSize = `${width}px`;
  document.body.append(column);
  return column;
}
