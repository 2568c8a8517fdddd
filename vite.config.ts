/** How the widget becomes files for a browser. `widget/build.ts` runs it and adds what stands beside the files. */
import { pathToFileURL } from "node:url";
import { minifyHTMLLiterals } from "minify-literals";
import { defineConfig, type Plugin } from "vite";

/** The oldest supported browsers. Source: docs/element/pages.md, "Browsers, translators, inverted pages". */
export const BROWSERS = ["chrome111", "edge111", "firefox114", "safari16.4", "ios16.4"];

/** Lit's templates and style sheets without their indentation and comments. */
export function minifyTemplates(): Plugin {
  return {
    name: "minify-templates",
    async transform(code, id) {
      if (!id.includes("/widget/") || !/\b(?:html|svg|css)`/.test(code)) return null;
      // Shapes of an SVG end by their slash alone.
      const html = { keepClosingSlash: true };
      const minified = await minifyHTMLLiterals(code, { fileName: id, sourceMap: false, html });
      return minified && { code: minified.code, map: null };
    },
  };
}

/**
 * Lit's Trusted Types policy under a name of its own: a host page that allows `lit-html` once, for its own Lit, would
 * otherwise refuse the second one, and the widget with it.
 */
export function nameTrustedTypesPolicy(): Plugin {
  const call = 'createPolicy("lit-html"';
  return {
    name: "name-trusted-types-policy",
    transform(code, id) {
      if (!/\/lit-html\/lit-html\.js$/.test(id)) return null;
      if (!code.includes(call)) throw new Error(`lit-html does not say ${call} any more`);
      return { code: code.replace(call, 'createPolicy("reward-redemption"'), map: null };
    },
  };
}

/**
 * Lit's style sheets without `reduce`, in whose place older Prototype.js and its like put a function of another meaning; and without
 * its sentences about mistakes in templates, which TypeScript reports before anything is built.
 */
export function joinStyles(): Plugin {
  const joined = /(\w)\.reduce\(\(\w,\w,\w\)=>.*?\(\w\)\+(\w)\[\w\+1\],\2\[0\]\)/;
  return {
    name: "join-styles",
    transform(code, id) {
      if (/\/lit-html\.js$/.test(id))
        return { code: code.replace("invalid template strings array", ""), map: null };
      // Lit's own builds for development are written in another way, and no page is served them.
      if (!/\/css-tag\.js$/.test(id) || id.includes("/development/")) return null;
      if (!joined.test(code)) throw new Error(`${id} joins styles in another way`);
      const own = code.replace(joined, "String.raw({raw:$2},...$1)");
      return { code: own.replace(/CSSResult is not constructable\.[^"]*/, ""), map: null };
    },
  };
}

/**
 * Each language's file becomes small ones by group, `{tag}-first.js`, `{tag}-flow.js` and so on, which the widget fetches by
 * name: a list of a hundred imports would stand in the file that everybody loads.
 */
function splitLanguages(): Plugin {
  return {
    name: "split-languages",
    async load(id) {
      if (!id.endsWith("/widget/texts/languages.ts")) return null;
      const { TAGS, importTexts } = await import(pathToFileURL(id).href);
      for (const tag of TAGS) {
        for (const group of ["first", "flow", "problems", "wallet", "staff", "phone"]) {
          const source = `export default${JSON.stringify(await importTexts(tag, group))}`;
          this.emitFile({ type: "asset", fileName: `${tag}-${group}.js`, source });
        }
      }
      return {
        code: `import { chunk } from "../chunk.ts";
          export const TAGS = "${TAGS.join(" ")}".split(" ");
          export const importTexts = (tag, group) => chunk(tag + "-" + group).then((file) => file.default);`,
        map: null,
      };
    },
  };
}

export default defineConfig({
  plugins: [minifyTemplates(), nameTrustedTypesPolicy(), joinStyles(), splitLanguages()],
  publicDir: false,
  logLevel: "warn",
  build: {
    target: BROWSERS,
    reportCompressedSize: false,
    // A library, because that keeps Vite's own helper for preloading styles out of the bundle.
    lib: { entry: { "reward-redemption": "widget/served.ts" }, formats: ["es"] },
    rolldownOptions: {
      // Shared code may live in the entry: one file less to wait for.
      preserveEntrySignatures: "allow-extension",
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", minify: true, comments: false },
    },
  },
});
