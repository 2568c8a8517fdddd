import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Control, PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { POPPLER, pictureOf } from "../../support/poppler.ts";
import { canUse } from "../../support/programs.ts";
import { scan } from "../../support/scanner.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";
import { pagesOf, textOf } from "./pdf/support.ts";

const hasPaper = canUse(POPPLER);

interface Wanted {
  readonly promotion?: number;
  readonly sku?: string;
  readonly message?: string;
  readonly sender_name?: string;
}

/** Redeems, and loads the PDF behind the link in the codes. */
async function card({ promotion = PROMOTIONS.main, sku = SKU.fixed, ...pdf }: Wanted = {}) {
  const { app, api, control } = setUp();
  const { data } = await api("POST", `/promotions/${promotion}/rewards/${sku}/redemptions/redeem`, {
    data: { order_id: "order-1", user: { email: EMAIL }, customization: { pdf } },
  });
  const link = data.reward_codes?.codes.find(({ usage }) => usage === "printable_document_url")?.value ?? "";
  const answer = await app.request(new URL(link).pathname);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const file = new Uint8Array(await answer.arrayBuffer());
  return { data, control, file, text: textOf(file), pages: pagesOf(file) };
}

const codesOf = (control: Control, ...usages: string[]) =>
  usages.map((usage) => control.codes()[0]?.codes.find((item) => item.usage === usage)?.value);

describe("the printable card", () => {
  it("has the reward, its codes, and how to use them", async () => {
    const { text, control } = await card({ sku: "PLUMVALE-CODE-PIN-C128-30" });
    const lines = text.split("\n");
    expect(lines[0]).toBe("Plumvale Market");
    const [number = "", pin = ""] = codesOf(control, "primary", "security");
    expect(lines).toContain(pin);
    const shown = lines.find((line) => line.replaceAll(" ", "") === number);
    expect(shown).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/);
    expect(text).toContain("$30");
    expect(text).toContain("1. Pick what you want to buy.");
    expect(text).toContain("Terms and conditions");
  });

  it.skipIf(!hasPaper).each([
    ["PLUMVALE-CODE-PIN-C128-30", "barcode", "Code128"],
    ["CINDERGATE-CODE-QR-20", "primary", "QRCode"],
  ])("%s has the barcode that its format asks for, above its codes", async (sku, usage, format) => {
    const { file, control } = await card({ sku });
    const folder = mkdtempSync(join(tmpdir(), "card-"));
    const path = join(folder, "card.pdf");
    writeFileSync(path, file);
    const [value] = codesOf(control, usage);
    expect(await scan(pictureOf(path))).toEqual([{ format, text: value }]);
    rmSync(folder, { recursive: true });
  });

  it("has the personal message and the sender's name", async () => {
    const { text } = await card({ message: "Bon anniversaire, Zoé (5 €)", sender_name: "Anaïs & Noé" });
    expect(text).toContain("Bon anniversaire, Zoé (5 €)\nFrom Anaïs & Noé");
    expect(text).not.toContain("cannot be printed");
  });

  it("has neither if none was given", async () => {
    const { text } = await card({ message: "  " });
    expect(text).not.toContain("From");
  });

  it("says so if characters of the message could not be printed", async () => {
    const { text } = await card({ message: "Sto lat, Łukasz! 🎁 お誕生日" });
    expect(text).toContain("Sto lat, ?ukasz! ? ????");
    expect(text).toContain("Some characters of the message cannot be printed here and were replaced.");
  });

  it("wraps a long message and continues on more pages", async () => {
    const words = Array.from({ length: 1500 }, (_, i) => `word${i}`);
    const { text, pages } = await card({ message: words.join(" "), sender_name: "The end" });
    expect(pages.length).toBeGreaterThan(2);
    expect(text.replaceAll("\n", " ")).toContain(words.join(" "));
  });

  it("is in the promotion's language, and says until when a code is valid", async () => {
    const french = { promotion: PROMOTIONS.notifyingFrench, sku: "FR-OATVANE-10", sender_name: "Noé" };
    const { text } = await card(french);
    expect(text).toContain("De la part de Noé");
    expect(text).toContain("Valable jusqu’au 6 septembre 2026");
    expect((await card({ sku: "CINDERGATE-15" })).text).toContain("Valid until June 8, 2026");
  });
});
