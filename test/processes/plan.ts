/** Every point at which a process is killed: around each durable write and each call of an order, and while answering. */
import type { Closing, Delivery } from "./player.ts";
import type { StopAt } from "./points.ts";

export interface Planned extends Pick<StopAt, "point" | "when" | "nth"> {
  readonly delivery: Delivery;
  /** What the site asks for when the user has what was chosen. */
  readonly closing?: Closing;
}

const around = (delivery: Delivery, point: string, nth = 1, closing?: Closing): Planned[] => [
  { delivery, point, when: "before", nth, closing },
  { delivery, point, when: "after", nth, closing },
];
const answering = (delivery: Delivery, path: string): Planned => ({
  delivery,
  point: `answer ${path}`,
  when: "before",
  nth: 1,
});

/** The writes of an order in their order: announced, booked, confirmed, ended; the site's wish, its answer. */
export const PLAN: readonly Planned[] = [
  ...around("redeem", "create"),
  ...around("redeem", "write", 1),
  ...around("redeem", "call book"),
  ...around("redeem", "write", 2),
  answering("redeem", "/v1/order/book"),
  ...around("redeem", "write", 3),
  ...around("redeem", "call redeem"),
  ...around("redeem", "write", 4),
  answering("redeem", "/v1/order/redeem"),
  ...around("activate", "call activate"),
  ...around("activate", "write", 4),
  answering("activate", "/v1/order/activate"),
  ...around("notify", "write", 1),
  ...around("notify", "call create"),
  ...around("notify", "write", 2),
  answering("notify", "/v1/order/notify"),
  ...around("redeem", "write", 5, "refund"),
  ...around("redeem", "call refund", 1, "refund"),
  ...around("redeem", "write", 6, "refund"),
  ...around("notify", "write", 3, "cancel"),
  ...around("notify", "call cancel", 1, "cancel"),
  ...around("notify", "write", 4, "cancel"),
];

export const nameOf = ({ delivery, point, when, nth, closing }: Planned): string =>
  `${[delivery, closing].filter(Boolean).join(", ")}: ${when} ${point}${nth > 1 ? ` ${nth}` : ""}`;
