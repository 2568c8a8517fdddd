/** The forms of modules for browsers: what takes the place of a module of Node's does what that one does. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sandboxFile } from "../../support/sandbox.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const FORMS = globSync("{server,demo}/**/*.web.ts", { cwd: ROOT }).sort();
/** Text imports that only a bundler knows. */
const OF_BUNDLERS = ["demo/fulfillment/pages/content.web.ts"];

/** The sandbox for whoever loads it: in a tab, in a test. Bytes, by brotli; without zod's languages, pdfkit and openapi.json. */
const BUDGET = 174_000;

const load = (path: string): Promise<Record<string, never>> => import(join(ROOT, path));
const beside = (form: string): string => form.replace(".web.ts", ".ts");

it.each(FORMS.filter((form) => !OF_BUNDLERS.includes(form)))(
  "%s has nothing that the module beside it lacks",
  async (form) => {
    const [web, node] = [Object.keys(await load(form)), Object.keys(await load(beside(form)))];
    expect(web.filter((name) => !node.includes(name))).toEqual([]);
    expect(web.length).toBeGreaterThan(0);
  },
);

it("the bundle asks for no module, and is not heavier than it may be", async () => {
  const code = readFileSync(await sandboxFile());
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(BUDGET);
  expect(code.toString()).not.toMatch(/\b(?:require|import)\(["'`]|^import |["']node:/m);
});

describe("gives what Node gives:", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const of = async (name: string) =>
    [await load(`server/tools/${name}.ts`), await load(`server/tools/${name}.web.ts`)] as const;
  const hex = (value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
  const same = async (file: string, name: string, given: fc.Arbitrary<unknown[]>): Promise<void> => {
    const [node, web] = (await of(file)) as readonly Record<string, (...given: unknown[]) => unknown>[];
    fc.assert(
      fc.property(given, (all) => {
        expect(hex(web?.[name]?.(...all))).toEqual(hex(node?.[name]?.(...all)));
      }),
    );
  };

  it.each(["toHex", "toBase64", "toBase64Url", "toText"])("%s", (name) =>
    same("bytes", name, fc.tuple(bytes)),
  );
  it.each(["fromText"])("%s", (name) => same("bytes", name, fc.tuple(fc.string({ unit: "binary" }))));
  it("fromBase64, also of what is none", () =>
    same(
      "bytes",
      "fromBase64",
      fc.tuple(fc.oneof(fc.base64String(), fc.string({ unit: fc.constantFrom(..."AQz9-_+/ !") }))),
    ));
  it("concatenated", () => same("bytes", "concatenated", fc.array(bytes)));
  it("sha256", () => same("digests", "sha256", fc.tuple(fc.oneof(bytes, fc.string()))));
  it("hmacSha256", () => same("digests", "hmacSha256", fc.tuple(bytes, fc.string())));
  it("derivedKey", () => same("digests", "derivedKey", fc.tuple(fc.string(), fc.string(), fc.constant(32))));
  it("isEqual", () =>
    same(
      "digests",
      "isEqual",
      fc
        .uint8Array({ minLength: 9, maxLength: 9 })
        .chain((one) =>
          fc.tuple(
            fc.constant(one),
            fc.oneof(fc.constant(one), fc.uint8Array({ minLength: 9, maxLength: 9 })),
          ),
        ),
    ));
});

it("what is sealed for a browser is opened by its own key, for its own use, and unchanged", async () => {
  const { seal, unseal, counted } = await import("../../../server/tools/ciphers.web.ts");
  const some = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(some(32), some(12), some(16), fc.uint8Array(), fc.nat(), (key, nonce, block, plain, at) => {
      const use = new Uint8Array([1]);
      const sealed = seal(key, nonce, use, plain);
      expect([...unseal(key, nonce, use, sealed)]).toEqual([...plain]);
      expect(() => unseal(key, nonce, new Uint8Array([2]), sealed)).toThrow();
      expect(() =>
        unseal(
          key,
          nonce,
          use,
          sealed.map((byte, n) => (n === at % sealed.length ? byte ^ 1 : byte)),
        ),
      ).toThrow();
      expect([...counted(key, block, counted(key, block, plain))]).toEqual([...plain]);
    }),
  );
});
