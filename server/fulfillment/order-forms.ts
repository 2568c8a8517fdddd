/**
 * An operation whose path the interface shows in two forms: chooses the form, and decides whether a 404 concerns the form.
 *
 * A service that does not know the form answers like one that does not know the promotion or the reward: 404 `not_found`. In either
 * case the 404 proves that nothing was done. So the other form is sent only after a 404, and only if the promotion is known to
 * offer the reward: then only the form can be wrong. A 405 never concerns a promotion. After any other answer, above all an unclear
 * one, no second call is made.
 *
 * A proven form is remembered until the process ends: from then on a 404 is a plain refusal.
 * Source: interface, the note below the endpoint summary; integrity rule 3.
 */
import type { Answer } from "./answer.ts";

export interface TwoFormsOptions<F extends string> {
  readonly preferred: F;
  readonly other: F;
  /** Called once, if the service turns out to use the other form. */
  readonly onOther: (form: F) => void;
}

export class TwoForms<F extends string> {
  readonly #options: TwoFormsOptions<F>;
  #proven: F | undefined;

  constructor(options: TwoFormsOptions<F>) {
    this.#options = options;
  }

  /**
   * @param call sends the call in a form; both forms carry the same order
   * @param isOffered whether the promotion is known to offer the reward; false if that is unknown
   * @returns the answer that counts
   */
  async send(call: (form: F) => Promise<Answer>, isOffered: () => Promise<boolean>): Promise<Answer> {
    const first = this.#proven ?? this.#options.preferred;
    const answer = await call(first);
    this.#learn(first, answer);
    // A proven form is in no doubt; another call may have proven the form during this call.
    const doubt = this.#proven === first ? "none" : formDoubt(answer);
    if (doubt === "none" || (doubt === "form_or_promotion" && !(await isOffered()))) return answer;
    const { preferred, other } = this.#options;
    const second = first === preferred ? other : preferred;
    const answered = await call(second);
    this.#learn(second, answered);
    // If both answers may concern the form, use the 404, which may also concern the promotion.
    return formDoubt(answered) === "form" ? answer : answered;
  }

  /** A form is proven once the service has processed a call in it. */
  #learn(form: F, answer: Answer): void {
    if (this.#proven !== undefined || !isProof(answer)) return;
    this.#proven = form;
    if (form === this.#options.other) this.#options.onOther(form);
  }
}

/** Many services check credentials before paths, so a 401 proves no form; a 422 concerns the content, so it does. */
function isProof(answer: Answer): boolean {
  return answer.kind === "data" || (answer.kind === "refused" && answer.status === 422);
}

type FormDoubt = "none" | "form_or_promotion" | "form";

/** Whether a refusal may concern the form. */
function formDoubt(answer: Answer): FormDoubt {
  if (answer.kind !== "refused") return "none";
  if (answer.status === 405) return "form";
  return answer.status === 404 && answer.error === "not_found" ? "form_or_promotion" : "none";
}
