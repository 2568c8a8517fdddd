/** The ways between the parts of a sandbox: calls of functions in place of a network, on which answers can be lost. */

import { type Transport, TransportError } from "../../server/fulfillment/transport.ts";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { ConnectionReset } from "../fulfillment/errors.ts";

/** Answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** What a browser says where nobody answers. */
export const unreachable = (): TypeError => new TypeError("Failed to fetch");

/** The life of a server, or of a line to it: what is under way at its end has no outcome for whoever lived by it. */
export class Life {
  isOver = false;
  readonly #ends = new Set<() => void>();

  end(): void {
    this.isOver = true;
    for (const end of this.#ends) end();
  }

  /** For those at the other end, who see that nobody answers any more. */
  async of<T>(outcome: T | Promise<T>): Promise<T> {
    if (this.isOver) throw unreachable();
    let end = (): void => {};
    const ended = new Promise<never>((_, reject) => {
      end = () => reject(unreachable());
    });
    this.#ends.add(end);
    return Promise.race([outcome, ended]).finally(() => this.#ends.delete(end));
  }

  /** For the living itself, which begins nothing more: whatever it would call never answers. */
  bound<Call extends (...given: never[]) => unknown>(call: Call): Call {
    const bound = (...given: never[]) => (this.isOver ? new Promise(() => {}) : call(...given));
    return bound as Call;
  }

  ofLedger(ledger: Ledger): Ledger {
    return new Proxy(ledger, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        return typeof member === "function" ? this.bound(member.bind(target)) : member;
      },
    });
  }
}

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
