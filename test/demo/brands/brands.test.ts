/** The pages of three brands: served as strictly as the shop, and styled only with what docs/element.md documents. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BRANDS } from "../../../demo/brands/brands.ts";
import { seedPromotions } from "../../../demo/fulfillment/catalog/promotions.ts";
import { CHOICES } from "../../../demo/shop/choices.ts";
import { createShop } from "../../../demo/shop/shop.ts";
import { sectionsOf, spansIn } from "../../docs/page.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const rewardCss = (brand: string): string => read(`demo/brands/${brand}/reward.css`);

const shop = createShop({
  publicUrl: "http://127.0.0.1:4000",
  tokenServer: "http://127.0.0.1:1",
  siteKey: "k".repeat(32),
  choices: CHOICES,
  origins: ["http://127.0.0.1:4000"],
});
const get = (path: string) => shop.request(path);

const element = read("docs/element.md");
const documented = sectionsOf(element).get("Parts and custom properties");
const NAMES = new Set(spansIn(documented?.text ?? ""));
const PROPERTIES = new Set((documented?.rows ?? []).flatMap(({ property = "" }) => spansIn(property)));
const STATES = new Set(spansIn(/`data-state` on the host names the screen:[^.]*/.exec(element)?.[0] ?? ""));

interface Rule {
  readonly selector: string;
  readonly properties: readonly string[];
}

/** The rules of a style sheet, including those inside media queries. */
function rulesOf(css: string): Rule[] {
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selectors = "", body = ""]) =>
    selectors.split(",").map((selector) => ({
      selector: selector.trim(),
      properties: [...body.matchAll(/(?:^|;)\s*([\w-]+)\s*:/g)].map(([, property = ""]) => property),
    })),
  );
}

/** The parts of a rule for the element that docs/element.md does not document. */
function undocumented({ selector, properties }: Rule): string[] {
  const [, state, part] =
    /^reward-redemption(?::state\(([\w-]+)\))?(?:::part\(([\w-]+)\)(?::hover|:active)?)?$/.exec(selector) ??
    [];
  if (!selector.startsWith("reward-redemption")) return [selector];
  if (state === undefined && part === undefined && selector !== "reward-redemption") return [selector];
  if (state !== undefined && !STATES.has(state)) return [selector];
  if (part !== undefined) {
    const own = properties.filter((property) => property.startsWith("--"));
    return NAMES.has(part) ? own : [selector, ...own];
  }
  return properties.filter((property) => !PROPERTIES.has(property));
}

const offences = (css: string): string[] => rulesOf(css).flatMap(undocumented);
const usedVariables = (css: string): string[] =>
  [...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = ""]) => name);

describe("what docs/element.md offers", () => {
  it("is read: properties, parts and states", () => {
    expect(PROPERTIES.size).toBeGreaterThan(18);
    expect(PROPERTIES).toContain("--reward-heading-spacing");
    expect(NAMES).toContain("primary");
    expect(STATES).toContain("session-expired");
  });

  it.each([
    ["reward-redemption { --_accent: red }", ["--_accent"]],
    ["reward-redemption { --reward-glow: red }", ["--reward-glow"]],
    ["reward-redemption { padding: 1px }", ["padding"]],
    ["reward-redemption::part(inner) { color: red }", ["reward-redemption::part(inner)"]],
    [
      "reward-redemption:state(dancing)::part(title) { color: red }",
      ["reward-redemption:state(dancing)::part(title)"],
    ],
    ["reward-redemption .card { color: red }", ["reward-redemption .card"]],
    ["@media (width > 1em) { .frame { color: red } }", [".frame"]],
  ])("a rule with %s is found as undocumented", (css, found) => {
    expect(offences(css)).toEqual(found);
  });
});

describe.each(BRANDS)("the brand %s", (brand) => {
  const address = `/demo/brands/${brand}/`;

  it("is styled with documented properties, parts and states only", () => {
    const css = rewardCss(brand);
    expect(offences(css)).toEqual([]);
    expect(usedVariables(css)).toEqual([]);
    expect(css).not.toContain("!important");
    expect(rulesOf(css).flatMap(({ properties }) => properties).length).toBeGreaterThan(15);
    expect(css).toMatch(/:state\(/);
  });

  it("has the rewards of the shop's whole catalog, in a promotion of its own name", () => {
    const choiceOf = (wanted: string) =>
      CHOICES.find(({ id }) => id === wanted) ?? expect.fail(`no choice ${wanted}`);
    const { group, label, order } = choiceOf(brand);
    const shops = choiceOf("whole").order;
    const promotionOf = (id: string) => seedPromotions(0).find((each) => String(each.id) === id);
    const [own, whole] = [promotionOf(order.promotion_id), promotionOf(shops.promotion_id)];
    expect(group).toBeUndefined();
    expect(own?.name.split(" ").some((word) => label.includes(word))).toBe(true);
    expect(own).toEqual({ ...whole, id: own?.id, name: own?.name });
    const { promotion_id } = order;
    expect(order).toEqual({ ...shops, promotion_id });
    const html = read(`demo/brands/${brand}/index.html`);
    expect(html).toContain(label);
  });

  it("has no rule for the element in the page's own styles", () => {
    const own = read(`demo/brands/${brand}/page.css`) + read("demo/brands/common/bar.css");
    expect(own).not.toMatch(/reward-redemption|--reward-|::part|:state/);
  });

  it("has a page with every file it names, under the shop's strict policy", async () => {
    const page = await get(address);
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toBe((await get("/demo/")).headers.get("content-security-policy"));
    expect(policy).not.toContain("unsafe");
    const html = await page.text();
    expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:/i);
    const named = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, url = ""]) => url);
    expect(named).toEqual(expect.arrayContaining(["/widget.js", "../brand.js", "reward.css", "page.css"]));
    for (const url of named.filter((each) => !["/widget.js", "/demo/start-over.js"].includes(each))) {
      const { pathname } = new URL(url, `http://127.0.0.1:4000${address}`);
      expect([url, (await get(pathname)).status]).toEqual([url, 200]);
    }
  });

  it("serves each file of its folder, and no other", async () => {
    const files = readdirSync(join(ROOT, "demo/brands", brand)).filter((name) => name !== "index.html");
    for (const file of files) {
      const answer = await get(`${address}${file}`);
      expect(await answer.text()).toBe(read(`demo/brands/${brand}/${file}`));
    }
    expect((await get(`${address}index.html`)).status).toBe(404);
    expect((await get(`${address}..%2fbrands.ts`)).status).toBe(404);
  });

  it("is linked from the shop, and found without its last slash", async () => {
    expect(await (await get("/demo/")).text()).toContain(`href="brands/${brand}/"`);
    const answer = await get(`/demo/brands/${brand}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, address]);
  });

  it("is in docs/brands.md with its style sheet as served, and its pictures", () => {
    const page = read("docs/brands.md");
    expect(page).toContain(`\`\`\`css\n${rewardCss(brand)}\`\`\``);
    expect(page).toContain(`](images/brand-${brand}.png)`);
    expect(page).toContain(address);
  });
});
