/** Makes answers that a page can show without a network: pictures become part of them, and links lead to a page that is there. */

const PICTURE = /\/images\/[\w-]+/g;

export interface Places {
  /** The addresses of the token server and of the service. */
  readonly server: string;
  readonly service: string;
  /** See SandboxOptions. */
  readonly pages: string | undefined;
}

/** @param get asks the token server for a picture */
export function shownIn(
  { server, service, pages }: Places,
  get: (url: string) => Response | Promise<Response>,
): (answer: Response) => Promise<Response> {
  /** By address: pictures of a catalog do not change. */
  const pictures = new Map<string, string>();

  async function learn(path: string): Promise<void> {
    if (pictures.has(path)) return;
    const answer = await get(server + path);
    if (answer.ok) pictures.set(path, `data:image/svg+xml,${encodeURIComponent(await answer.text())}`);
  }

  return async (answer) => {
    if (!/json/.test(answer.headers.get("Content-Type") ?? "")) return answer;
    const text = await answer.text();
    await Promise.all([...new Set(text.match(PICTURE))].map(learn));
    const pictured = text.replaceAll(
      new RegExp(`${server}(/images/[\\w-]+)`, "g"),
      (address, path) => pictures.get(path) ?? address,
    );
    const linked = pages === undefined ? pictured : pictured.replaceAll(`${service}/`, `${pages}#/`);
    const { status } = answer;
    const headers = new Headers(answer.headers);
    // Pages of any origin may read it.
    headers.set("Access-Control-Allow-Origin", "*");
    return new Response(linked, { status, headers });
  };
}
