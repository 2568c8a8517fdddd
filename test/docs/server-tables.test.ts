/** The tables of docs/server.md are those of the schemas that validate. `npm run docs` renews them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openapiDocument } from "../../server/openapi.ts";
import { type Document, withTables } from "./server-tables.ts";

const page = readFileSync(new URL("../../docs/server.md", import.meta.url), "utf8");
const document = openapiDocument("", "https://rewards.example") as Document;

it("the page shows them as they are now", () => {
  expect(withTables(page, document) === page, "run `npm run docs`").toBe(true);
});

it("a member that changes its meaning changes the page", () => {
  const changed = structuredClone(document);
  const { SessionRequest } = changed.components.schemas as Record<
    string,
    { properties: { max_amount: { description: string } } }
  >;
  if (SessionRequest) SessionRequest.properties.max_amount.description = "Another meaning";
  expect(withTables(page, changed)).toContain("Another meaning");
});
