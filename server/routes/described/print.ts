/**
 * Prints the OpenAPI document as the packages have it: with a placeholder in the place of a server's own address. A script, so that
 * the widget's build has the document without the server's code.
 */
import { readFileSync } from "node:fs";
import { openapiDocument } from "./openapi.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
process.stdout.write(`${JSON.stringify(openapiDocument(version, "https://rewards.example"))}\n`);
