/**
 * Prints the voucher alone, in a frame of its own that no style of the host page reaches. The frame has no script, and
 * is removed after printing. Its styles are a constructed sheet, which the strictest policy allows.
 */
import { render } from "lit";
import type { Codes } from "../../shared/usages.ts";
import type { Screen } from "../state/state.ts";
import { voucherStyles } from "../styles/voucher.ts";
import type { View } from "../views/view.ts";
import { voucherView } from "../views/voucher.ts";
import { directionOf } from "../words/locale.ts";
import { mark } from "./unrecorded.ts";

/** A picture that is not loaded by then is left out. */
const PICTURE_LIMIT_MS = 2_000;
/** For browsers that do not report the end of printing: they have shown their dialog long before. */
const KEPT_MS = 120_000;

/** Each frame is removed with the next one, when the page is left, and when the printing is over. */
let ending = new AbortController();

export async function printVoucher(
  view: View,
  screen: Extract<Screen, { name: "redeemed" }>,
  codes: Codes,
  press: Event,
): Promise<void> {
  ending.abort();
  ending = new AbortController();
  const { signal } = ending;
  const frame = document.createElement("iframe");
  mark(frame);
  frame.title = view.t("print");
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  // The frame needs a layout to be printed. It is out of sight, and takes no presses.
  Object.assign(frame.style, {
    position: "fixed",
    insetInlineStart: "-200vw",
    width: "800px",
    height: "600px",
    border: "0",
  });
  const root = (press.currentTarget as Element).getRootNode();
  (root instanceof ShadowRoot ? root : document.body).append(frame);
  signal.addEventListener("abort", () => frame.remove());
  addEventListener("pagehide", () => ending.abort(), { signal });
  const { contentDocument: paper, contentWindow: sheet } = frame;
  if (!paper || !sheet) return ending.abort();
  fill(paper, sheet, view, screen, codes);
  await Promise.race([allLoaded(paper), new Promise((late) => setTimeout(late, PICTURE_LIMIT_MS))]);
  if (signal.aborted) return;
  const over = ending;
  sheet.addEventListener("afterprint", () => over.abort(), { signal });
  setTimeout(() => over.abort(), KEPT_MS);
  sheet.focus();
  sheet.print();
}

function fill(
  paper: Document,
  sheet: Window,
  view: View,
  screen: Extract<Screen, { name: "redeemed" }>,
  codes: Codes,
): void {
  const { CSSStyleSheet: Sheet } = sheet as Window & typeof globalThis;
  const styles = new Sheet();
  styles.replaceSync(voucherStyles.cssText);
  paper.adoptedStyleSheets = [styles];
  paper.documentElement.lang = view.locale;
  paper.documentElement.dir = directionOf(view.locale);
  paper.title = view.state.order?.reward_name ?? "";
  render(voucherView(view, screen, codes), paper.body, { creationScope: paper });
}

const allLoaded = (paper: Document): Promise<unknown> =>
  Promise.allSettled(
    [...paper.images].map((image) =>
      image.decode().catch(() => {
        // A broken picture is worse than none.
        image.remove();
      }),
    ),
  );
