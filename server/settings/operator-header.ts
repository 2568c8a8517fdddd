/** Operators who signed in at the proxy in front, which names them in a header. Source: docs/server/audit.md, "Signing in". */
import { z } from "zod";
import { parseJson } from "../tools/json.ts";
import { blockOf, type Network } from "../tools/public-address.ts";
import { type OperatorRole, operatorRole } from "./operator-keys.ts";
import { allOrNone, SettingError, type Source } from "./setting.ts";

export interface OperatorHeader {
  readonly name: string;
  /** The proxies that may set it. */
  readonly proxies: readonly Network[];
  /** Who may come in, by the name in the header. */
  readonly people: ReadonlyMap<string, OperatorRole>;
}

const NAMES = ["OPERATOR_HEADER", "OPERATOR_PROXIES", "OPERATORS"] as const;
/** Source: RFC 9110, 5.1. */
const HEADER = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
/** These have a meaning of their own. */
const TAKEN =
  /^(?:authorization|cookie|host|origin|referer|user-agent|accept.*|content-.*|sec-.*|x-forwarded-.*|forwarded)$/i;
const PERSON = /^[\x21-\x7e]{1,64}$/;
const people = z
  .record(z.string().regex(PERSON), operatorRole)
  .refine((given) => Object.keys(given).length > 0);

export function parseOperatorHeader(source: Source, trustedProxies: number): OperatorHeader | undefined {
  const given = allOrNone(source, NAMES);
  if (!given) return undefined;
  const name = given.OPERATOR_HEADER;
  if (!HEADER.test(name) || TAKEN.test(name))
    throw new SettingError(
      "OPERATOR_HEADER",
      "expected the name of a header of its own, such as Remote-User",
    );
  if (trustedProxies === 0)
    throw new SettingError("TRUSTED_PROXIES", "expected at least 1 beside OPERATOR_HEADER");
  const proxies = given.OPERATOR_PROXIES.split(/[\s,]+/)
    .filter((each) => each !== "")
    .map((each) => blockOf(each));
  if (proxies.length === 0 || proxies.includes(undefined))
    throw new SettingError("OPERATOR_PROXIES", "expected CIDR blocks such as 10.0.0.5/32, fd00::5/128");
  return {
    name,
    proxies: proxies.filter((each) => each !== undefined),
    people: new Map(Object.entries(readPeople(given.OPERATORS))),
  };
}

function readPeople(text: string): z.infer<typeof people> {
  try {
    return people.parse(parseJson(text));
  } catch {
    throw new SettingError(
      "OPERATORS",
      'expected a JSON object of names and roles such as {"anna@example.com":"act","ben@example.com":"read"}',
    );
  }
}
