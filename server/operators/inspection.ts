/**
 * What a running server says of itself to those who mend it: its settings, what `doctor` finds, and all of it as one report.
 * Nothing in it is a secret, a code, or an address of a person or a client. Source: docs/operate/index.md, "The page".
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import type { SettingInForce } from "../settings/in-force.ts";
import { attentionOrder } from "./attention-query.ts";
import { type KeyHolder, keyHolder } from "./key-holders.ts";
import { lamp } from "./lamps.ts";

const settingInForce = z.object({
  name: field(z.string(), "The setting", "LOG_LEVEL"),
  value: field(z.string(), "Its value; of a secret that it is set", "info"),
});
const finding = z.object({
  is: field(z.enum(["ok", "note", "wrong"]), "`note`: it works, but somebody should know", "ok"),
  part: field(z.string(), "What was tried", "ledger"),
  says: field(z.string(), "What was found, and what to do", "sqlite can be read and written"),
});

export const settingsSeen = z
  .object({
    settings: field(z.array(settingInForce), "The settings as they are in force, without secrets"),
    holders: field(z.array(keyHolder), "Who may do what, and since when"),
  })
  .meta({ id: "SettingsInForce", description: "The settings as they are in force" });

export const examination = z
  .object({ findings: field(z.array(finding), "What `doctor` finds now, part by part") })
  .meta({ id: "Examination", description: "What `doctor` finds" });

export const report = z
  .object({
    made_at: field(z.iso.datetime(), "When", "2026-11-22T12:00:00.000Z"),
    version: field(z.string(), "Of the server", "0.1.0"),
    node: field(z.string(), "Of Node.js", "v24.0.0"),
    system: field(z.string(), "Operating system and processor", "linux x64"),
    environment: field(z.string(), "`simulated`, `sandbox` or `production`", "production"),
    settings: field(z.array(settingInForce), "As in `/operator/settings`"),
    findings: field(z.array(finding), "As in `/operator/doctor`"),
    lamps: field(z.array(lamp), "As in `/operator/state`"),
    orders: field(z.array(attentionOrder), "The orders that need a person"),
    metrics: field(z.string(), "As in `/metrics`", "reward_redemption_ledger_up 1"),
    log: field(z.array(z.record(z.string(), z.unknown())), "The last thousand lines", [
      { time: "2026-11-22T12:00:00.000Z", level: "info", msg: "request", route: "/v1/order", status: 200 },
    ]),
  })
  .meta({ id: "Report", description: "Everything for a report of a fault, without a secret" });
export type Report = z.infer<typeof report>;

/** What only the module that starts the process knows. */
export interface Inspection {
  settings(): readonly SettingInForce[];
  holders(): Promise<readonly KeyHolder[]>;
  findings(): Promise<z.infer<typeof examination>["findings"]>;
  /** The last lines of the log, oldest first. */
  lines(): readonly string[];
  readonly system: Pick<Report, "node" | "system">;
}

/** A line of the log without what tells of a person: a client's address, and the operator, who may have an e-mail address for a name. */
export function lineForReport(line: string): Record<string, unknown> {
  const { address: _, operator: __, ...fields } = JSON.parse(line) as Record<string, unknown>;
  return fields;
}
