/** A code for the phone's own wallet. Source: openapi.json, POST /v1/order/pass. */
import { z } from "zod";
import { field } from "./field.ts";
import { openingRequest } from "./opening.ts";
import { wallet } from "./words.ts";

/** The media type of a pass for Apple Wallet. Source: Apple, "Distributing and Updating a Pass". */
export const PASS_TYPE = "application/vnd.apple.pkpass";

export const passRequest = z
  .object({
    wallet: field(wallet, "Whose wallet it is for", "apple"),
    locale: field(
      openingRequest.shape.locale,
      "The language that the page speaks, for the words on the pass; BCP 47. It goes before the session's",
      "fr-FR",
    ),
  })
  .meta({ id: "PassRequest", description: "Which pass is wished" });
export type PassRequest = z.infer<typeof passRequest>;

export const passLink = z
  .object({
    url: field(
      z.string(),
      "Where Google adds the pass; the pass with its code is in the address, which is worth as much as the code",
      "https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk",
    ),
  })
  .meta({ id: "PassLink", description: "A pass for Google Wallet" });
export type PassLink = z.infer<typeof passLink>;
