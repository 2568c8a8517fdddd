/** The HTML with which a site pins one version of the widget. Source: W3C Subresource Integrity; HTML, import maps. */
import type { WidgetVersion } from "./version.ts";

export const ENTRY = "reward-redemption.js";

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

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function latestOf({ version, files }: WidgetVersion, publicUrl: string): Latest {
  const hashes = files.get("integrity.json")?.bodies.get("identity");
  const integrity = JSON.parse(new TextDecoder().decode(hashes)) as Record<string, string>;
  const addressOf = (name: string): string => `${publicUrl}/widget/${version}/${name}`;
  const script = addressOf(ENTRY);
  return {
    version,
    script,
    integrity,
    snippet: `<script type="module" src="${script}" integrity="${integrity[ENTRY]}" crossorigin="anonymous"></script>
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
