/** What the operator's page signs in with, and what it is told. */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";

export const signIn = z
  .strictObject({ key: field(z.string().max(512), "An operator's key", "an-operators-key-of-32-characters") })
  .meta({ id: "SignIn", description: "Signs in at the operator's page" });

export const operatorSession = z
  .object({
    name: field(z.string(), "The name of the key, or of the person whom the proxy names", "anna"),
    role: field(z.enum(["act", "read"]), "`read` changes nothing", "act"),
    by: field(z.enum(["key", "cookie", "header"]), "How the operator was recognised", "cookie"),
  })
  .meta({ id: "OperatorSession", description: "Who is signed in" });
export type OperatorSession = z.infer<typeof operatorSession>;
