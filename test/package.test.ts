/** What the npm package holds: importable where there is no browser, described completely. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import { manifestOf } from "../widget/manifest.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const BUILD_LIMIT_MS = 60_000;

interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly Record<string, unknown>[] }[];
}
const described = (manifestOf(read("widget/reward-redemption.ts")) as Manifest).modules[0]?.declarations?.[0];
const namesOf = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name).sort();
const used = (pattern: RegExp): string[] => {
  const sources = globSync("widget/{reward-redemption,{views,styles}/*}.ts", { cwd: ROOT })
    .map(read)
    .join("\n");
  return [
    ...new Set(Array.from(sources.matchAll(pattern), ([, names = ""]) => names.split(" ")).flat()),
  ].sort();
};

describe("the npm package", () => {
  beforeAll(() => expect(run("widget/package.ts").stderr).toBe(""), BUILD_LIMIT_MS);

  const paths = JSON.parse(read("package.json")).exports as Record<string, string | Record<string, string>>;
  const code = (entry: string): string => {
    const path = paths[entry];
    return typeof path === "string" ? path : (path?.default ?? "none");
  };

  it("can be imported without a window, and registers only where that is asked for", () => {
    const { stdout, stderr } = run(
      "--input-type=module",
      "-e",
      `const registered = () => customElements.get("reward-redemption") !== undefined;
       const { RewardRedemption } = await import("${code(".")}");
       const before = registered();
       await import("${code("./define")}");
       console.log(typeof window, typeof RewardRedemption, before, registered());`,
    );
    expect([stdout.trim(), stderr]).toEqual(["undefined function false true", ""]);
  });

  it("has every file that it names", () => {
    const named = Object.values(paths).flatMap((path) =>
      typeof path === "string" ? [path] : Object.values(path),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) expect(read(path).length, path).toBeGreaterThan(0);
  });
});

describe("the element's description", () => {
  it("names every part that a screen has, and no other", () => {
    expect(namesOf(described?.cssParts)).toEqual(
      used(/\bparts?(?:=|: |: string \| null = | = )"([a-z -]+?)(?: \$\{.+?)?"/g),
    );
  });

  it("names every custom property that is used, and no other", () => {
    expect(namesOf(described?.cssProperties)).toEqual(used(/var\((--reward-[a-z-]+)/g));
  });

  it("names the attributes and events of the contract", () => {
    expect(namesOf(described?.attributes)).toEqual([
      "history",
      "locale",
      "server",
      "session",
      "support",
      "theme",
    ]);
    expect(namesOf(described?.events)).toEqual([
      "reward-activate",
      "reward-book",
      "reward-copy",
      "reward-error",
      "reward-notify",
      "reward-ready",
      "reward-redeem",
      "reward-reveal",
      "reward-select",
      "reward-session-expired",
    ]);
    expect(namesOf(described?.members)).toEqual(["beforeConfirm", "getSession", "messages"]);
  });
});
