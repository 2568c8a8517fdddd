/** The build shortens style sheets and templates, and changes nothing that they say. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import config from "../vite.config.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
  mkdirSync(join(root, "widget"));
  symlinkSync(resolve(import.meta.dirname, "../node_modules"), join(root, "node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The code of a widget whose entry is this module. */
async function built(source: string): Promise<string> {
  writeFileSync(join(root, "widget/entry.ts"), source);
  const lib = { entry: { entry: "widget/entry.ts" }, formats: ["es" as const] };
  const output = await build({
    ...config,
    root,
    configFile: false,
    logLevel: "silent",
    build: { ...config.build, write: false, lib },
  });
  const [file] = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
  return file?.type === "chunk" ? file.code : "";
}

/** What a browser gets as the sheet: the built module is run. */
async function sheet(source: string): Promise<string> {
  const code = await built(`const css = String.raw;\n${source}\nglobalThis.sheet = sheet;`);
  const scope: { sheet?: string } = {};
  new Function("globalThis", code.replace(/^export .*$/m, ""))(scope);
  return scope.sheet ?? "";
}

describe("a style sheet", () => {
  it("keeps the white space between two values that are put in", async () => {
    expect(
      await sheet(`const sheet = css\`p { padding: \${8}px \${4}px; margin: \${1}em auto \${2}em }\`;`),
    ).toBe("p{padding:8px 4px;margin:1em auto 2em}");
  });

  it("takes whole sheets and whole rules as values", async () => {
    expect(
      await sheet(
        `const [a, i] = [css\`a { top: 0 }\`, css\`top: 0;\`];
         const sheet = css\`\${a} b { top: 1px; i { \${i} } }\`;`,
      ),
    ).toMatch(/^a\{top:0\}\s*b\s*\{\s*top:\s*1px;\s*i\s*\{\s*top:0;?\s*\}\s*\}$/);
  });

  it("keeps what stands in a string, and loses comments", async () => {
    const code = await sheet(`const sheet = css\`/* why */ p::before { content: "a ; b  {c}  /* d */" }\`;`);
    expect(code).toMatch(/^p::?before\{content:"a ; b {2}\{c\} {2}\/\* d \*\/"\}$/);
  });
});

describe("a template", () => {
  const template = (text: string): Promise<string> =>
    built(`const html = String.raw;\nconsole.log(html\`${text}\`);`);

  it("keeps the white space between two values that are put in", async () => {
    const code = await template(`\${performance.now()} \${performance.now()}\n  \${performance.now()}`);
    expect(code).toMatch(/\}\s\$\{[^}]+\}\s\$\{/);
  });

  it("ends shapes of an SVG: they are no siblings otherwise", async () => {
    const code = await built(
      `const svg = String.raw;\nconsole.log(svg\`<path d="M0 0h1"/>\n<path d="M0 0h2" class=\${performance.now()}/>\`);`,
    );
    expect(code.match(/\/>/g)).toHaveLength(2);
  });

  it("makes one space of the line breaks between words", async () => {
    expect(await template("\n  <p>\n    some\n    words\n  </p>\n")).toContain("<p>some words</p>");
  });
});
