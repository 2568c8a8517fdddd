/**
 * Knows the three engines in which the widget is tested: where each is found on this machine, what it is called among
 * Debian's packages, and by which variable of the environment another one is chosen.
 */
import { accessSync, constants, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

/** What has to be there to drive WebKit: it has no headless mode, so it draws on a screen without glass. */
export interface WebKitPrograms {
  readonly browser: string;
  readonly driver: string;
  readonly screen: string;
}

export interface Engine {
  readonly name: "Chromium" | "Firefox" | "WebKit";
  readonly packages: readonly string[];
  readonly variables: readonly string[];
  readonly isThere: () => boolean;
}

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_CHROMIUM = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const FIREFOX_NAMES = ["firefox-esr", "firefox"];
const MAC_FIREFOX = ["/Applications/Firefox.app/Contents/MacOS/firefox"];
/** The small browser that comes with WebKitGTK, the only one its driver needs; the folder carries the API's version. */
const MINI_BROWSER = "/usr/{lib,libexec}/{,*/}webkit*gtk-*/MiniBrowser";

/** For a Chromium that runs as root, without a screen, and asks nobody on the network anything. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program that can be run: the one the environment names, then those on the path, then the others. */
function find(
  variable: string,
  names: readonly string[],
  others: readonly string[] = [],
): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)].filter(Boolean);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env[variable] ?? "", ...installed, ...others].find(
    (path) => path !== "" && isExecutable(path),
  );
}

export const findChromium = (): string | undefined => find("CHROME_PATH", CHROMIUM_NAMES, MAC_CHROMIUM);

export const findFirefox = (): string | undefined => find("FIREFOX_PATH", FIREFOX_NAMES, MAC_FIREFOX);

export function findWebKit(): WebKitPrograms | undefined {
  const browser = find("WEBKIT_PATH", [], globSync(MINI_BROWSER));
  const driver = find("WEBKIT_DRIVER_PATH", ["WebKitWebDriver"]);
  const screen = find("XVFB_PATH", ["Xvfb"]);
  return browser && driver && screen ? { browser, driver, screen } : undefined;
}

export const ENGINES: readonly Engine[] = [
  {
    name: "Chromium",
    packages: ["chromium"],
    variables: ["CHROME_PATH"],
    isThere: () => findChromium() !== undefined,
  },
  {
    name: "Firefox",
    packages: ["firefox-esr"],
    variables: ["FIREFOX_PATH"],
    isThere: () => findFirefox() !== undefined,
  },
  {
    name: "WebKit",
    packages: ["webkit2gtk-driver", "xvfb"],
    variables: ["WEBKIT_PATH", "WEBKIT_DRIVER_PATH", "XVFB_PATH"],
    isThere: () => findWebKit() !== undefined,
  },
];
