/** Translations follow the English texts: who changes one is reminded of the other languages. */
import { expect, it } from "vitest";
import { ENGLISH } from "./english.ts";

const HEAD = `The English texts from which the other languages were written. When one changes, change it in every language of
widget/texts (docs/contribute/translating.md), then renew this file: npx vitest run test/widget/texts/translated.test.ts -u
`;

it("the English texts are the ones from which the other languages were written", async () => {
  const lines = Object.entries(ENGLISH).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => `${group}.${key}: ${text}`),
  );
  await expect([HEAD, ...lines, ""].join("\n")).toMatchFileSnapshot("translated.txt");
});
