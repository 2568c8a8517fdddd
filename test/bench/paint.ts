/**
 * What a long catalog costs a browser, in milliseconds: from its answer to the first painted frame with cards, and each
 * key of the search until the page is laid out again. Over budget fails.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../journey/world.ts";
import { median, openingOf } from "./sample-rewards.ts";

const DIST = join(import.meta.dirname, "../../dist");
/** A short catalog as the measure, a long one as the load. */
const FEW = 20;
const MANY = 2_000;
/** Painting many may cost this much more than painting few. */
const PAINT_BUDGET = 1.3;
/** A frame at 60 Hz: a key that takes longer is felt. */
const KEY_BUDGET_MS = 1_000 / 60;
/**
 * Pairs of few and many in turn, so that a slower moment of the machine meets both; medians count, and a frame more or
 * less (a sixtieth of a second) needs many of them.
 */
const ROUNDS = 41;
const TYPED = "velvet coffee 7";
const VIEWPORT = { width: 1280, height: 900 };

const PAGE = `<!doctype html><meta charset="utf-8"><title>Bench</title><body></body>`;

/** A page of a host with the built widget, whose server is played by the browser's own interception. */
async function openPage(browser: Browser, count: number): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/v1/opening")
      return route.fulfill({ contentType: "application/json", body: openingOf(count) });
    if (pathname.endsWith(".js"))
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(DIST, pathname)) });
    return route.fulfill({ contentType: "text/html", body: PAGE });
  });
  await page.goto("http://rewards.test/");
  await page.evaluate(async () => {
    await import(`${"/widget.js"}`);
  });
  return page;
}

/** From the moment the catalog's bytes are here, so that reading them counts too. */
const paint = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let answered = Number.NaN;
    const { fetch: real } = window;
    window.fetch = async (...call) => {
      const response = await real(...call);
      if (!String(call[0]).endsWith("/v1/opening")) return response;
      const body = await response.arrayBuffer();
      answered = performance.now();
      return new Response(body, response);
    };
    const widget = document.createElement("reward-redemption");
    const ready = new Promise((resolve) => widget.addEventListener("reward-ready", resolve, { once: true }));
    widget.setAttribute("session", "bench");
    document.body.append(widget);
    await ready;
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return performance.now() - answered;
  });

const keys = (page: Page): Promise<number[]> =>
  page.evaluate(async (typed) => {
    const widget = document.querySelector<Element & { updateComplete?: Promise<unknown> }>(
      "reward-redemption",
    );
    const search = widget?.shadowRoot?.querySelector<HTMLInputElement>("[part~=search]");
    if (!widget || !search) throw new Error("There is no search");
    search.focus();
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const costs: number[] = [];
    for (let length = 1; length <= typed.length; length++) {
      const start = performance.now();
      search.value = typed.slice(0, length);
      search.dispatchEvent(new InputEvent("input"));
      await widget.updateComplete;
      widget.shadowRoot?.querySelector("ul")?.getBoundingClientRect();
      costs.push(performance.now() - start);
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    }
    return costs;
  }, TYPED);

const text = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

const browser = await openBrowser();
const few: number[] = [];
const many: number[] = [];
/** A row a round, a column a key. */
const typed: number[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const [count, costs] of [
    [FEW, few],
    [MANY, many],
  ] as const) {
    const page = await openPage(browser, count);
    costs.push(await paint(page));
    if (count === MANY) typed.push(await keys(page));
    await page.close();
  }
}
await browser.close();

const ratio = median(many) / median(few);
const byKey = Array.from(TYPED, (_, index) => median(typed.map((round) => round[index] ?? Number.NaN)));
const [first = Number.NaN] = byKey;
const slowest = Math.max(...byKey);
console.log(`Painting ${FEW} rewards: ${text(median(few))}; ${MANY}: ${text(median(many))}.`);
console.log(`Ratio of the medians of ${ROUNDS} pairs: ${ratio.toFixed(2)} of ${PAINT_BUDGET}.`);
console.log(
  `A key of the search in ${MANY}, medians: the first ${text(first)}, the slowest ${text(slowest)} of ${text(KEY_BUDGET_MS)}.`,
);
if (!(ratio <= PAINT_BUDGET) || !(slowest <= KEY_BUDGET_MS)) {
  console.error("Over budget.");
  process.exitCode = 1;
}
