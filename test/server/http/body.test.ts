/** JSON that two readers may read differently is refused. */
import { expect, it } from "vitest";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, SITE_KEY } from "../../support/world.ts";

useWorld();

const mint = (body: string) =>
  world.request("/v1/sessions", {
    method: "POST",
    headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
    body,
  });
const REST = `"order_id":"twice","promotion_id":"4001","user":{"email":"user@example.com"}`;

it.each([
  `{${REST},"max_amount":"20","max_amount":"500"}`,
  `{${REST},"max_amount":"20","max\\u005famount":"500"}`,
  `{"order_id":"twice","promotion_id":"4001","user":{"email":"a@example.com","email":"b@example.com"}}`,
])("a member named twice: %s", async (body) => {
  const answer = await mint(body);
  expect(codeOf(answer)).toEqual([400, "invalid_json"]);
  expect(answer.problem.detail).toContain("names a member twice");
});

it("a name that stands in a text, or in two objects, is named once in each", async () => {
  const text = JSON.stringify(`{"message":"\\", "message" : 1}`);
  const pdf = `{"pdf":{"message":${text},"sender_name":"order_id"}}`;
  const groups = `[{"name":"A","skus":["X"]},{"name":"B","skus":["X"]}]`;
  expect((await mint(`{${REST},"customization":${pdf},"groups":${groups}}`)).status).toBe(201);
});
