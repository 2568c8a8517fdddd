/** What `npm pack` makes of the two packages, installed in an empty folder: as a site's page and an operator have them. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { runInNewContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { signedHeaders } from "../../server/webhooks/signature.ts";
import { childEnv } from "../support/child-env.ts";
import { copyToPack } from "../support/release.ts";
import { undocumented } from "./undocumented.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** How much heavier or lighter than the served files: another bundler cuts them otherwise, and lists languages itself. */
const MARGIN = 0.15;
/** Two builds, and an installation of some fifty packages. */
const PREPARED_WITHIN_MS = 180_000;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly engines?: { readonly node: string };
}
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const packageOf = (folder: string): Package => JSON.parse(read(join(folder, "package.json")));
const [widget, server] = [packageOf("widget"), packageOf("server")];

/** An empty folder in which both are installed. */
const site = mkdtempSync(join(tmpdir(), "installed-"));
const installed = (name: string, ...path: string[]): string => join(site, "node_modules", name, ...path);
const tarball = ({ name, version }: Package): string => join(site, `${name}-${version}.tgz`);

function succeed({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  expect(status, `${stdout}${stderr}`).toBe(0);
  return stdout;
}
const npm = (cwd: string, ...args: string[]): string =>
  succeed(spawnSync("npm", args, { cwd, encoding: "utf8" }));
const node = (code: string): string =>
  succeed(spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: site, encoding: "utf8" }));

beforeAll(() => {
  const release = copyToPack();
  npm(release.root, "pack", "--workspaces", "--pack-destination", site);
  release.remove();
  writeFileSync(join(site, "package.json"), '{"private":true,"type":"module"}');
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund"];
  npm(site, "install", ...quietly, tarball(widget), tarball(server));
}, PREPARED_WITHIN_MS);

describe.each([widget, server])("$name", (each) => {
  it("is published without a finding of publint", async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball(each))).buffer },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, each))).toEqual([]);
  });

  it("has the version of the other and of the repository", () => {
    expect(each.version).toBe(packageOf(".").version);
    expect(JSON.parse(readFileSync(installed(each.name, "package.json"), "utf8")).version).toBe(each.version);
  });
});

const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
/** A server without the types of a page, as Node's own settings compile it. */
const NODE = {
  module: "node16",
  moduleResolution: "node16",
  lib: ["es2022"],
  types: ["node"],
  skipLibCheck: false,
};

/** A package of the repository's own tools, for a page that has it. */
const link = (name: string, from: string): void => {
  mkdirSync(dirname(installed(name)), { recursive: true });
  try {
    symlinkSync(join(ROOT, "node_modules", from), installed(name));
  } catch {
    // Linked by an earlier test.
  }
};

