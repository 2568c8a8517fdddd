/** What `doctor` finds: one line each, which quotes no secret. */

export interface Finding {
  /** `note`: the server starts, but somebody should know. */
  readonly is: "ok" | "note" | "wrong";
  readonly part: string;
  readonly says: string;
}

const finding =
  (is: Finding["is"]) =>
  (part: string, says: string): Finding => ({ is, part, says });
export const ok = finding("ok");
export const note = finding("note");
export const wrong = finding("wrong");
