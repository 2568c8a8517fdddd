/** What a screen reader is told without the focus moving: one sentence that changes only when there is news. */
import { formatNumber } from "../locale.ts";
import { findRewards } from "../search.ts";
import type { View } from "./view.ts";

/** Seconds before the end of a hold at which that is said. */
const FIRST_WARNING = 300;
const LAST_WARNING = 60;

export function announcementOf({ state, t, locale }: View): string {
  const { screen, catalog } = state;
  switch (screen.name) {
    case "open": {
      if (!catalog || screen.query === "") return "";
      const count = findRewards(catalog, screen.query).length;
      if (count === 0) return t("found_none", { query: screen.query });
      return count === 1 ? t("found_one") : t("found", { count: formatNumber(locale, count) });
    }
    case "details":
      return state.task?.do === "book" ? t("booking") : "";
    case "booked":
      if (screen.left <= LAST_WARNING) return t("countdown_1");
      return screen.left <= FIRST_WARNING ? t("countdown_5") : "";
    case "redeemed":
      return screen.copied ? t(screen.copied.outcome) : "";
    default:
      return "";
  }
}
