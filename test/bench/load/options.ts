/** What the load bench is told on its command line. */
import { parseArgs } from "node:util";

export const PHASES = ["mixed", "hung", "slow", "unread", "limits", "stampede", "flood"] as const;
export type Phase = (typeof PHASES)[number];
const LEDGERS = ["postgres", "sqlite"] as const;

export interface Options {
  /** Requests a second of the mixed traffic. */
  readonly rate: number;
  readonly seconds: number;
  /** `postgres`: two servers on one database; `sqlite`: one server on one file. */
  readonly ledger: (typeof LEDGERS)[number];
  /** Of the faults. */
  readonly seed: number;
  /** Sessions of the stampede, and of the flood. */
  readonly users: number;
  /** Slow connections. */
  readonly slow: number;
  /** How long connections are opened that read nothing. */
  readonly unread: number;
  readonly phases: readonly Phase[];
  readonly json: boolean;
}

function whole(text: string, name: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name}: expected a whole number from 1`);
  return Number(text);
}

function among<T extends string>(text: string, known: readonly T[], name: string): T {
  const found = known.find((each) => each === text);
  if (!found) throw new Error(`--${name}: expected ${known.join(", ")}`);
  return found;
}

/** @throws Error naming the option that is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: "string", default: "300" },
      seconds: { type: "string", default: "30" },
      ledger: { type: "string", default: "postgres" },
      seed: { type: "string", default: "1" },
      users: { type: "string", default: "500" },
      slow: { type: "string", default: "1000" },
      unread: { type: "string", default: "120" },
      only: { type: "string", default: PHASES.join(",") },
      json: { type: "boolean", default: false },
    },
  });
  return {
    rate: whole(values.rate, "rate"),
    seconds: whole(values.seconds, "seconds"),
    ledger: among(values.ledger, LEDGERS, "ledger"),
    seed: whole(values.seed, "seed"),
    users: whole(values.users, "users"),
    slow: whole(values.slow, "slow"),
    unread: whole(values.unread, "unread"),
    phases: values.only.split(",").map((each) => among(each, PHASES, "only")),
    json: values.json,
  };
}
