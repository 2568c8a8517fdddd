/**
 * An operation whose path the interface shows in two forms: which one to send, and when a 404 is about the form.
 *
 * A service that does not know the form answers like one that does not know the promotion or the reward: 404
 * `not_found`, which proves in either case that nothing was done. So the other form is sent only after such a no, and
 * only where the promotion is known to offer the reward, so that nothing but the form can be at fault. A 405 is never
 * about a promotion. After anything else, and above all after an unclear answer, no second call is made.
 *
 * What a form was found to be is remembered until the process ends: from then on a 404 is a plain no.
 * Source: interface, the note below the endpoint summary; integrity rule 3.
 */
import type { Answer } from "./answer.ts";

export interface TwoFormsOptions<F extends string> {
  readonly preferred: F;
  readonly other: F;
  /** Told once, when the service turns out to take the other form. */
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
   * @param isOffered whether the promotion is known to offer the reward; false where that cannot be told
   * @returns the answer that counts
   */
  async send(call: (form: F) => Promise<Answer>, isOffered: () => Promise<boolean>): Promise<Answer> {
    const first = this.#proven ?? this.#options.preferred;
    const answer = await call(first);
    this.#learn(first, answer);
    // A proven form is in no doubt; which one that is may have turned out during this call, by another one.
    const doubt = this.#proven === first ? "none" : formDoubt(answer);
    if (doubt === "none" || (doubt === "form_or_promotion" && !(await isOffered()))) return answer;
    const { preferred, other } = this.#options;
    const second = first === preferred ? other : preferred;
    const answered = await call(second);
    this.#learn(second, answered);
    // Of two that may both be about the form, a 404 is the one that may also be about the promotion.
    return formDoubt(answered) === "form" ? answer : answered;
  }

  /** A form is proven when the service has dealt with what was sent in it. */
  #learn(form: F, answer: Answer): void {
    if (this.#proven !== undefined || !isProof(answer)) return;
    this.#proven = form;
    if (form === this.#options.other) this.#options.onOther(form);
  }
}

/** Credentials are checked before paths in many services, so a 401 proves no form; a 422 is about what was sent in it. */
function isProof(answer: Answer): boolean {
  return answer.kind === "data" || (answer.kind === "refused" && answer.status === 422);
}

type FormDoubt = "none" | "form_or_promotion" | "form";

/** What a no may be about. */
function formDoubt(answer: Answer): FormDoubt {
  if (answer.kind !== "refused") return "none";
  if (answer.status === 405) return "form";
  return answer.status === 404 && answer.error === "not_found" ? "form_or_promotion" : "none";
}
