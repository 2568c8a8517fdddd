/** Everything after the picker, in one lazy chunk: rules, tasks, screens, and their words and styles. */
import { html, type TemplateResult } from "lit";
import { chunk } from "./chunk.ts";
import type { Drawers } from "./loaders.ts";
import { walletHere } from "./page/wallet-loader.ts";
import type { Screen } from "./state/state.ts";
import { activatedView } from "./views/activated.ts";
import { bookedView } from "./views/booked.ts";
import { codesView } from "./views/codes.ts";
import { confirmingView } from "./views/confirming.ts";
import { detailsView } from "./views/details.ts";
import { notifiedView } from "./views/notified.ts";
import { emptyView, outcomeView, sessionExpiredView } from "./views/outcome.ts";
import { problemView } from "./views/problem.ts";
import { progressView } from "./views/progress.ts";
import type { View } from "./views/view.ts";

export { explain } from "./calls/reach.ts";
export { perform } from "./calls/tasks.ts";
export { sectionsOf } from "./catalog/groups.ts";
export { Attendant } from "./page/attendant.ts";
export { askFirst } from "./page/before-confirm.ts";
export { newsOf } from "./state/news.ts";
export { reduce } from "./state/reduce.ts";
export { laterTexts } from "./texts/later.ts";
export { alertView } from "./views/alert.ts";
export { announcementOf } from "./views/announcement.ts";
export { besideView } from "./views/beside.ts";
export { foundView, rewardsToShow as findRewards } from "./views/found.ts";
export { groupsView } from "./views/groups.ts";
export { rewardPointsView } from "./views/points.ts";

/** Above the picker, in place of the limit; undefined where no grant is spent. */
export const balanceView = (view: View): TemplateResult | undefined => walletHere()?.balanceView(view);

/** The drawers of barcodes. */
export async function fetchDrawers(): Promise<Drawers> {
  const [{ code128 }, { qrcode }, { readBack }] = await Promise.all([
    chunk("code128", () => import("./barcode/code128.ts")),
    chunk("qr", () => import("./barcode/qr.ts")),
    chunk("read-back", () => import("./barcode/read-back.ts")),
  ]);
  return { c128: code128, qrcode, readBack };
}

/** The screens that are in this chunk. */
export type LaterScreen = Exclude<Screen, { name: "loading" }>;

/** Undefined while a chunk of the screen is loaded. What was opened from the list has the way back above it. */
export function flowView(view: View, screen: LaterScreen): TemplateResult | undefined {
  const wallet = walletHere();
  if (screen.name === "rewards") return wallet?.rewardsView(view);
  const shown = screenView(view, screen);
  return !view.state.opened ? shown : html`${wallet?.openedView(view)}${shown}`;
}

function screenView(view: View, screen: Exclude<LaterScreen, { name: "rewards" }>): TemplateResult {
  switch (screen.name) {
    case "open":
      return emptyView(view);
    case "details":
      return detailsView(view, screen);
    case "booked":
      return bookedView(view, screen);
    case "confirming":
      return confirmingView(view, screen);
    case "processing":
      return screen.from ? screenView(view, screen.from) : progressView(view);
    case "redeemed":
      return codesView(view, screen);
    case "none":
      return html`<slot></slot>`;
    case "problem":
      return problemView(view, screen);
    case "session-expired":
      return sessionExpiredView(view, screen);
    case "activated":
      return activatedView(view, screen);
    case "notified":
      return notifiedView(view);
    case "canceled":
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return outcomeView(view, screen.name);
    default:
      return screen satisfies never;
  }
}
