/**
 * What the built widget uses, against the browsers that it supports (vite.config.ts). What only makes a page finer in newer
 * ones stands in the lists, each with its reason. Newer parts of the language's own library do not compile: `lib` in
 * widget/tsconfig.json.
 */
import css from "@eslint/css";
import { ESLint } from "eslint";
import compat from "eslint-plugin-compat";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import config, { BROWSERS } from "../../vite.config.ts";
import { baseStyles } from "../../widget/styles/base.ts";
import { flowStyles } from "../../widget/styles/flow.ts";
import { voucherStyles } from "../../widget/styles/voucher.ts";

/** Asked for before it is used. */
const ASKED_FOR = ["navigator.wakeLock"];

/** Every supported browser has these, although some older one did not have them at the end of 2022. */
const HERE = {
  allowAtRules: ["container", "page"],
  allowProperties: ["container-type", "contain-intrinsic-inline-size", "outline", "overscroll-behavior"],
  allowFunctions: ["color-mix", "fit-content"],
} as const;

/** Without these a page is less fine, and everything can be used: seen with their rules left out. */
const FINER = {
  // Firefox from 121: arrangement by contents
  allowSelectors: ["has"],
  allowProperties: [
    // line breaks
    "text-wrap",
    "hyphens",
    "text-autospace",
    // speed of long lists: Firefox from 125
    "content-visibility",
    "contain-intrinsic-size",
    // WebKit knows these by their prefixed names, which stand beside them
    "user-select",
    "print-color-adjust",
    // WebKit has no forced colours
    "forced-color-adjust",
  ],
  allowPropertyValues: {
    // equal heights of neighbouring cards: Chrome from 117
    "grid-template-rows": ["subgrid"],
    // a text that runs the other way; its prefixed form stands beside it
    "text-align": ["match-parent"],
    "word-break": ["auto-phrase"],
    "break-after": ["avoid"],
  },
} as const;

/** `chrome111` → `chrome 111` */
const browsers = BROWSERS.map((each) =>
  each.replace(/^[a-z]+/, (name) => `${name === "ios" ? "ios_saf" : name} `),
);

const eslint = new ESLint({
  overrideConfigFile: true,
  ignore: false,
  overrideConfig: [
    {
      files: ["**/*.js"],
      plugins: { compat },
      languageOptions: { ecmaVersion: 2022, sourceType: "module" },
      settings: { browsers, polyfills: ASKED_FOR },
      rules: { "compat/compat": "error" },
    },
    {
      files: ["**/*.css"],
      plugins: { css },
      language: "css/css",
      rules: {
        "css/use-baseline": [
          "error",
          {
            available: 2022,
            ...HERE,
            ...FINER,
            allowProperties: [...HERE.allowProperties, ...FINER.allowProperties],
          },
        ],
      },
    },
  ] as ESLint.Options["overrideConfig"],
});

async function findings(text: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ message, line }) => `${line}: ${message}`) ?? [];
}

describe("every supported browser", () => {
  it("has what the built code calls", async () => {
    const output = await build({
      ...config,
      configFile: false,
      logLevel: "silent",
      build: { ...config.build, write: false },
    });
    const files = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
    const chunks = files.flatMap((file) => (file.type === "chunk" ? [file] : []));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { fileName, code } of chunks) expect(await findings(code, fileName), fileName).toEqual([]);
  });

  it.each(Object.entries({ baseStyles, flowStyles, voucherStyles }))(
    "has what %s need, or does without it",
    async (name, { cssText }) => {
      expect(await findings(cssText, `${name}.css`)).toEqual([]);
    },
  );

  it("is asked: a newer function and a newer colour are found", async () => {
    expect(await findings("new Intl.Segmenter();", "new.js")).toHaveLength(1);
    expect(await findings("p { color: light-dark(red, blue) }", "new.css")).toHaveLength(1);
  });
});
