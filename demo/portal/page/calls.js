/** Calls the portal's own backend. A refusal is thrown as a Refused with a stable code. */

export class Refused extends Error {
  constructor({ error, request_id, retry_after_seconds, order_id }) {
    super(error ?? "unexpected");
    this.code = error ?? "unexpected";
    this.requestId = request_id;
    this.retryAfterSeconds = retry_after_seconds;
    this.orderId = order_id;
  }
}

/** @param {"setup" | "find" | "order" | "create" | "session" | "cancel" | "refund" | "told"} name */
export async function call(name, body = {}) {
  let response;
  let answer;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    throw new Refused({ error: "offline" });
  }
  if (!response.ok) throw new Refused(answer);
  return answer;
}

let setup;

/** Customers and promotions; read once per page, and again after a failure. */
export function readSetup() {
  setup ??= call("setup").catch((error) => {
    setup = undefined;
    throw error;
  });
  return setup;
}
