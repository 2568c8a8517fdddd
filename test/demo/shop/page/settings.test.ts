import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";

type Offered = Record<"shapes" | "languages", readonly string[]>;
type Settings = Record<"shape" | "theme" | "language" | "width", string>;
const FILE = resolve(import.meta.dirname, "../../../../demo/shop/page/settings.js");
const { readSettings, writeSettings } = (await import(pathToFileURL(FILE).href)) as {
  readSettings(offered: Offered): Settings;
  writeSettings(settings: Settings, offered: Offered): void;
};

const OFFERED: Offered = { shapes: ["whole", "link-plain"], languages: ["en", "fr", "sr-Latn"] };
const DEFAULTS: Settings = { shape: "whole", theme: "auto", language: "auto", width: "full" };

/** A page at this address. Returns the address that replaces it. */
function at(address: string): { replaced: () => string | undefined } {
  let replaced: string | undefined;
  vi.stubGlobal("location", new URL(address, "http://shop.example"));
  vi.stubGlobal("history", {
    replaceState(_state: unknown, _title: string, url: string) {
      replaced = url;
    },
  });
  return { replaced: () => replaced };
}
afterEach(() => vi.unstubAllGlobals());

describe("the settings of the demo", () => {
  it("are the defaults if the address has none", () => {
    at("/demo/");
    expect(readSettings(OFFERED)).toEqual(DEFAULTS);
  });

  it.each([
    ["shape", "link-plain"],
    ["theme", "light"],
    ["theme", "dark"],
    ["language", "en"],
    ["language", "fr"],
    ["language", "sr-Latn"],
    ["width", "720"],
    ["width", "480"],
    ["width", "360"],
    ["width", "320"],
  ] as const)("%s=%s is kept in the address and read from it again", (name, value) => {
    const { replaced } = at("/demo/");
    writeSettings({ ...DEFAULTS, [name]: value }, OFFERED);
    expect(replaced()).toBe(`/demo/?${name}=${value}`);
    at(replaced() ?? "");
    expect(readSettings(OFFERED)).toEqual({ ...DEFAULTS, [name]: value });
  });

  it.each(["shape=constructor", "theme=%3Cscript%3E", "language=it", "width=100%25"])(
    "that do not exist (%s) are the defaults",
    (query) => {
      at(`/demo/?${query}`);
      expect(readSettings(OFFERED)).toEqual(DEFAULTS);
    },
  );
});
