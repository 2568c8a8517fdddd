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

const encoded = (coding: string, body: string | Uint8Array<ArrayBuffer>, scheme = "Bearer") =>
  world.request("/v1/sessions", {
    method: "POST",
    headers: {
      Authorization: `${scheme} ${SITE_KEY}`,
      "Content-Type": "application/json",
      "Content-Encoding": coding,
    },
    body,
  });

it.each(["gzip", "br", "x".repeat(99)])(
  "a body with Content-Encoding %s is refused by that name",
  async (coding) => {
    const answer = await encoded(coding, Uint8Array.of(0x1f, 0x8b, 8));
    expect(codeOf(answer)).toEqual([415, "unsupported_media_type"]);
    expect(answer.problem.detail).toContain(
      coding.length < 16 ? `Content-Encoding: ${coding}` : "Content-Encoding",
    );
  },
);

it("a body whose Content-Encoding is identity is read, after any number of blanks in the authorization", async () => {
  expect((await encoded("identity", `{${REST}}`, "bearer  ")).status).toBe(201);
});

it("a name that stands in a text, or in two objects, is named once in each", async () => {
  const text = JSON.stringify(`{"message":"\\", "message" : 1}`);
  const pdf = `{"pdf":{"message":${text},"sender_name":"order_id"}}`;
  const groups = `[{"name":"A","skus":["X"]},{"name":"B","skus":["X"]}]`;
  expect((await mint(`{${REST},"customization":${pdf},"groups":${groups}}`)).status).toBe(201);
});
