/** The network, with a point before each call to the service and one after its answer. */
import type { Transport, TransportRequest } from "../../server/fulfillment/transport.ts";
import * as real from "../../server/fulfillment/undici.ts";
import { ownerOf, pass } from "./stop.ts";

/** The order that a call is for, and its operation; undefined for the others. */
function subjectOf({
  url,
  body,
}: TransportRequest): { order: string | undefined; operation: string } | undefined {
  const { pathname } = new URL(url);
  const action = /\/redemptions\/([^/]+)\/actions\/(\w+)$/.exec(pathname);
  if (action) return { order: ownerOf(action[1] ?? ""), operation: action[2] ?? "" };
  const operation = pathname.endsWith("/book") ? "book" : "create";
  if (body === undefined || !/\/redemptions(\/book)?$/.test(pathname)) return undefined;
  // `{site}.{order_id}.{n}`, or `{site}.{grant_id}.{k}x{n}`
  const { data } = JSON.parse(body) as { data: { order_id: string } };
  const [, id = "", k] = /^[^.]+\.(.+)\.(?:(\d+)x)?\d+$/.exec(data.order_id) ?? [];
  return { order: k === undefined ? id : `${id}~${k}`, operation };
}

export function undiciTransport(...args: Parameters<typeof real.undiciTransport>): real.ClosableTransport {
  const transport = real.undiciTransport(...args);
  const stopping: Transport = async (request) => {
    const subject = subjectOf(request);
    if (!subject) return transport(request);
    pass(subject.order, `call ${subject.operation}`, "before");
    const answer = await transport(request);
    pass(subject.order, `call ${subject.operation}`, "after");
    return answer;
  };
  return Object.assign(stopping, { close: () => transport.close() });
}