describe("the widget's package", () => {
  const entries = Object.entries(widget.exports).flatMap(([path, found]) =>
    typeof found === "string" ? [] : [{ path, ...found, id: path.replace(".", widget.name) }],
  );

  it("has types that every resolution of modules finds, but for what takes no modules of this form", async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball(widget))));
    if (!result.types) throw new Error("no types were found");
    const ours = result.problems.filter(
      (problem) =>
        !("resolutionKind" in problem) || !["node10", "node16-cjs"].includes(problem.resolutionKind),
    );
    expect(ours).toEqual([]);
    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(["./react", "./define"]));
  });

  it("needs Lit and what it draws barcodes with, and its types name nothing else but an entry's own framework", () => {
    expect(Object.keys(widget.dependencies)).toEqual(["jsbarcode", "lean-qr", "lit"]);
    for (const file of globSync("dist/types/**/*.d.ts", { cwd: installed(widget.name) })) {
      const text = readFileSync(installed(widget.name, file), "utf8").replace(/\/\*.*?\*\//gs, "");
      const named = [...text.matchAll(/(?:from |import\()"([^."][^"]*)"/g)].map(([, name = ""]) =>
        name.replace(/\/.*/, ""),
      );
      const own = file.includes("/frameworks/") ? Object.keys(widget.peerDependencies ?? {}) : [];
      expect(
        named.filter((name) => ![...own, "lit"].includes(name)),
        file,
      ).toEqual([]);
      for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]*)\.js"/g))
        expect(statSync(installed(widget.name, dirname(file), `${path}.d.ts`)).isFile()).toBe(true);
    }
  });

  it("can be imported where there is no page, entry by entry, and registers nothing there", () => {
    link("react", "react");
    const registry = "globalThis.customElements = { get() {}, define() { throw new Error('registered') } };";
    const imports = entries.map(({ id }) => `names["${id}"] = Object.keys(await import("${id}")).sort();`);
    const names = JSON.parse(
      node(`${registry} const names = {}; ${imports.join("")} console.log(JSON.stringify(names))`),
    );
    expect(names).toEqual({
      "reward-redemption": ["RewardEvent", "RewardRedemption", "RewardWallet"],
      "reward-redemption/define": ["RewardEvent", "RewardRedemption", "RewardWallet", "TAG_NAME"],
      "reward-redemption/backend": [
        "RewardProblem",
        "VerificationError",
        "createClient",
        "eachOf",
        "verifyAuthorize",
        "verifyWebhook",
      ],
      "reward-redemption/sandbox": ["SandboxRefusal", "createSandbox"],
      "reward-redemption/react": ["RewardRedemption", "RewardWallet"],
      "reward-redemption/preact": [],
      "reward-redemption/solid": [],
      "reward-redemption/vue": [],
      "reward-redemption/svelte": [],
    });
  });

  it("names its Trusted Types policy as the served widget does, and has no address of its own", () => {
    const code = globSync("dist/**/*.js", { cwd: installed(widget.name) }).map((file) =>
      readFileSync(installed(widget.name, file), "utf8"),
    );
    expect(code.flatMap((text) => text.match(/createPolicy\([^,]*/g) ?? [])).toEqual([
      'createPolicy("reward-redemption"',
    ]);
    // A bundler would put the address of a file of its own machine there.
    expect(code.filter((text) => text.includes("import.meta"))).toEqual([]);
    expect(code.filter((text) => /^"use client";/.test(text))).toHaveLength(1);
  });

  /** What a page's bundler makes of the package: each file's name and code, and whether it is there before the first screen. */
  const bundle = async () => {
    writeFileSync(join(site, "main.js"), 'import "reward-redemption/define";');
    const built = await build({
      root: site,
      configFile: false,
      logLevel: "silent",
      build: {
        write: false,
        target: "es2022",
        lib: { entry: "main.js", formats: ["es"] },
        rolldownOptions: { output: { minify: true, comments: false } },
      },
    });
    const chunks = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
    const first = new Set(
      chunks.flatMap((each) => ("isEntry" in each && each.isEntry ? [each.fileName, ...each.imports] : [])),
    );
    return chunks.map((each) => ({
      name: each.fileName,
      code: "code" in each ? each.code : "",
      isFirst: first.has(each.fileName),
    }));
  };
  const ENTRY = "reward-redemption.js";
  const served = () => {
    succeed(spawnSync(process.execPath, ["widget/build.ts", "--if-stale"], { cwd: ROOT, encoding: "utf8" }));
    const folder = `dist/widget/${JSON.parse(read("dist/manifest.json")).version}`;
    return readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".js"))
      .map((name) => ({ name, code: read(join(folder, name)), isFirst: name === ENTRY }));
  };

  it("is as heavy in a page's bundle as the served widget is, within 15 %", async () => {
    const isWords = (name: string): boolean => /-(?:first|flow|problems|wallet|staff|later)\b/.test(name);
    const weigh = (files: Awaited<ReturnType<typeof bundle>>): Record<string, number> => {
      const parts: Record<string, number> = { first: 0, later: 0, words: 0 };
      for (const { name, code, isFirst } of files) {
        const part = isFirst ? "first" : isWords(name) ? "words" : "later";
        parts[part] = (parts[part] ?? 0) + brotliCompressSync(code).length;
      }
      return parts;
    };
    const [packed, hosted] = [weigh(await bundle()), weigh(served())];
    for (const [part, bytes] of Object.entries(hosted)) {
      const difference = Math.abs((packed[part] ?? 0) / bytes - 1);
      expect(difference, `${part}: ${packed[part]} against ${bytes} bytes`).toBeLessThan(MARGIN);
    }
  });

  const REACT = { jsx: "react-jsx" };
  it.each<[name: string, file: string, options: object, packages: Record<string, string>]>([
    ["plain TypeScript and Angular", "plain.ts", { skipLibCheck: false }, {}],
    ["React 19", "react.tsx", REACT, { "@types/react-19": "@types/react" }],
    ["React 18", "react.tsx", REACT, { "@types/react-18": "@types/react-18" }],
    ["Preact", "preact.tsx", { ...REACT, jsxImportSource: "preact" }, { preact: "preact" }],
    ["Solid", "solid.tsx", { jsx: "preserve", jsxImportSource: "solid-js" }, { "solid-js": "solid-js" }],
    ["Vue", "vue.ts", {}, { vue: "vue" }],
    ["Svelte", "svelte.ts", {}, { svelte: "svelte" }],
    [
      "a server of Node",
      "backend.ts",
      NODE,
      { "@types/node": "@types/node", "undici-types": "undici-types" },
    ],
    ["a server with the types of the web", "backend.ts", { skipLibCheck: false }, {}],
  ])("has types for %s, and wrong ones fail", (name, file, options, packages) => {
    const folder = join(site, name);
    cpSync(join(import.meta.dirname, "types", file), join(folder, file), { recursive: true });
    for (const [as, from] of Object.entries(packages)) link(as, from);
    const [react] = Object.keys(packages).filter((each) => each.startsWith("@types/react"));
    const paths = react && {
      react: [installed(react, "index.d.ts")],
      "react/jsx-runtime": [installed(react, "jsx-runtime.d.ts")],
    };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
      skipLibCheck: true,
      paths,
      ...options,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    succeed(spawnSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" }));
  });
});

