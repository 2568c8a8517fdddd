/**
 * How rows are stored: the columns that queries look at, and the whole order as JSON. The server stores only valid JSON. So if a
 * row's text cannot be read, the storage changed it: the fault is the ledger's, not the request's.
 */

import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { placeOf } from "../rows/grant.ts";
import type { Order, Row } from "../rows/order.ts";
import { orderOf } from "../rows/stored-order.ts";
import { CLOCK_STEP_LEAST, LEASE } from "../timing.ts";
import { toHex } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";
import { randomUuid } from "../tools/random.ts";
import { believed } from "./believed.ts";
import { waitsFrom } from "./recovery.ts";

/**
 * Text in a form that every database can hold. A NUL and half a surrogate pair, which JSON can carry, are written as JSON escapes;
 * so are quotes and backslashes, so that the text reads back uniquely. All text columns that hold what others sent use this form.
 */
export const written = (text: string): string => JSON.stringify(text).slice(1, -1);

export const newDeedId = (): string => `aud_${randomUuid().replaceAll("-", "")}`;

/** @throws LedgerUnavailable `damaged` */
export function read(text: unknown): string {
  const value = parse(`"${String(text)}"`);
  if (typeof value !== "string") throw damaged();
  return value;
}

const damaged = (): LedgerUnavailable => new LedgerUnavailable("damaged");

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw damaged();
  }
}

/**
 * The JSON text of an object, unchanged: the caller reads its members.
 * @throws LedgerUnavailable `damaged`
 */
export function storedJson(json: unknown): string {
  const value = parse(json);
  if (typeof value !== "object" || value === null) throw damaged();
  return String(json);
}

/**
 * Reads the columns of a row. Any failure to read a row, missing members included, counts as damage.
 * @throws LedgerUnavailable `damaged`
 */
export function readRow<T>(of: (columns: Columns) => T, columns: Columns): T {
  try {
    return of(columns);
  } catch {
    throw damaged();
  }
}

/** The columns of a row, as a query names them. */
export type Columns = Readonly<Record<string, unknown>>;

/** The columns of an order. */
export function columnsOf(order: Order) {
  const { version: _, ...body } = order;
  const place = placeOf(order.order_id);
  return {
    site: order.site,
    order_id: order.order_id,
    due_at: order.due_at,
    watched_until: order.watched_until,
    attention: order.attention,
    attention_since: order.attention_since,
    promotion_id: written(order.pins.promotion_id),
    email: order.pins.email === null ? null : written(order.pins.email),
    updated_at: order.updated_at,
    created_at: order.created_at,
    state: order.state,
    given_at: order.given_at,
    user_id: order.user_id,
    grant_id: place?.grant_id ?? null,
    grant_k: place?.k ?? null,
    body: JSON.stringify(body),
  };
}

/** A redemption id may be longer than an entry of an index. */
export const digestOf = (redemptionId: string): string => toHex(sha256(written(redemptionId)));

/** The redemptions that the attempts of an order claim, as JSON. */
export function claimsOf({ known }: Order): string {
  const claims = known.attempts.flatMap(({ redemption_id: id, n, sku }) =>
    id === null ? [] : [{ digest: digestOf(id), id: written(id), n, sku: written(sku) }],
  );
  return JSON.stringify(claims);
}

/** @throws an error if the columns are not those of a stored order */
export const rowOf = (columns: Columns): Row =>
  present(orderOf(parse(columns.body), Number(columns.version)), columns);

/** A lease that would last longer than any was taken before the clock was set back. Source: docs/proof/rules.md, rule 19. */
function leaseOf(name: unknown, end: unknown, now: number): Row["lease"] {
  const until = Number(end);
  const isNone = name === null || end === null || until > now + LEASE + CLOCK_STEP_LEAST;
  return isNone ? null : { name: String(name), until };
}

/** The order with what the database says of it. @throws an error if the columns are not those of a stored order */
export function present(order: Order, { lease, lease_until, now, recovered_at, waits_from }: Columns): Row {
  const recovered = recovered_at === null ? null : Number(recovered_at);
  if (Number.isNaN(recovered)) throw damaged();
  const moved = believed(order, Number(now));
  return {
    order: moved,
    ...(moved !== order && { is_moved: true }),
    lease: leaseOf(lease, lease_until, Number(now)),
    now: Number(now),
    recovered_at: recovered,
    waits_from: recovered === null ? null : waitsFrom(recovered, waits_from),
  };
}
