/** A missing or incomplete build is reported as exactly that. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWidgetBuild, WidgetNotBuilt } from "../../../server/widget/build.ts";

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "dist-"));
});
afterEach(() => rmSync(dist, { recursive: true }));

const manifest = (text: string): void => writeFileSync(join(dist, "manifest.json"), text);
const folder = (): void => void mkdirSync(join(dist, "widget/1.0.0-abc"), { recursive: true });
const NAMED = JSON.stringify({ version: "1.0.0-abc" });

describe("a build", () => {
  it("that is whole is read", () => {
    manifest(NAMED);
    folder();
    writeFileSync(join(dist, "widget/1.0.0-abc/reward-redemption.js"), "code");
    writeFileSync(join(dist, "widget.js"), "code");
    writeFileSync(join(dist, "first-words.json"), '{"fr":{"retry":"Réessayer"}}');
    writeFileSync(join(dist, "pass-words.json"), '{"en":{"terms":"Terms"}}');
    mkdirSync(join(dist, "operator"));
    for (const name of ["index.html", "page.js"]) writeFileSync(join(dist, "operator", name), name);
    const build = readWidgetBuild(dist);
    expect(build.version).toBe("1.0.0-abc");
    expect(build.firstWords).toEqual({ fr: { retry: "Réessayer" } });
    expect(build.passWords).toEqual({ en: { terms: "Terms" } });
    expect([...build.files.keys()]).toEqual(["reward-redemption.js"]);
  });

  it.each<[string, () => void]>([
    ["nothing at all", () => {}],
    ["a manifest that ends in the middle", () => manifest(NAMED.slice(0, -2))],
    ["no folder of the version that the manifest names", () => manifest(NAMED)],
    [
      "no widget.js",
      () => {
        manifest(NAMED);
        folder();
      },
    ],
  ])("of which there is %s is not built", (_, make) => {
    make();
    expect(() => readWidgetBuild(dist)).toThrow(WidgetNotBuilt);
  });
});
