/** The stored row of an event. */
import type { EventType } from "../../shared/wire.ts";

/** An event as it is stored, in the transaction of the change that it tells of. */
export interface EventRow {
  readonly id: string;
  readonly site: string;
  readonly order_id: string;
  readonly sequence: number;
  readonly type: EventType;
  /** Epoch ms, by the clock of the database. */
  readonly time: number;
  /** The webhook's body: what is signed and sent are these bytes. */
  readonly body: string;
}
