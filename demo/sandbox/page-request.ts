/** A page's request as it arrives at a server: with the origin and the length that a browser adds, which no script may set. */

/**
 * @param input as `fetch` takes it
 * @param to the address at which it arrives, of the one that was asked
 * @param originOf the origin of the page that sends these headers; undefined: it is no page
 */
export async function pageRequest(
  input: string | URL | Request,
  init: RequestInit,
  to: (url: string) => string,
  originOf: (headers: Headers) => string | undefined,
): Promise<Request> {
  const given = typeof input === "object" && "headers" in input ? input : undefined;
  const method = init.method ?? given?.method ?? "GET";
  const body = init.body ?? (given?.body ? await given.arrayBuffer() : undefined);
  const request = new Request(to(given?.url ?? String(input)), { method, body });
  // A request's own headers drop what a browser sets itself.
  const headers = new Headers(init.headers ?? given?.headers);
  const type = request.headers.get("Content-Type");
  if (type !== null && !headers.has("Content-Type")) headers.set("Content-Type", type);
  const origin = originOf(headers);
  if (origin !== undefined) headers.set("Origin", origin);
  if (body) headers.set("Content-Length", String((await request.clone().arrayBuffer()).byteLength));
  return Object.defineProperty(request, "headers", { value: headers });
}
