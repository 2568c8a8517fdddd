/** What the maker shows of calls has no secret. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const file = resolve(import.meta.dirname, "../../../demo/brand/page/json.js");
const { withoutSecrets } = (await import(pathToFileURL(file).href)) as {
  withoutSecrets(name: string, value: unknown): unknown;
};

it("hides what is worth a code or opens a session, at any depth", () => {
  const secrets = {
    session_token: "SECRET-1",
    data: {
      url: "https://SECRET-2",
      codes: {
        items: [{ value: "SECRET-3" }],
        barcode: { value: "SECRET-4" },
        printable_document_url: "SECRET-5",
      },
    },
  };
  const plain = {
    value: { amount: 20, currency: "USD" },
    logo_url: "https://plain",
    masked_email: "a…",
    code: "not_found",
  };
  const shown = JSON.stringify({ ...secrets, ...plain }, withoutSecrets);
  expect(shown).not.toContain("SECRET");
  expect(JSON.parse(shown)).toMatchObject(plain);
});
