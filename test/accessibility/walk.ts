/** Walks through a window of the gallery with the Tab key, as somebody without a mouse does. */
import type { Frame, Page } from "puppeteer-core";
import type { Window } from "../gallery/frame.ts";

type InPage = { readonly gallery: Window };

/**
 * What is wrong on the way: a stop whose focus is not seen or covered, words that change without a press, a control that is
 * never reached or in another order than it is read in, a way that does not end.
 */
export async function walk(page: Page, frame: Frame): Promise<string[]> {
  // From here on the browser shows the focus as for somebody who uses the keyboard.
  await page.keyboard.press("Tab");
  const before = await frame.evaluate(() => (window as unknown as InPage).gallery.words());
  const wanted = await frame.evaluate(() => (window as unknown as InPage).gallery.start());
  const passed: string[] = [];
  const wrong: string[] = [];
  while (passed.length <= wanted.length && wanted.length > 0) {
    const stop = await frame.evaluate(() => (window as unknown as InPage).gallery.stop());
    // Out of the widget, or round again in a dialog that holds the keyboard for as long as it is open.
    if (!stop || (passed.length === wanted.length && stop.name === passed[0])) break;
    passed.push(stop.name);
    wrong.push(...stop.wrong.map((what) => `${stop.name}: ${what}`));
    await page.keyboard.press("Tab");
  }
  const after = await frame.evaluate(() => (window as unknown as InPage).gallery.words());
  if (passed.join("\n") !== wanted.join("\n"))
    wrong.push(`the keyboard comes to [${passed.join(", ")}] instead of [${wanted.join(", ")}]`);
  if (after !== before) wrong.push("words changed while the keyboard only passed by");
  return wrong;
}
