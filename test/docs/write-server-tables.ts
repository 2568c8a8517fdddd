/** Renews the tables of docs/server.md: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { openapiDocument } from "../../server/openapi.ts";
import { type Document, withTables } from "./server-tables.ts";

const page = new URL("../../docs/server.md", import.meta.url);
const document = openapiDocument("", "https://rewards.example") as Document;
writeFileSync(page, withTables(readFileSync(page, "utf8"), document));
