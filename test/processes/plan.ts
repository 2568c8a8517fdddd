/** Every point at which a process is killed: around each durable write and each call of an order, and while answering. */
import type { Delivery } from "./player.ts";
import type { StopAt } from "./points.ts";

export interface Planned extends Pick<StopAt, "point" | "when" | "nth"> {
  readonly delivery: Delivery;
}

const around = (delivery: Delivery, point: string, nth = 1): Planned[] => [
  { delivery, point, when: "before", nth },
  { delivery, point, when: "after", nth },
];
const answering = (delivery: Delivery, path: string): Planned => ({
  delivery,
  point: `answer ${path}`,
  when: "before",
  nth: 1,
});

/** The writes of an order in their order: announced, booked, confirmed, ended. */
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
];

export const nameOf = ({ delivery, point, when, nth }: Planned): string =>
  `${delivery}: ${when} ${point}${nth > 1 ? ` ${nth}` : ""}`;