/** What a site's server has of the widget's package. */
describe("the client of a site's server", () => {
  /** Bytes, as it is published: a server's code is mostly not minified. */
  const BUDGET = 12_000;
  const code = (): string => readFileSync(installed(widget.name, "dist/backend.js"), "utf8");

  it("is small, and needs no other module", () => {
    expect(Buffer.byteLength(code())).toBeLessThanOrEqual(BUDGET);
    expect(code()).not.toMatch(/\bimport\b|\bfrom "/);
  });

  it("needs nothing but what Node, Deno, Bun and Workers have", async () => {
    const script = code().replace(/export \{(.+)\};/, "({$1})");
    const platform = { AbortSignal, TextDecoder, TextEncoder, URLSearchParams, atob, btoa, crypto };
    const asked: string[] = [];
    const fetch = async (address: string) => {
      asked.push(address);
      return new Response('{"data":[]}');
    };
    const { createClient, verifyWebhook } = runInNewContext(script, { ...platform, fetch });
    const client = createClient({ server: "https://rewards.example", key: "key" });
    expect(await client.listEvents({ per_page: 1 })).toEqual({ data: [] });
    expect(asked).toEqual(["https://rewards.example/v1/events?per_page=1"]);
    const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
    const body = '{"type":"order.booked","data":{}}';
    const request = { headers: signedHeaders("evt_1", body, Date.now(), [secret]), body: Buffer.from(body) };
    expect(await verifyWebhook(request, secret)).toEqual(JSON.parse(body));
  });

  it("compiles what docs/server/client.md has for people to copy", () => {
    const folder = join(site, "copied");
    mkdirSync(folder);
    link("@types/node", "@types/node");
    link("undici-types", "undici-types");
    const blocks = [...read("docs/server/client.md").matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)];
    expect(blocks.length).toBe(read("docs/server/client.md").match(/^```./gm)?.length);
    for (const [, name = "", text = ""] of blocks) writeFileSync(join(folder, name), text);
    // As much of Express as is used: its types are no tool of this repository.
    const express = `declare module "express" {
      interface Asked { headers: import("node:http").IncomingHttpHeaders; body: any }
      interface Answered { status(code: number): { end(): void } }
      function express(): { post(path: string, parser: unknown, handle: (request: Asked, response: Answered) => void): void };
      namespace express { function raw(options: { type: string }): unknown }
      export default express;
    }`;
    writeFileSync(join(folder, "stub.d.ts"), express);
    const compilerOptions = { strict: true, noEmit: true, target: "es2022", esModuleInterop: true, ...NODE };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*"] }));
    succeed(spawnSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" }));
  });
});

describe("what editors show", () => {
  const of = (entry: string, name: string): string => `import("reward-redemption${entry}").${name}`;

  it("is a sentence for every member of the types", () => {
    for (const name of ["react", "preact", "solid-js", "vue", "svelte"]) link(name, name);
    link("@types/react", "@types/react");
    const folder = join(site, "editor");
    mkdirSync(folder);
    const bare = undocumented({
      folder,
      isOurs: (path) => path.includes(`/${widget.name}/`),
      types: {
        backend: 'typeof import("reward-redemption/backend")',
        client: of("/backend", "Client"),
        event: of("/backend", "WebhookEvent"),
        problem: of("/backend", "Problem"),
        answer: of("/backend", "AuthorizeAnswer"),
        sandbox: of("/sandbox", "Sandbox"),
        session: of("/sandbox", "SandboxSession"),
        options: of("/sandbox", "SandboxOptions"),
        element: of("", "RewardRedemption"),
        detail: of("", "RewardEventDetail"),
        events: of("", "RewardEventMap"),
        react: of("/react", "RewardRedemptionProps"),
        bare: of("/react", "BareRewardRedemption"),
        solid: of("/solid", "RewardRedemptionInSolid"),
        preact: 'import("preact").JSX.IntrinsicElements["reward-redemption"]',
        svelte: 'import("svelte/elements").SvelteHTMLElements["reward-redemption"]',
        vue: 'InstanceType<import("vue").GlobalComponents["reward-redemption"]>["$props"]',
      },
      imports: ["preact", "svelte", "vue"].map((name) => `${widget.name}/${name}`),
    });
    expect(bare).toEqual([]);
  });

  it("in HTML are both elements with their attributes, by the element's own description", () => {
    const { tags } = JSON.parse(
      readFileSync(installed(widget.name, "dist/vscode.html-custom-data.json"), "utf8"),
    );
    const { modules } = JSON.parse(readFileSync(installed(widget.name, "dist/custom-elements.json"), "utf8"));
    const [{ attributes }] = modules[0].declarations;
    expect(tags.map((tag: { name: string }) => tag.name)).toEqual(["reward-redemption", "reward-wallet"]);
    for (const tag of tags) {
      expect(tag.description).toMatch(/\.$/);
      expect(tag.attributes.map((each: { name: string }) => each.name)).toEqual(
        attributes.map((each: { name: string }) => each.name),
      );
    }
    expect(tags[0].attributes).toContainEqual(
      expect.objectContaining({
        name: "theme",
        values: [{ name: "auto" }, { name: "light" }, { name: "dark" }],
      }),
    );
    expect(tags[0].attributes).toContainEqual(expect.objectContaining({ name: "history", valueSet: "v" }));
  });
});

describe("the server's package", () => {
  const bin = (...args: string[]): string[] => [installed(server.name, "dist/server/command.js"), ...args];
  const empty = (name: string): string => {
    const folder = join(site, name);
    mkdirSync(folder);
    return folder;
  };

  it("is the command that npx runs", () => {
    expect(statSync(installed(".bin", "reward-redemption-server")).mode & 0o111).not.toBe(0);
    const run = (...args: string[]) => spawnSync(process.execPath, bin(...args), { encoding: "utf8" });
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("doctor"), stderr: "" });
    expect(run("start")).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("serve") });
  });

  it("starts in an empty folder, with the simulated service, the demo and the widget", async () => {
    const child = spawn(process.execPath, bin("serve"), {
      cwd: empty("serving"),
      env: childEnv({ PORT: "0" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    let url = "";
    for await (const line of createInterface({ input: child.stdout })) {
      const { msg, ...fields } = JSON.parse(line);
      if (msg !== "listening") continue;
      ({ url } = fields);
      break;
    }
    const answers = await Promise.all(
      [
        "/healthz",
        "/widget.js",
        "/widget/latest.json",
        "/demo/",
        "/demo/brand/snippets.json",
        "/openapi.json",
      ].map(async (path) => (await fetch(url + path)).status),
    );
    const answered = await (await fetch(`${url}/openapi.json`)).json();
    child.stdout.resume();
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
    for (const { name } of [widget, server]) {
      const packed = JSON.parse(readFileSync(installed(name, "dist/openapi.json"), "utf8"));
      expect({ ...packed, servers: [{ url }] }).toEqual(answered);
    }
  });

  it("copies the ledger that it made", () => {
    const run = spawnSync(process.execPath, bin("backup", "copy.db"), {
      cwd: join(site, "serving"),
      env: childEnv({}),
      encoding: "utf8",
    });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^backed up: \d+ orders/) });
  });
});
