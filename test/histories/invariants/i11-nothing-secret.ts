/** Judged at every log line, every address that is asked for upstream, every error and every page of metrics. */
import type { Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A shorter value may occur in a time stamp or a request id by chance. */
const DISTINCTIVE_LENGTH = 8;

export const nothingSecret: Invariant = {
  id: "I11",
  says: "no secret, token, code, PIN or e-mail in any log line, metric, error, event or URL",
  watch: (evidence) => {
    const tokens = new Set<string>();
    const sessions = new Set<string>();
    const fixed = [
      ...evidence.secrets,
      ...evidence.plans.flatMap(({ email }) => [email, email.split("@")[0] ?? email]),
    ];
    let codes: string[] = [];
    let codesAt = -1;
    const secrets = (): string[] => {
      const count = evidence.departures.length;
      if (count !== codesAt) {
        codesAt = count;
        codes = codeValues(evidence);
      }
      return [...fixed, ...tokens, ...sessions, ...codes];
    };
    const find = (text: string): string | undefined => secrets().find((secret) => text.includes(secret));
    return {
      logged({ line }) {
        const found = find(line);
        return found && `a log line holds ${found}`;
      },
      told({ body }) {
        const found = find(body);
        return found && `an event holds ${found}`;
      },
      departed({ url, bearer, operation }) {
        if (bearer !== undefined) tokens.add(bearer);
        const found = find(decodeURIComponent(operation === "list_redemptions" ? withoutFilter(url) : url));
        return found && `the address of ${operation} holds ${found}`;
      },
      answered({ path, as }, { status, text, data }) {
        if (typeof data?.session_token === "string") sessions.add(data.session_token);
        const isOpen = status < 400 && path !== "/metrics";
        const found = isOpen ? inSuccess(text) : find(text);
        if (found) return `an answer to ${path} (${status}) holds ${found}`;
        const leaked = as !== "browser" && codeValues(evidence).find((value) => text.includes(value));
        return leaked ? `an answer to ${path} holds the code ${leaked}` : undefined;
      },
    };
    /** A session knows its own token, and its codes are for the user. */
    function inSuccess(text: string): string | undefined {
      return [...fixed, ...tokens].find((secret) => text.includes(secret));
    }
  },
};

/** The interface has this filter in the address and nowhere else. Source: docs/proof/interface.md, "Parameters of lists". */
function withoutFilter(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("email");
  return url.href;
}

const codeValues = ({ control }: Evidence): string[] =>
  control
    .codes()
    .flatMap(({ codes }) => codes.map(({ value }) => value))
    .filter((value) => value.length >= DISTINCTIVE_LENGTH);
