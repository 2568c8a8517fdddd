/**
 * Serves the widget's files: in the client's best encoding, with an ETag, and cached for ever if the address has the version.
 * Source: docs/server/routes.md.
 */
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppEnv } from "../http/context.ts";
import { publicPreflight } from "../http/cors.ts";
import { isKnown } from "../http/etag.ts";
import { ProblemError } from "../problems/problem.ts";
import { IMMUTABLE_MAX_AGE_SECONDS, WIDGET_STUB_MAX_AGE_SECONDS } from "../timing.ts";
import { COMPRESSED, fileOf, type WidgetFile, type WidgetVersion } from "./version.ts";
import type { WidgetVersions } from "./versions.ts";

const MUTABLE = `public, max-age=${WIDGET_STUB_MAX_AGE_SECONDS}`;
const IMMUTABLE = `public, max-age=${IMMUTABLE_MAX_AGE_SECONDS}, immutable`;
const LATEST = "latest.json";

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function widgetRoutes(versions: WidgetVersions, publicUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { build } = versions;
  const latest =
    build &&
    fileOf(LATEST, [
      ["identity", new TextEncoder().encode(`${JSON.stringify(latestOf(build, publicUrl), null, 2)}\n`)],
    ]);
  for (const path of ["/widget.js", "/widget.classic.js", "/widget/*"]) app.use(path, publicPreflight);
  app.get("/widget.js", (c) => answer(c, build?.stub, MUTABLE));
  app.get("/widget.classic.js", (c) => answer(c, build && CLASSIC, MUTABLE));
  // A fixed name beside a parameter is not possible in the router that matches all paths in one step.
  app.get("/widget/:file", (c) => answer(c, c.req.param("file") === LATEST ? latest : undefined, MUTABLE));
  app.get("/widget/:version/:name", async (c) => {
    const { version, name } = c.req.param();
    return answer(c, await versions.file(version, name), IMMUTABLE);
  });
  return app;
}

/**
 * For page builders that take `type="module"` away: a script of the old kind that loads the other one, from where it came itself.
 * Source: docs/element/versions.md, "Without modules".
 */
const CLASSIC = fileOf("widget.classic.js", [
  [
    "identity",
    new TextEncoder().encode(`(() => {
  const script = document.currentScript;
  if (script && script.src) import(new URL("widget.js", script.src));
  else console.error("<reward-redemption>: widget.classic.js has to be loaded from the token server by a script tag of its own.");
})();
`),
  ],
]);

const FOR_EVERYBODY = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const answer = (c: Context<AppEnv>, file: WidgetFile | undefined, cacheControl: string): Response =>
  answerFile(c, file, { ...FOR_EVERYBODY, "Cache-Control": cacheControl });

/** @param more headers beside those of its type, encoding and version @throws ProblemError not_found */
export function answerFile(
  c: Context<AppEnv>,
  file: WidgetFile | undefined,
  more: Readonly<Record<string, string>>,
): Response {
  if (!file) throw new ProblemError("not_found");
  const encoding = accepts(c, {
    header: "Accept-Encoding",
    supports: [...file.bodies.keys()],
    default: "identity",
    match: (accepted) =>
      COMPRESSED.map(([name]) => name).find(
        (name) =>
          file.bodies.has(name) && accepted.some(({ type, q }) => (type === name || type === "*") && q > 0),
      ) ?? "identity",
  });
  const etag = `"${file.etag}-${encoding}"`;
  const headers = {
    ...more,
    "Content-Type": file.type,
    Vary: "Accept-Encoding",
    ETag: etag,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  };
  if (isKnown(c, etag)) return c.body(null, 304, headers);
  return new Response(file.bodies.get(encoding as "identity"), { headers });
}

const ENTRY = "reward-redemption.js";
/** Reserves the element's place, so that the page below does not jump when it loads. Source: docs/element/style.md, "Its place". */
const PLACE = "<style>reward-redemption { display: block; min-height: 100vh }</style>";

/** The answer of `GET /widget/latest.json`. */
export interface Latest {
  readonly version: string;
  /** The address of the file for the page's script element. */
  readonly script: string;
  /** The hash of each file, lazy ones included, by name. */
  readonly integrity: Readonly<Record<string, string>>;
  /** HTML to paste: the browser runs exactly this file or none. */
  readonly snippet: string;
  /** The content of a `<script type="importmap">`, for pages that also check the lazy files. */
  readonly import_map: { readonly integrity: Readonly<Record<string, string>> };
}

/** The HTML with which a site pins one version of the widget. Source: W3C Subresource Integrity; HTML, import maps. */
function latestOf({ version, files }: WidgetVersion, publicUrl: string): Latest {
  const hashes = files.get("integrity.json")?.bodies.get("identity");
  const integrity = JSON.parse(new TextDecoder().decode(hashes)) as Record<string, string>;
  const addressOf = (name: string): string => `${publicUrl}/widget/${version}/${name}`;
  const script = addressOf(ENTRY);
  return {
    version,
    script,
    integrity,
    snippet: `${PLACE}
<script type="module" src="${script}" integrity="${integrity[ENTRY]}" crossorigin="anonymous"></script>
<reward-redemption session="SESSION_TOKEN"></reward-redemption>`,
    import_map: {
      integrity: Object.fromEntries(
        Object.entries(integrity)
          .filter(([name]) => name !== ENTRY)
          .map(([name, hash]) => [addressOf(name), hash]),
      ),
    },
  };
}
