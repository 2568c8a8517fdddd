/** Everything after the picker, in one lazy chunk: screens, their words and their styles. */
import type { TemplateResult } from "lit";
import type { Screen } from "./state.ts";
import { bookedView } from "./views/booked.ts";
import { codesView } from "./views/codes.ts";
import { detailsView } from "./views/details.ts";
import { outcomeView, sessionExpiredView } from "./views/outcome.ts";
import { progressView } from "./views/progress.ts";
import type { View } from "./views/view.ts";

export { flowStyles } from "./styles/flow.ts";
export { enLater } from "./texts/en-later.ts";
export { announcementOf } from "./views/announcement.ts";

/** The screens that are in this chunk. */
export type LaterScreen = Exclude<Screen, { name: "loading" | "open" | "problem" }>;

export function flowView(view: View, screen: LaterScreen): TemplateResult {
  switch (screen.name) {
    case "details":
      return detailsView(view, screen);
    case "booked":
      return bookedView(view, screen);
    case "processing":
      return progressView(view);
    case "redeemed":
      return codesView(view, screen);
    case "session-expired":
      return sessionExpiredView(view);
    case "activated":
    case "notified":
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
