/** The lamps of the operator's page: what is wrong, by the part that it is about. Pure. Source: docs/operate/alerts.md, "The lamps". */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import type { Details } from "./details.ts";
import type { Warning } from "./warnings.ts";

export const LAMPS = [
  "Orders",
  "Service",
  "Ledger",
  "Recovery",
  "Backup",
  "Instances",
  "Clock",
  "Budgets",
  "Stock",
  "Site",
] as const;
type LampName = (typeof LAMPS)[number];

export const lamp = z.object({
  lamp: field(z.enum(LAMPS), "What it is about", "Ledger"),
  site: field(z.string().optional(), "Which site, of the lamp `Site`", "shop"),
  is: field(
    z.enum(["well", "note", "look"]),
    "`look`: something is wrong; `note`: nothing is, but a person may want to know",
    "well",
  ),
  says: field(z.array(z.string()), "What is wrong, or to be known", []),
});
export type Lamp = z.infer<typeof lamp>;

interface Shown {
  readonly lamp: LampName;
  readonly is: "note" | "look";
}
const look = (name: LampName): Shown => ({ lamp: name, is: "look" });

const SHOWN: Readonly<Record<Warning["code"], Shown>> = {
  attention: look("Orders"),
  authorize_unanswered: look("Site"),
  backup_late: look("Backup"),
  budget_empty: look("Budgets"),
  budget_low: look("Budgets"),
  budget_unknown: look("Budgets"),
  clock: look("Clock"),
  credentials_refused: look("Service"),
  instance_silent: look("Instances"),
  ledger_recovered: look("Recovery"),
  ledger_unavailable: look("Ledger"),
  orders_overdue: look("Instances"),
  // A shop is out of something every day; users see it, and nothing is refused that was promised.
  out_of_stock: { lamp: "Stock", is: "note" },
  outcomes_unknown: look("Service"),
  requests_fail: look("Service"),
  stock_unknown: look("Stock"),
  webhook_late: look("Site"),
  webhook_off: look("Site"),
};

export interface LampsOptions {
  readonly details: Pick<Details, "warnings" | "recovery" | "instances">;
  /** The sites that are sent or asked something. */
  readonly sites: readonly string[];
  /** What there is to know of the ledger's copies, if anything. */
  readonly copies: string | undefined;
}

/** One for each part, and one for each site that has a webhook or is asked; that of a recovery only where there was one. */
export function lampsOf({ details, sites, copies }: LampsOptions): Lamp[] {
  const { warnings, recovery, instances } = details;
  const notes: Partial<Record<LampName, string | undefined>> = {
    Backup: copies,
    Recovery:
      recovery &&
      `The ledger was put back or lost at ${new Date(recovery.at).toISOString()}: each order of before is looked up at the service before anything is chosen for it.`,
    Instances:
      new Set(instances.map(({ version }) => version)).size > 1
        ? "Two versions run: one is replacing the other."
        : undefined,
  };
  const one = (name: LampName, site?: string): Lamp => {
    const told = warnings.filter(
      (warning) => SHOWN[warning.code].lamp === name && (site === undefined || warning.site === site),
    );
    const note = told.length === 0 ? notes[name] : undefined;
    const isWrong = told.some(({ code }) => SHOWN[code].is === "look");
    return {
      lamp: name,
      ...(site !== undefined && { site }),
      is: isWrong ? "look" : told.length > 0 || note !== undefined ? "note" : "well",
      says: [...told.map(({ message }) => message), ...(note === undefined ? [] : [note])],
    };
  };
  return LAMPS.flatMap((name) => {
    if (name === "Site") return sites.map((site) => one(name, site));
    return name === "Recovery" && !recovery ? [] : [one(name)];
  });
}
