/** The findings of axe on a page of the demo, by the same rules as for the element's own tests. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Each broken rule with the elements that break it.
 * @param but rules that are not for this page
 */
export async function foundIn(page: Page, but: readonly string[] = []): Promise<string[][]> {
  await page.evaluate(AXE);
  return page.evaluate(async (ids) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const rules = Object.fromEntries(ids.map((id) => [id, { enabled: false }]));
    const found = (await axe.run({ rules })).violations;
    return found.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => JSON.stringify(target))]);
  }, but);
}
