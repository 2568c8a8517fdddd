/** The codes of a redeemed order. Source: openapi.json, POST /v1/order/codes; docs/proof/interface.md, "Fields". */
import { z } from "zod";
import { field } from "./field.ts";

export const codeItem = z.object({
  name: field(z.string(), "What the service calls it", "Code"),
  value: field(z.string(), "The code, PIN or link itself", "ABCD-1234"),
  format: field(z.enum(["string", "url"]), "Whether the value is a link", "string"),
  usage: field(
    z.enum(["primary", "security", "url", "security_url", "security_url_code"]),
    "What it is for: a code, its PIN, a link, a link that asks for a code, that code",
    "primary",
  ),
});

export const codes = z
  .object({
    reward_format: field(
      z.object({
        usages: field(z.array(codeItem.shape.usage), "Which items there are, in the order to show them", [
          "primary",
          "security",
        ]),
        barcode_type: field(z.enum(["none", "c128", "qrcode"]), "Which barcode the service asks for", "c128"),
      }),
      "How the reward is to be shown",
    ),
    items: field(z.array(codeItem), "The codes, PINs and links, in the order to show them"),
    barcode: field(
      z
        .object({
          type: field(z.enum(["c128", "qrcode"]), "The kind of barcode to draw", "c128"),
          value: field(z.string(), "What it encodes, which may differ from the text of any item", "ABCD1234"),
        })
        .optional(),
      "Absent where none is to be drawn",
    ),
    printable_document_url: field(
      z.string().optional(),
      "A document to print, where there is one; `https:`",
      "https://rewards.example.net/documents/8f2c.pdf",
    ),
    expiration_datetime: field(
      z.string().optional(),
      "Until when the codes can be used, as the service writes it",
      "2027-11-22T00:00:00Z",
    ),
  })
  .meta({ id: "Codes", description: "What the user came for. Never in a log, a cache or a storage" });

/** The balance of a card; null if the reward's provider does not say. Source: docs/proof/interface.md, "Operations". */
export const balance = z
  .object({
    card_balance: field(z.number().nullable(), "In units of the currency; null where it is not told", 12.5),
    card_currency: field(z.string().nullable(), "ISO 4217; null where it is not told", "USD"),
  })
  .meta({ id: "Balance", description: "What is left on the card" });
export type Balance = z.infer<typeof balance>;
