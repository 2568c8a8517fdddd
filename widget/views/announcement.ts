/** The sentence that a screen reader announces without moving the focus. It changes only when there is news. */
import { walletHere } from "../page/wallet-loader.ts";
import { rewardOf } from "../state/selectors.ts";
import { labelOf } from "./code-item.ts";
import { foundText } from "./found.ts";
import { leaveText } from "./progress.ts";
import type { View } from "./view.ts";

/** Not heard, but makes an equal sentence different, so that it is announced again. */
const NOTHING = "\u00a0";

export function announcementOf(view: View): string {
  const { state, t } = view;
  const { screen } = state;
  switch (screen.name) {
    case "open":
      return foundText(view);
    case "details":
      if (state.task?.do === "book" || state.task?.do === "catalog") return t("booking");
      if (screen.isChecked) return t(rewardOf(state, screen.sku)?.in_stock ? "book" : "out_of_stock");
      return foundText(view);
    case "booked":
      if (!screen.passed) return "";
      return t("countdown_left", { count: screen.passed / 60 });
    case "processing":
      return screen.isLong && screen.polls === 0 ? leaveText(view) : "";
    case "redeemed": {
      const item = screen.codes?.items.find(({ usage }) => usage === screen.copied?.usage);
      if (!screen.copied || !item) return "";
      return `${t(screen.copied.outcome, { name: labelOf(view, item) })}${screen.copied.isAgain ? NOTHING : ""}`;
    }
    case "activated": {
      const { copied } = screen;
      if (!copied) return "";
      const words =
        copied.outcome === "copied" ? t("copied", { name: t("usage_url") }) : t("copy_link_refused");
      return `${words}${copied.isAgain ? NOTHING : ""}`;
    }
    case "rewards":
      return walletHere()?.foundText(view) ?? "";
    default:
      return "";
  }
}
