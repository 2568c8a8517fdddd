/**
 * Builds the contents of the npm package into widget/dist/: the modules as they are served, but for what only a bundler can know;
 * the declarations that they show; the client for a site's server, made from the OpenAPI document; and the descriptions for editors,
 * generated from the element's JSDoc, so that they cannot disagree with it.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import config, { joinStyles, minifyTemplates, nameTrustedTypesPolicy } from "../vite.config.ts";
import { readDocument, writeClient } from "./client-source.ts";
import { describeElement, htmlDataOf, manifestOf, webTypesOf } from "./manifest.ts";

const WIDGET = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(WIDGET, "..");
const PACKAGE = join(WIDGET, "dist");
const TYPES = join(PACKAGE, "types");
const FRAMEWORKS = ["react", "preact", "solid", "vue", "svelte"];
const ENTRIES = {
  index: "widget/index.ts",
  define: "widget/define.ts",
  backend: "widget/backend/index.ts",
  ...Object.fromEntries(FRAMEWORKS.map((name) => [name, `widget/frameworks/${name}.ts`])),
};
/** Its folder builds it: it holds the server, which the widget never meets. */
const SANDBOX = "demo/sandbox/sandbox.ts";

/** What a page's own bundle has in the place of a module of the served widget. */
function swapForBundles(): Plugin {
  return {
    name: "swap-for-bundles",
    enforce: "pre",
    resolveId(source) {
      const [, name] = /\/(chunk|server-address|code128-encoder)\.ts$/.exec(source) ?? [];
      return name && join(WIDGET, "bundled", `${name}.ts`);
    },
  };
}

/**
 * Each language's words as two modules: those of the first screen, and the later ones, which are listed in a module of their own,
 * as most visits never ask for them.
 */
function splitLanguages(): Plugin {
  const folder = join(WIDGET, "texts");
  const source = join(folder, "languages.ts");
  const written = (file: string): string | undefined =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
  const listOf = (tags: readonly string[], part: string): string =>
    `{${tags.map((tag) => `"${tag}":()=>import("./${tag}-${part}.words")`).join()}}`;
  return {
    name: "split-languages",
    resolveId: (name) => (name.endsWith(".words") ? join(folder, name) : undefined),
    async load(id) {
      const { TAGS, importTexts } = await import(source);
      const [, tag, part] = /^(.+)-(first|later)\.words$/.exec(written(id) ?? "") ?? [];
      if (tag === "list") return `export default ${listOf(TAGS, "later")}`;
      if (part) {
        const groups = part === "first" ? ["first"] : ["flow", "problems", "wallet", "staff", "phone"];
        const words = await Promise.all(groups.map(async (group) => [group, await importTexts(tag, group)]));
        return words.map(([group, values]) => `export const ${group}=${JSON.stringify(values)};`).join("");
      }
      if (id !== source) return null;
      return {
        code: `import { chunk } from "../chunk.ts";
          const FIRST = ${listOf(TAGS, "first")};
          export const TAGS = Object.keys(FIRST);
          export const importTexts = async (tag, group) => {
            const list = group === "first" ? FIRST : (await chunk("", () => import("./list-later.words"))).default;
            return (await chunk("", list[tag]))[group];
          };`,
        map: null,
      };
    },
  };
}

/**
 * Lit evaluates where there is no page: its own form for servers brings a document of its own, and others' globals with it. A part
 * of Lit that is not as expected ends the build.
 */
function evaluateWithoutPage(): Plugin {
  const changes = [
    [/\/reactive-element\.js$/, "extends HTMLElement{", "extends(globalThis.HTMLElement??Object){"],
    [/\/lit-html\.js$/, "=document,", "=globalThis.document??{createTreeWalker(){}},"],
  ] as const;
  return {
    name: "evaluate-without-page",
    transform(code, id) {
      const change = changes.find(([path]) => path.test(id));
      if (!change) return null;
      const [, from, to] = change;
      if (!code.includes(from)) throw new Error(`${id} does not say ${from} any more`);
      return { code: code.replace(from, to), map: null };
    },
  };
}

