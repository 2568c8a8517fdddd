/** The words that a pass for a phone's wallet has, which the server makes: the same as on the screen. */
import type { enFlow } from "./en-flow.ts";

export const ON_PASSES = [
  "usage_primary",
  "usage_security",
  "usage_url",
  "usage_security_url",
  "usage_security_url_code",
  "expires",
  "how_to_use",
  "important",
  "terms",
  "support",
  "reference",
] as const satisfies readonly (keyof typeof enFlow)[];
