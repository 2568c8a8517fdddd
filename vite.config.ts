/** How the widget becomes files for a browser. `widget/build.ts` runs it and adds what stands beside the files. */
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { defineConfig, type Plugin } from "vite";

const TEMPLATE_TAGS = new Set(["html", "svg"]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Line breaks between tags go, as in JSX; others become one space. */
function minifyHtml(text: string): string {
  return text.replace(/\s*\n\s*/g, (_, at: number, whole: string) => {
    const rest = whole.slice(at).trimStart();
    const before = whole.slice(0, at).trimEnd();
    return before === "" && rest === "" ? " " : before.endsWith(">") || rest.startsWith("<") ? "" : " ";
  });
}

/** The texts of Lit's templates without their indentation. */
function minifyTemplates(): Plugin {
  return {
    name: "minify-templates",
    transform(code, id) {
      if (!id.includes("/widget/") || !/\b(?:html|svg)`/.test(code)) return null;
      const edits: { start: number; end: number; text: string }[] = [];
      const visit = (node: unknown): void => {
        if (node === null || typeof node !== "object") return;
        const { type, tag, quasi } = node as {
          type?: string;
          tag?: { name?: string };
          quasi?: { quasis: readonly (Node & { value: { raw: string } })[] };
        };
        if (type === "TaggedTemplateExpression" && quasi && TEMPLATE_TAGS.has(tag?.name ?? "")) {
          for (const { start, end, value } of quasi.quasis)
            edits.push({ start, end, text: minifyHtml(value.raw) });
        }
        for (const child of Object.values(node)) visit(child);
      };
      visit(this.parse(code));
      let minified = code;
      for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
        minified = minified.slice(0, start) + text + minified.slice(end);
      }
      return { code: minified, map: null };
    },
  };
}

/**
 * The modules of `widget/styles/` are run, and each sheet that they export is minified as a whole: the parts of a template
 * between two `${}` are no style sheets, and what white space means there is known only with the values put in.
 */
function minifyStyles(): Plugin {
  const module = /\/widget\/styles\/(?!css\.ts$)[^/]+\.ts$/;
  const minify = async (sheet: string, id: string): Promise<string> => {
    const { code, warnings } = await transform(sheet, { loader: "css", minify: true, logLevel: "silent" });
    const [warning] = warnings;
    if (warning) throw new Error(`${id}: ${warning.text}: ${warning.location?.lineText}`);
    return JSON.stringify(code.trim());
  };
  return {
    name: "minify-styles",
    async load(id) {
      if (!module.test(id)) return null;
      const { href } = pathToFileURL(id);
      const { Styles } = await import(new URL("css.ts", href).href);
      const exported = Object.entries(await import(href)).map(async ([name, value]) => {
        if (typeof value === "number") return `export const ${name} = ${value};`;
        if (typeof value === "string") return `export const ${name} = ${await minify(value, id)};`;
        if (!(value instanceof Styles)) throw new Error(`${id}: ${name} is no style sheet and no number`);
        // Not called for its effects: a sheet that only went into others is left out.
        return `export const ${name} = /* @__PURE__ */ new Styles(${await minify(String(value), id)});`;
      });
      return {
        code: ['import { Styles } from "./css.ts";', ...(await Promise.all(exported))].join("\n"),
        map: null,
      };
    },
  };
}

/**
 * Lit's Trusted Types policy under a name of its own: a host page that allows `lit-html` once, for its own Lit, would
 * otherwise refuse the second one, and the widget with it.
 */
function nameTrustedTypesPolicy(): Plugin {
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
 * Each language's file becomes three small ones, `{tag}-first.js`, `-flow.js` and `-problems.js`, which the widget fetches by
 * name: a list of a hundred imports would stand in the file that everybody loads.
 */
function splitLanguages(): Plugin {
  return {
    name: "split-languages",
    async load(id) {
      if (!id.endsWith("/widget/texts/languages.ts")) return null;
      const { TAGS, importTexts } = await import(pathToFileURL(id).href);
      for (const tag of TAGS) {
        for (const group of ["first", "flow", "problems"]) {
          const source = `export default${JSON.stringify(await importTexts(tag, group))}`;
          this.emitFile({ type: "asset", fileName: `${tag}-${group}.js`, source });
        }
      }
      return {
        code: `import { chunk } from "../loaders.ts";
          export const TAGS = "${TAGS.join(" ")}".split(" ");
          export const importTexts = (tag, group) => chunk(tag + "-" + group).then((file) => file.default);`,
        map: null,
      };
    },
  };
}

/** Of `lit` its templates alone; its base class is not used (widget/live-element.ts). */
function slimLit(): Plugin {
  return {
    name: "slim-lit",
    enforce: "pre",
    resolveId(source, importer) {
      return source === "lit" ? this.resolve("lit/html.js", importer) : null;
    },
  };
}

export default defineConfig({
  plugins: [slimLit(), minifyTemplates(), minifyStyles(), nameTrustedTypesPolicy(), splitLanguages()],
  publicDir: false,
  logLevel: "warn",
  build: {
    target: "es2022",
    // After Vite's own minifier (below): together two per cent smaller than either, and the budget is counted in bytes.
    minify: "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true },
      format: { comments: false },
    },
    reportCompressedSize: false,
    // A library, because that keeps Vite's own helper for preloading styles out of the bundle.
    lib: { entry: { "reward-redemption": "widget/define.ts" }, formats: ["es"] },
    rolldownOptions: {
      // Most of a build is spent in terser, which is known and wanted: no warning of it.
      checks: { bundlerTimings: false },
      // Shared code may live in the entry: one file less to wait for.
      preserveEntrySignatures: "allow-extension",
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        minify: true,
        comments: false,
      },
    },
  },
});
