/** The server refused a session. `code` is one of its problem codes. */
export class SandboxRefusal extends Error {
  override readonly name = "SandboxRefusal";
  readonly code: string;
  /** @internal */
  constructor({ code = "unexpected", detail = "" }) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
