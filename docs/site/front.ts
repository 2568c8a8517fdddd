/** The front page: the element alive, the plug to pull, and the ways into the documents. `client/front.js` brings it to life. */
import { escapeHtml } from "./html.ts";
import { bar, head, SITE_NAME } from "./layout.ts";
import type { Page } from "./pages.ts";

const SENTENCE = "Gift cards inside your own page.";
const PROMISE = "One order, one code, even if everything breaks.";

/** What can be made to break while the visitor confirms; see front.js. */
const PLUGS = [
  ["page", "Lose the answer on its way to the page"],
  ["service", "Break the connection to the gift card service, after the code was made"],
  ["gateway", "Let the service say 504, and make the code all the same"],
] as const;

const COUNTERS = [
  ["confirmations", "confirmations sent by the page"],
  ["lost", "answers lost"],
  ["looked", "times the server looked what had become of it"],
  ["billed", "codes made, and billed"],
] as const;

/** Each with its proof in the documents. */
const FACTS = [
  ["14.9 kB", "of JavaScript until the first gift card, in any of 39 languages", "element/"],
  [
    "1 code",
    "an order, in every history that a machine could think of: calls that time out, processes that die",
    "proof/",
  ],
  ["0", "cookies, third parties, keys in the browser; works under the strictest policy", "privacy/"],
] as const;

const REPLACES = [
  ["A redirect to a gift card shop", "The user stays on your page, in your colours, signed in as they are."],
  [
    "Codes in a table of your own",
    "No code is ever stored: it is read where it was made, and shown to whom it belongs.",
  ],
  [
    "A retry that buys twice",
    "The order's id is yours: a repeated request is the same order, and gives the same code.",
  ],
  [
    "A support case for each timeout",
    "A lost answer is looked up until it is known. What no machine can settle stops for a person.",
  ],
] as const;

const READERS = [
  ["You build a site", "start/", "A first code in five minutes"],
  ["You operate it", "server/", "The token server, and its runbook"],
  ["You sell it", "sell/demo/", "Two minutes for a prospect"],
  ["You are the next maintainer", "contribute/house/", "Where things stand, and why"],
] as const;

/** A few of the rewards, so that the plug below them is near. */
export const FRONT_SKUS = (
  "KESTROW-CODE-PLAIN-25 KESTROW-100 OATVANE-5 OATVANE-CODE-C128-10 CINDERGATE-15 VELMORA-CODE-PIN-PLAIN-50 " +
  "VELMORA-25 PLUMVALE-20 PLUMVALE-50 QUILLMARSH-25 TUNDREL-LINK-PLAIN-12 WINDLEFARE-50"
).split(" ");

export interface Front {
  /** Leads to the site's folder. */
  readonly root: string;
  readonly version: string;
  readonly pages: readonly Page[];
  /** What its modules import, seen from the site's folder. */
  readonly preloads: readonly string[];
}

/** @returns the whole file */
export function frontPage({ root, version, pages, preloads }: Front): string {
  const known = new Set(pages.map(({ address }) => address));
  const linked = (address: string, text: string): string =>
    known.has(address) ? `<a href="${root}${address}">${escapeHtml(text)}</a>` : escapeHtml(text);
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(([name, [first]]) =>
    linked(first?.address ?? "", name),
  );
  const start = head({
    ...{ root, title: `${SITE_NAME}: ${SENTENCE}`, description: `${SENTENCE} ${PROMISE}` },
    ...{ scripts: ["widget.js", "front.js"], styles: ["front.css"], preloads },
  });
  return `${start}<body class="front">
${bar(root, version, false)}<main id="content" tabindex="-1">
<section class="hero">
<div class="says">
<div><h1>${SENTENCE}</h1>
<p class="promise">${PROMISE}</p></div>
<div><p>An element for loyalty sites, partner portals and demos: a user picks a digital reward, confirms, and gets it. A small token server keeps
keys and orders. Below is the real thing, with its server in your browser's tab; nothing in it is worth money.</p>
<p class="ways"><a class="main" href="${root}start/">Start in five minutes</a> <a href="${root}element/states/">Every state of it</a></p></div>
</div>
<div class="alive"><reward-redemption data-skus="${FRONT_SKUS.join(" ")}"><p>The element needs a browser with scripts.</p></reward-redemption></div>
</section>
<section class="plug" aria-labelledby="plug">
<h2 id="plug">Pull the plug</h2>
<p>Choose a gift card above and decide what breaks while you confirm. The counters are those of the server and of the service.</p>
<div class="plugs">
${PLUGS.map(([name, text]) => `<button type="button" data-plug="${name}" aria-pressed="false">${text}</button>`).join("\n")}
<button type="button" data-again>Begin again, with another order</button>
</div>
<dl class="counters">
${COUNTERS.map(([name, text]) => `<div><dt>${text}</dt><dd data-count="${name}">0</dd></div>`).join("\n")}
</dl>
<p class="verdict" role="status"></p>
</section>
<section class="facts" aria-label="Facts">
${FACTS.map(([figure, text, address]) => `<p><strong>${figure}</strong> ${text}. ${linked(address, "How it is known")}</p>`).join("\n")}
</section>
<section aria-labelledby="replaces">
<h2 id="replaces">What it replaces</h2>
<div class="table" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr><th>What people have today</th><th>What takes its place</th></tr></thead>
<tbody>
${REPLACES.map(([today, instead]) => `<tr><td>${today}</td><td>${instead}</td></tr>`).join("\n")}
</tbody>
</table></div>
</section>
<section aria-labelledby="leave">
<h2 id="leave">In somebody's page</h2>
<p>A club's <a href="${root}demo/">shop</a>, pages of <a href="${root}demo/brands/bank/">a bank</a>, <a href="${root}demo/brands/supermarket/">a supermarket</a> and <a href="${root}demo/brands/employer/">an employer</a>, a page in <a href="${root}demo/brand/">your own brand</a>, and <a href="${root}demo/proof/">a plug for every wire</a>. All of them run in your tab, and a link leads a prospect to the same.</p>
</section>
<section class="readers" aria-label="Ways into the documents">
${READERS.map(([who, address, what]) => `<p><strong>${who}</strong><br>${linked(address, what)}</p>`).join("\n")}
</section>
<nav class="sections" aria-label="All documents">${sections.join(" ")}</nav>
</main>
</body>
</html>
`;
}
