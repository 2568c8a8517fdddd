/** The backend's client is what the OpenAPI document makes of it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CLIENT_SOURCE, clientSource, type Document, readDocument } from "../../widget/client-source.ts";

it("is the newest: npm run docs renews it", () => {
  expect(clientSource(readDocument())).toBe(readFileSync(CLIENT_SOURCE, "utf8"));
});

/** A document of one route of a site. */
const documentOf = (path: string, operation: object): Document => ({
  paths: {
    [path]: {
      post: { operationId: "change", summary: "Changes", tags: ["site"], responses: {}, ...operation },
    },
  },
  components: { schemas: {} },
});
const schema = { type: "string" };

it("refuses a member that would stand in the address and in the body: the client takes one object", () => {
  const body = {
    required: true,
    content: { "application/json": { schema: { type: "object", properties: { id: schema } } } },
  };
  const parameters = [{ in: "path", name: "id", required: true, schema }];
  expect(() => clientSource(documentOf("/v1/{id}", { parameters, requestBody: body }))).toThrow("change: id");
});

it("has nothing of the routes of browsers and operators", () => {
  expect(clientSource(documentOf("/v1/order", { tags: ["browser"] }))).not.toContain("/v1/order");
});

it("writes a description's end of a comment so that the comment goes on", () => {
  const source = clientSource(documentOf("/v1/a", { summary: "All of */v1*/" }));
  expect(source).toContain("All of *\\/v1*\\/");
});
