/**
 * `npm run texts` tells the bytes of every language's three files and what is wrong with its words, for those who write them;
 * `npm run texts fr` also prints the words beside the English ones.
 */
import { brotliCompressSync, constants } from "node:zlib";
import { LANGUAGES } from "../../widget/texts/languages.ts";
import type { Group } from "../../widget/texts/texts.ts";
import { ENGLISH } from "../widget/texts/english.ts";
import { GROUPS, mistakesIn } from "../widget/texts/rules.ts";
import { TEXT_BUDGETS } from "./text-budgets.ts";

const wished = process.argv[2];

function bytesOf(values: readonly string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(`export default${JSON.stringify(values)}`, { params }).length;
}

for (const [tag, load] of Object.entries(LANGUAGES)) {
  if (wished && tag !== wished) continue;
  const { language } = await load();
  const sizes = GROUPS.map((group: Group) => {
    const bytes = bytesOf(Object.values(language[group]));
    const budget = TEXT_BUDGETS[group];
    if (bytes > budget) process.exitCode = 1;
    return `${group} ${bytes} of ${budget}${bytes > budget ? " (over)" : ""}`;
  });
  console.log(`${tag}: ${sizes.join(", ")}`);
  for (const group of wished ? GROUPS : []) {
    for (const [key, english] of Object.entries(ENGLISH[group]))
      console.log(`\n${group}.${key}\n  ${english}\n  ${Reflect.get(language[group], key)}`);
  }
  for (const mistake of mistakesIn(tag, language, ENGLISH)) {
    console.log(`  ${mistake}`);
    process.exitCode = 1;
  }
}
