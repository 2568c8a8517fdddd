/** The ways between the parts of a sandbox: calls of functions in place of a network, on which answers can be lost. */
import { type Transport, TransportError } from "../../server/fulfillment/transport.ts";
import { ConnectionReset } from "../fulfillment/errors.ts";

/** Answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** How many answers are lost from now on. */
export class Losses {
  #left = 0;

  lose(times: number): void {
    this.#left = times;
  }

  /** Whether the present answer is lost. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}

/** A way of the server's own to another part. */
export function wayTo(answer: Answer, losses = new Losses()): Transport {
  return ({ method, url, headers, body, timeoutMs, maxBytes }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new TransportError("timeout", true)), timeoutMs);
      const arrive = async () => {
        const response = await answer(new Request(url, { method, headers, body }));
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (losses.take()) throw new TransportError("broken", true);
        if (bytes.length > maxBytes) throw new TransportError("too_large", true);
        return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
      };
      arrive()
        .catch((error) => {
          throw error instanceof ConnectionReset ? new TransportError("broken", true) : error;
        })
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
}
