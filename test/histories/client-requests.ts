/** Requests of clients to the token server, and their sending. */
import type { Answer, Ask, Json } from "./evidence.ts";
import type { Plan } from "./plan.ts";

export interface Request_ {
  readonly who: string;
  readonly as: Ask["as"];
  readonly plan: Plan | undefined;
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to an instance of the load balancer's choice; undefined if none is up. */
export type Send = (request: Request_, heard: (answer: Answer | undefined) => void) => Ask | undefined;
