/** The operators' keys, each with a name for the log. Source: docs/server/settings.md. */
import { z } from "zod";
import { parseJson } from "../tools/json.ts";
import { KEY_CHARS, KEY_MIN_CHARS, keyring } from "./keys.ts";
import { SettingError, type Source } from "./setting.ts";

export interface OperatorKey {
  readonly name: string;
  readonly key: string;
  /** `read` changes nothing. */
  readonly role: OperatorRole;
}

/** Who has a key. */
export interface Operators {
  byKey(key: string): OperatorKey | undefined;
  byName(name: string): OperatorKey | undefined;
  /** Whether there is any. */
  readonly isAny: boolean;
}

/** Operators that can be read again. */
export interface LiveOperators extends Operators {
  replace(operators: readonly OperatorKey[]): void;
}

export function createOperators(operators: readonly OperatorKey[]): LiveOperators {
  const indexed = (all: readonly OperatorKey[]) => ({
    all,
    byKey: keyring(all.map((operator) => [operator.key, operator] as const)),
  });
  let now = indexed(operators);
  return {
    byKey: (key) => now.byKey(key),
    byName: (name) => now.all.find((operator) => operator.name === name),
    get isAny() {
      return now.all.length > 0;
    },
    replace(next) {
      now = indexed(next);
    },
  };
}

/** The name of OPERATOR_KEY. */
const ONLY_OPERATOR = "operator";

const NAME = /^[A-Za-z0-9._-]{1,32}$/;

const key = z.string().min(KEY_MIN_CHARS).regex(KEY_CHARS);
export const operatorRole = z.enum(["act", "read"]);
export type OperatorRole = z.infer<typeof operatorRole>;
const withRole = z.union([
  key.transform((only) => ({ key: only, role: "act" as const })),
  z.strictObject({ key, role: operatorRole.default("act") }),
]);
const keys = z.record(z.string().regex(NAME), withRole).refine((given) => Object.keys(given).length > 0);

const KEY_EXPECTED = `at least ${KEY_MIN_CHARS} printable ASCII characters without spaces`;

export function parseOperatorKeys(
  { OPERATOR_KEY, OPERATOR_KEYS }: Source,
  sites: readonly { readonly keys: readonly string[] }[],
): OperatorKey[] {
  if (OPERATOR_KEY !== undefined && !key.safeParse(OPERATOR_KEY).success)
    throw new SettingError("OPERATOR_KEY", `expected ${KEY_EXPECTED}`);
  const named = OPERATOR_KEYS === undefined ? {} : readNamed(OPERATOR_KEYS);
  const all: OperatorKey[] = Object.entries(named).map(([name, of]) => ({ name, ...of }));
  if (OPERATOR_KEY !== undefined) all.unshift({ name: ONLY_OPERATOR, key: OPERATOR_KEY, role: "act" });
  for (const member of ["name", "key"] as const)
    if (new Set(all.map((each) => each[member])).size < all.length)
      throw new SettingError("OPERATOR_KEYS", `expected each ${member} once, that of OPERATOR_KEY included`);
  if (all.some((operator) => sites.some(({ keys }) => keys.includes(operator.key))))
    throw new SettingError("OPERATOR_KEY, OPERATOR_KEYS", "expected keys that no site has");
  return all;
}

function readNamed(text: string): z.infer<typeof keys> {
  const expected = `expected a JSON object of names ([A-Za-z0-9._-]{1,32}) and keys, or of names and {"key","role"} with the role act or read, each name once, each key of ${KEY_EXPECTED}`;
  try {
    return keys.parse(parseJson(text));
  } catch {
    throw new SettingError("OPERATOR_KEYS", expected);
  }
}
