/** The documentation site as files: nothing in it leads nowhere, and nothing in it needs another host. In a browser: `test/journey/site.test.ts`. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { currentAnchors, readAnchors } from "../../docs/site/anchors.ts";
import { documentPage, POLICY } from "../../docs/site/layout.ts";
import { renderer } from "../../docs/site/markdown.ts";
import { MOVED } from "../../docs/site/moved.ts";
import { linksBetween, type Page, readPages } from "../../docs/site/pages.ts";
import { addressesIn, ONCE, REPOSITORY, siteFolder } from "../support/site.ts";

/** Without pictures. */
const BYTES_MOST = 3_000_000;
const PICTURES = new Set([".webp", ".png", ".jpg", ".gif", ".avif"]);
const pages = readPages();
/** Only for being resolved against. */
const BASE = "https://site.example/a/b/";

let folder: string;
let addresses: string[];
beforeAll(async () => {
  folder = await siteFolder();
  addresses = addressesIn(folder);
});

const read = (path: string): string => readFileSync(join(folder, path), "utf8");
const html = (address: string): string => read(`${address}index.html`);
const unescaped = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The values of an attribute in a file of HTML. */
const valuesOf = (name: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => unescaped(value));

const anchors = new Map<string, ReadonlySet<string>>();
function anchorsOf(address: string): ReadonlySet<string> {
  const known = anchors.get(address) ?? new Set(valuesOf("id", html(address)));
  anchors.set(address, known);
  return known;
}

/** Whether a link in the file at `from` leads to a file of the site and, where it names one, to an anchor of it. */
function leads(from: string, link: string): boolean {
  const { href, hash } = new URL(link, BASE + from);
  if (!href.startsWith(BASE)) return false;
  const path = decodeURI(href.slice(BASE.length).replace(/#.*$/, ""));
  const isPage = path === "" || path.endsWith("/");
  if (!existsSync(join(folder, path, isPage ? "index.html" : ""))) return false;
  return !isPage || !hash || anchorsOf(path).has(decodeURIComponent(hash.slice(1)));
}

const isElsewhere = (link: string): boolean => /^(?:https:|mailto:)/.test(link);

describe("every page", () => {
  it("has only links and anchors that are alive, and none from the host's own root", () => {
    const dead = addresses.flatMap((address) =>
      ["href", "src"]
        .flatMap((name) => valuesOf(name, html(address)))
        .filter((link) => link.startsWith("/") || (!isElsewhere(link) && !leads(address, link)))
        .map((link) => `${address}: ${link}`),
    );
    expect(addresses.length).toBeGreaterThan(pages.length);
    expect(dead).toEqual([]);
  });

  it("leads to the documents here, and not to the repository's", () => {
    const all = [...addresses.map(html), ...pages.map(({ twin }) => read(twin))];
    expect(
      all.filter((text) =>
        /\/blob\/main\/(?:docs\/[\w/-]+|[A-Z]+)\.md/.test(text.replaceAll("README.md", "")),
      ),
    ).toEqual([]);
  });

  it("loads nothing from elsewhere", () => {
    const loading = /<(?:script|img|link|iframe|source)\b[^>]*(?:src|href)="(?:https?:)?\/\//;
    expect(addresses.filter((address) => loading.test(html(address)))).toEqual([]);
  });

  it("has the policy, and no script, style or handler of its own in it", () => {
    const inline = /<script(?![^>]* src=)|<style|<[^>]* style="|<[^>]* on\w+="|"javascript:/;
    for (const address of addresses) {
      expect(unescaped(html(address)), address).toContain(`content="${POLICY}"`);
      expect(html(address), address).not.toMatch(inline);
    }
  });

  it("has one title, and each id once", () => {
    for (const address of addresses) {
      expect(html(address).match(/<h1/g), address).toHaveLength(1);
      const ids = valuesOf("id", html(address));
      expect(ids, address).toEqual([...new Set(ids)]);
    }
  });
});

describe("a document's page", () => {
  it("has its Markdown beside it, whose links are alive as well", () => {
    for (const page of pages) {
      const { address, twin } = page;
      expect(html(address)).toMatch(/<link rel="alternate" type="text\/markdown"/);
      expect(
        valuesOf("href", html(address)).some((link) => new URL(link, BASE + address).href === BASE + twin),
      ).toBe(true);
      expect(read(twin)).toContain(`# ${/^# (.*)$/m.exec(page.markdown)?.[1]}`);
      const text = read(twin).replace(/^ *```[\s\S]*?^ *```$/gm, "");
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
        ([, link, image]) => link ?? image ?? "",
      );
      expect(
        links.filter((link) => !isElsewhere(link) && !leads(twin, link)),
        twin,
      ).toEqual([]);
    }
  });

  it("is in the order of the sections, and leads to the one before and the one after", () => {
    for (const [n, { address }] of pages.entries()) {
      const next = /<a rel="next" href="([^"]+)"/.exec(html(address))?.[1];
      expect(next && new URL(next, BASE + address).href, address).toBe(
        pages[n + 1] && BASE + pages[n + 1]?.address,
      );
    }
  });

  it("can be edited where the repository is known, and names files there", () => {
    expect(html("start/react/")).toContain(`href="${REPOSITORY}/edit/main/docs/start/react.md"`);
    expect(html("proof/course/")).toContain(`href="${REPOSITORY}/blob/main/server/redemption/course.ts"`);
    expect(html("server/proxies/")).toContain(`href="${REPOSITORY}/blob/main/deploy/haproxy.cfg"`);
  });

  it("has the script for what can be run where a fence of it says so, and only there", () => {
    const [page] = pages as [Page];
    const render = renderer(linksBetween(pages, undefined));
    const asksFor = (markdown: string): boolean => {
      const rendered = render({ ...page, markdown });
      const around = { pages, version: "0", edit: undefined, moved: {} };
      return documentPage(page, rendered, around).includes("live.js");
    };
    expect(asksFor("# A\n\n```html live\n<p></p>\n```\n")).toBe(true);
    expect(asksFor("# A\n\n```html\n<p></p>\n```\n")).toBe(false);
  });

  it("has file names and no links where nobody knows the repository", () => {
    const page = pages.find(({ path }) => path === "docs/proof/course.md") as Page;
    const { html: alone } = renderer(linksBetween(pages, undefined))(page);
    expect(alone).toContain("<code>course.ts</code>");
    expect(alone).not.toContain("server/redemption/course.ts");
  });
});

