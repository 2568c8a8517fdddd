/** Waiting: the finished step, the current one and the next one, as far as each is known. */
import { html, nothing, type TemplateResult } from "lit";
import { walletHere } from "../page/wallet-loader.ts";
import { isWaiting } from "../state/doubt.ts";
import { canChooseAgain, isSending, isSingle } from "../state/selectors.ts";
import type { KnownOrder, Screen, Sending, State } from "../state/state.ts";
import type { TextKey } from "../texts/texts.ts";
import { formatTime } from "../words/format.ts";
import { joinSentences } from "../words/sentences.ts";
import { failureText } from "./failure-text.ts";
import { helpView } from "./help.ts";
import { instructionsView } from "./instructions.ts";
import { moment } from "./moment.ts";
import { passView, subjectOf } from "./pass.ts";
import type { View } from "./view.ts";

/** The number of looks at the order after which the wait is called long: eight seconds. */
const SLOW_FROM = 4;

/**
 * `book`: being reserved. `unsent`: no connection yet. `answer`: waiting for the first answer. `check`: no clear answer
 * came.
 */
type Phase = "book" | "unsent" | "answer" | "check";

const TITLES: Record<Phase, TextKey> = {
  book: "processing_book_title",
  unsent: "unsent_title",
  answer: "processing_title",
  check: "checking_title",
};

type Waiting = Pick<Extract<Screen, { name: "processing" }>, "polls" | "isOffline" | "isUnsent" | "isLong">;

export function progressView(view: View): TemplateResult {
  const { state, t } = view;
  const { screen } = state;
  const { polls, isOffline, isUnsent, isLong }: Waiting =
    screen.name === "processing" ? screen : { polls: 0 };
  const phase = phaseOf(state, polls, isUnsent);
  // An unsent confirmation has no time of sending yet.
  if (isUnsent && state.sent) sentAt.delete(state.sent);
  const what = sendingOf(state);
  const title = t(TITLES[phase]);
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1">${title}</h2>
    ${walletHere()?.gotView(view)}
    ${passView(
      view,
      html`
        <div class=${phase === "check" ? "unseen" : "progress"} role="progressbar" aria-label=${title}></div>
        <ol class="steps ${phase === "check" ? "alive" : ""}">
          ${phase === "book" || phase === "unsent" ? nothing : html`<li class="done">${sentText(view)}</li>`}
          <li class="now" aria-current="step">
            ${(phase === "answer" && isOffline) || !isBegunHere(state, phase) ? nothing : html`<p>${stepText(view, phase)}</p>`}
            <p role="status">${nowText(view, phase, polls >= SLOW_FROM, isOffline)}</p>
          </li>
          <li class="next">${t(phase === "book" ? "step_confirm" : NEXT[what])}</li>
        </ol>
      `,
    )}
    ${isWaiting(state.failure) && state.failure ? html`<p part="alert" role="alert" class="alert calm">${joinSentences(view.locale, failureText(view, state.failure), t("kept_confirmation"))}</p>` : nothing}
    ${phase === "check" || phase === "answer" ? html`<p class=${phase === "check" || isLong ? "" : "later"}>${leaveText(view)}</p>` : nothing}
    ${phase === "book" ? html`<div class="actions"><button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t(isSingle(state) ? "back_one" : "back")}</button></div>` : nothing}
    ${helpView(view)}
    </div>${instructionsView(view, subjectOf(view).sku)}</div>`;
}

/** Once the server has the confirmation it goes on without this page. */
export const leaveText = ({ t, locale }: View): string => joinSentences(locale, t("leave"), t("once"));

function phaseOf(state: State, polls: number, isUnsent: boolean | undefined): Phase {
  if (canChooseAgain(state)) return "book";
  if (isUnsent) return "unsent";
  return isSending(state.task) && state.screen.name === "processing" && polls === 0 ? "answer" : "check";
}

/**
 * Whether this visit saw the wait begin; the time of another visit's is unknown. A user who chose here saw the reward's
 * details, which an arrival at a booking under way does not load.
 */
const isBegunHere = ({ details, sent }: State, phase: Phase): boolean =>
  phase === "book" ? details !== undefined : phase !== "check" || sent !== undefined;

/** The last step if all goes well. */
export const NEXT: Record<Sending["do"], TextKey> = {
  redeem: "step_code",
  activate: "step_link",
  notify: "step_mail",
};

/** What is not known yet. */
const DOUBT: Record<Sending["do"], TextKey> = {
  redeem: "checking_text",
  activate: "checking_activate_text",
  notify: "checking_notify_text",
};

function sendingOf({ sent, order }: { sent?: Sending; order?: KnownOrder }): Sending["do"] {
  const step = sent?.do ?? order?.step;
  return step === "activate" || step === "notify" ? step : "redeem";
}

function stepText(view: View, phase: Phase): unknown {
  const { t } = view;
  if (phase === "unsent") return t("not_connected");
  if (phase === "answer") return t("preparing");
  return moment(view, (time) => t(phase === "book" ? "step_book" : "step_check", { time }));
}

function nowText(view: View, phase: Phase, isSlow: boolean, isOffline: boolean | undefined): string {
  const { state, t } = view;
  if (phase === "unsent") return t("unsent_text");
  if (isOffline) return t("not_connected");
  if (phase === "answer") return t("processing_text");
  const held = isSingle(state) ? "booked_text" : "processing_book_text";
  const said = t(phase === "book" ? held : DOUBT[sendingOf(state)]);
  return joinSentences(view.locale, isSlow && t("slow"), said);
}

/** When this page sent each confirmation. */
const sentAt = new WeakMap<Sending, Date>();

/** With the time only if this page sent the confirmation. The time of another visit's confirmation is unknown here. */
function sentText({ state: { sent }, t, clock, locale }: View): string {
  if (!sent) return t("step_sent");
  const date = sentAt.get(sent) ?? clock.date();
  sentAt.set(sent, date);
  return t("step_sent_at", { time: formatTime(locale, date) });
}
