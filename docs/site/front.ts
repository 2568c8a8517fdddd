/** The front page. It has the element, the sandbox and a script of its own: `client/front.js`. */
import { escapeHtml } from "./html.ts";
import { bar, head, SITE_NAME } from "./layout.ts";
import type { Page } from "./pages.ts";

const DESCRIPTION = "An embeddable reward redemption element and the token server behind it";

export interface Front {
  /** Leads to the site's folder. */
  readonly root: string;
  readonly version: string;
  readonly pages: readonly Page[];
}

/** @returns the whole file */
export function frontPage({ root, version, pages }: Front): string {
  const firsts = pages.filter((page, index) => page.section !== pages[index - 1]?.section);
  const items = firsts.map(
    ({ section, address }) => `<li><a href="${root}${address}">${escapeHtml(section)}</a></li>`,
  );
  return `${head({ root, title: SITE_NAME, description: DESCRIPTION, scripts: ["widget.js", "front.js"] })}<body class="front">
${bar(root, version, false)}<main id="content" tabindex="-1">
<h1>${SITE_NAME}</h1>
<p>${DESCRIPTION}.</p>
<ul>
${items.join("\n")}
</ul>
</main>
</body>
</html>
`;
}
