/** The build shortens style sheets and templates, and changes nothing that they say. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import config from "../vite.config.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
  mkdirSync(join(root, "widget/styles"), { recursive: true });
  cpSync(resolve(import.meta.dirname, "../widget/styles/css.ts"), join(root, "widget/styles/css.ts"));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(root, "widget", name), text);

/** The code of a widget whose entry is `widget/entry.ts`. */
async function built(): Promise<string> {
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

/** The text of a built sheet that is given as the source of its module. */
async function sheet(source: string): Promise<string> {
  write("styles/sheet.ts", `import { css } from "./css.ts";\n${source}`);
  write("entry.ts", `import { sheet } from "./styles/sheet.ts";\nconsole.log(String(sheet));`);
  return built();
}

describe("a style sheet", () => {
  it("keeps the white space between two values that are put in", async () => {
    const code = await sheet(
      `export const sheet = css\`p { padding: \${8}px \${4}px; margin: \${1}em auto \${2}em }\`;`,
    );
    expect(code).toContain("p{padding:8px 4px;margin:1em auto 2em}");
  });

  it("keeps the white space before and after a sheet that is put in", async () => {
    const code = await sheet(
      `const [a, i] = [css\`a { top: 0 }\`, css\`i { top: 0 }\`];
       export const sheet = css\`\${a} b { top: 1px } \${i}\`;`,
    );
    expect(code).toContain("a{top:0}b{top:1px}i{top:0}");
  });

  it("keeps what stands in a string", async () => {
    const code = await sheet(`export const sheet = css\`p::before { content: "a ; b  {c}  /* d */" }\`;`);
    expect(code).toContain("a ; b  {c}  /* d */");
  });

  it("loses comments, indentation and what ends the last declaration", async () => {
    const code = await sheet("export const sheet = css`\n  /* why */\n  p {\n    top: 0;\n  }\n`;");
    expect(code).toMatch(/["'`]p\{top:0\}["'`]/);
  });

  it("may be plain text, beside numbers that others take from it", async () => {
    const code = await sheet(`export const EDGE = 3;\nexport const sheet = \`p { top: \${EDGE}px ; }\`;`);
    expect(code).toContain("p{top:3px}");
  });

  it("that only went into another one is not in the code twice", async () => {
    write("styles/inner.ts", 'import { css } from "./css.ts";\nexport const inner = css`a { top: 0 }`;');
    const code = await sheet(`import { inner } from "./inner.ts";\nexport const sheet = css\`\${inner}\`;`);
    expect(code.split("a{top:0}")).toHaveLength(2);
  });

  it.each([
    ["a sheet that is no CSS", "export const sheet = css`p { top 0 }`;", /sheet\.ts: .*top 0/],
    [
      "something else than sheets and numbers",
      "export const sheet = { top: 0 };",
      /sheet\.ts: sheet is no style/,
    ],
  ])("ends the build where a module has %s", async (_, source, message) => {
    await expect(sheet(source)).rejects.toThrow(message);
  });
});

describe("a template", () => {
  const template = async (text: string): Promise<string> => {
    write("entry.ts", `const html = String.raw;\nconsole.log(html\`${text}\`);`);
    return built();
  };

  it("keeps the white space between two values that are put in", async () => {
    expect(await template(`\${performance.now()} \${performance.now()}\n  \${performance.now()}`)).toMatch(
      /\}\s\$\{[^}]+\}\s\$\{/,
    );
  });

  it("loses line breaks between tags, as in JSX, and makes one space of those between words", async () => {
    expect(await template("\n  <p>\n    some\n    words\n  </p>\n")).toContain("<p>some words</p>");
  });
});
