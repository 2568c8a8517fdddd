/** The explicit confirmation: what is reserved, for how long, and that the confirmation is final. */
import { html, type TemplateResult } from "lit";
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import { isSingle } from "../state/selectors.ts";
import { type Screen, WARNINGS } from "../state/state.ts";
import { formatCountdown, formatTime } from "../words/format.ts";
import { alertView } from "./alert.ts";
import { confirmActions } from "./confirm-button.ts";
import { instructionsView } from "./instructions.ts";
import { passView, subjectOf } from "./pass.ts";
import { orderPointsView } from "./points.ts";
import type { View } from "./view.ts";

/** Two minutes. Before that the time left is shown quietly, because there is no need to hurry. */
const LAST_SECONDS = 120;

export function bookedView(view: View, { left }: Extract<Screen, { name: "booked" }>): TemplateResult {
  const { state, t, locale } = view;
  const isPreparing = state.task?.do === "prepare";
  const isLink = state.order?.delivery === "activate";
  // With more left a clock that runs would only hurry the user: the time of day is enough.
  const until = Date.parse(state.order?.hold_expires_at ?? "") - CONFIRM_MARGIN_SECONDS * 1_000;
  const isLong = left > WARNINGS[0] && !Number.isNaN(until);
  const countdown = isLong
    ? html`<p class="fact"><span part="countdown">${t("reserved_until", { time: formatTime(locale, new Date(until)) })}</span></p>`
    : html`
    <p class="fact"><span>${t("countdown")}</span> <span part="countdown" class="countdown ${left > LAST_SECONDS ? "" : "few"}" role="timer">${formatCountdown(left)}</span></p>
  `;
  // Staff get no link.
  const label = isPreparing ? "preparing" : isLink && !state.order?.audience ? "confirm_activate" : "confirm";
  const back = html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t(isSingle(state) ? "back_one" : "back")}</button>`;
  const final = isLink ? "final_activate" : "final";
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1">${t("booked_title")}</h2>
    ${passView(view, countdown, { points: orderPointsView(view) })}
    ${alertView(view, state.failure, { hasRetry: !state.prepared && !isPreparing, unseenName: subjectOf(view).name })}
    ${confirmActions(view, label, { before: "booked_text", final }, state.prepared && left > 0, back)}
    </div>${instructionsView(view, state.order?.sku)}</div>`;
}
