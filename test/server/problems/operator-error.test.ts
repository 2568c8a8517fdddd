/** The type of an error that ends a command decides what is shown of it. */
import { describe, expect, it } from "vitest";
import { BackupError } from "../../../server/ledger/backup.ts";
import { LedgerBelongsElsewhere } from "../../../server/ledger/ledger.ts";
import { lineForOperator, OperatorError } from "../../../server/problems/operator-error.ts";
import { SettingError } from "../../../server/settings/setting.ts";
import { WidgetNotBuilt } from "../../../server/widget/build.ts";

const SECRET = "postgres://shop:a-password@db.example/ledger";
const withCode = (code: unknown): Error => Object.assign(new TypeError(SECRET), { code });

describe("the line for the operator", () => {
  it.each([
    [new OperatorError("a disk: expected room"), "a disk: expected room"],
    [new SettingError("PORT", "expected a number"), "PORT: expected a number"],
    [new BackupError("the file exists already"), "the file exists already"],
    [new LedgerBelongsElsewhere(), /^DATABASE_URL: expected a ledger of this FULFILLMENT_BASE_URL/],
    [new WidgetNotBuilt(), /npm run build$/],
  ])("of an error that is written for operators is its message: %s", (error, line) => {
    expect(lineForOperator(error)).toMatch(line);
  });

  it.each([
    ["no code", new Error(SECRET), "Error"],
    ["a code of the system", withCode("ENOENT"), "TypeError ENOENT"],
    ["a code that is text", withCode(SECRET), "TypeError"],
    ["a code that is a number", withCode(5), "TypeError"],
    ["an error inside an error", new Error("outside", { cause: new OperatorError("inside") }), "Error"],
  ])("of any other error, with %s, holds nothing of the message", (_, error, line) => {
    expect(lineForOperator(error)).toBe(line);
  });

  it("of what is no error says nothing of the value", () => {
    expect(lineForOperator(SECRET)).toBe("unknown error");
  });
});
