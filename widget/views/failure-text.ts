/** What happened, and what to do, as exactly as the problem tells. */
import type { Failure } from "../failure.ts";
import { formatDate } from "../format.ts";
import { closedOf } from "../problem-members.ts";
import { problemText } from "../texts/problems.ts";
import type { View } from "./view.ts";

export function failureText({ t, texts, locale }: View, failure: Failure): string {
  const closed = closedOf(failure);
  if (!closed) return problemText(texts, failure.code);
  const { reason } = closed;
  const date = closed.date && formatDate(locale, closed.date);
  return date && (reason === "not_started" || reason === "ended")
    ? t(`promotion_${reason}_on`, { date })
    : t(`promotion_${reason}_text`);
}