async function buildModules(): Promise<void> {
  await build({
    ...config,
    root: ROOT,
    configFile: false,
    plugins: [
      swapForBundles(),
      minifyTemplates(),
      nameTrustedTypesPolicy(),
      joinStyles(),
      evaluateWithoutPage(),
      splitLanguages(),
    ],
    build: {
      ...config.build,
      outDir: PACKAGE,
      emptyOutDir: true,
      minify: false,
      lib: { entry: ENTRIES, formats: ["es"] },
      rolldownOptions: {
        external: [/^jsbarcode\//, "lean-qr", ...FRAMEWORKS.map((name) => new RegExp(`^${name}`))],
        output: {
          entryFileNames: "[name].js",
          // A server's React leaves the component to the browser.
          banner: ({ name }) => (name === "react" ? '"use client";' : ""),
          chunkFileNames: "modules/[name].js",
          comments: { legal: true, annotation: true, jsdoc: false },
          codeSplitting: { groups: [{ name: "lit", test: /node_modules\/(?:@lit|lit)/ }] },
        },
      },
    },
  });
}

/** The sandbox; and the declarations of all, and what they import, and nothing else. */
async function buildTypes(): Promise<void> {
  const { status } = spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", "widget/tsconfig.package.json"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  const sandbox = spawnSync(process.execPath, ["demo/sandbox/build.ts", PACKAGE, TYPES], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (sandbox.status !== 0) process.exit(sandbox.status ?? 1);
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      reach(join(dirname(file), `${path}.d.ts`));
    // A declaration names the module beside it.
    writeFileSync(file, text.replace(/((?:from |import\()"\.[^"]+)\.ts"/g, '$1.js"'));
  };
  for (const entry of [...Object.values(ENTRIES), SANDBOX])
    reach(join(TYPES, entry.replace(/\.ts$/, ".d.ts")));
  for (const file of globSync("**/*.d.ts", { cwd: TYPES }))
    if (!reached.has(join(TYPES, file))) rmSync(join(TYPES, file));
  for (const file of globSync("widget/texts/en*.d.ts", { cwd: TYPES })) await writeTexts(join(TYPES, file));
}

/** An editor shows which English text a page's own one replaces. */
async function writeTexts(file: string): Promise<void> {
  const groups = await import(join(WIDGET, "texts", basename(file).replace(".d.ts", ".ts")));
  const texts: Record<string, string> = Object.assign({}, ...Object.values(groups));
  const types = readFileSync(file, "utf8");
  const bare = /(?<!\*\/\n)^ +"?([\w-]+)"?: string;/gm;
  writeFileSync(
    file,
    types.replace(bare, (line, key) => `    /** ${JSON.stringify(texts[key])} */\n${line}`),
  );
}

// Production, even if a test runs this build: libraries have a heavier form for development.
process.env.NODE_ENV = "production";
const document = readDocument();
writeClient(document);
await buildModules();
await buildTypes();

const write = (name: string, content: object): void =>
  writeFileSync(join(PACKAGE, name), `${JSON.stringify(content, null, 2)}\n`);
const { version } = JSON.parse(readFileSync(join(WIDGET, "package.json"), "utf8"));
const described = (file: string) => describeElement(readFileSync(join(WIDGET, file), "utf8"));
const element = described("reward-redemption.ts");
const { tagName, description } = described("reward-wallet.ts");
write("custom-elements.json", manifestOf(element));
write("web-types.json", webTypesOf(element, version));
write("vscode.html-custom-data.json", htmlDataOf([element, { ...element, tagName, description }]));
// As the server answers it, without blanks.
writeFileSync(join(PACKAGE, "openapi.json"), `${JSON.stringify(document)}\n`);