describe("an address", () => {
  it("never dies: each of the list is there, or it is said where it has gone", () => {
    const isThere = (anchor: string): boolean => anchor in MOVED || leads("", anchor);
    expect(readAnchors().length).toBeGreaterThan(300);
    expect(readAnchors().filter((anchor) => !isThere(anchor))).toEqual([]);
    expect(Object.values(MOVED).filter((anchor) => !leads("", anchor))).toEqual([]);
  });

  it("is in the list from the beginning", () => {
    const listed = new Set(readAnchors());
    expect(
      currentAnchors().filter((anchor) => !listed.has(anchor)),
      "run `npm run docs`",
    ).toEqual([]);
  });

  it("that has gone is followed: a page's, and a heading's", () => {
    expect(html("start/once/")).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=../../start/react/"></noscript>',
    );
    const moved = (address: string) => JSON.parse(valuesOf("data-moved", html(address))[0] ?? "{}");
    expect(moved("start/once/")).toEqual({ part: `../../${ONCE["start/once/#part"]}` });
    expect(moved("start/vue/")).toEqual({ gone: `../../${ONCE["start/vue/#gone"]}` });
  });
});

it("llms.txt names every page, and llms-full.txt has all of their words", () => {
  const linked = [...read("llms.txt").matchAll(/^- \[[^\]]+\]\(([^)]+)\)$/gm)].map(([, twin]) => twin);
  expect(linked).toEqual(pages.map(({ twin }) => twin));
  for (const { twin } of pages) expect(read("llms-full.txt")).toContain(read(twin).trim());
});

it("the search knows every page and every heading", () => {
  const parts: string[][] = JSON.parse(read("search.json"));
  expect(new Set(parts.map(([address = ""]) => address.replace(/#.*/, "")))).toEqual(
    new Set(pages.map(({ address }) => address)),
  );
  expect(parts.filter(([address = ""]) => !leads("", address))).toEqual([]);
});

it("all files without pictures are smaller than 3 MB, as a host sends them", () => {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !PICTURES.has(extname(entry.name)),
  );
  // Fonts are compressed already, and no larger for it.
  const sizeOf = (path: string): number => gzipSync(readFileSync(path)).length;
  const bytes = files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
  expect(bytes).toBeGreaterThan(BYTES_MOST / 10);
  expect(bytes).toBeLessThan(BYTES_MOST);
});
