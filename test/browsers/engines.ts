/**
 * Knows the three engines in which the widget is tested: where each is found on this machine, what it is called among
 * Debian's packages, and by which variable of the environment another one is chosen.
 */
import { globSync } from "node:fs";
import process from "node:process";
import { findProgram, type Program } from "../support/programs.ts";

/** What has to be there to drive WebKit: it has no headless mode, so it draws on a screen without glass. */
export interface WebKitPrograms {
  readonly browser: string;
  readonly driver: string;
  readonly screen: string;
}

export interface Engine extends Program {
  readonly name: "Chromium" | "Firefox" | "WebKit";
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

export const findChromium = (): string | undefined =>
  findProgram("CHROME_PATH", CHROMIUM_NAMES, MAC_CHROMIUM);

/**
 * Chromium without tabs and tool bars around its pages, for what is seen in many browser contexts: one of them costs a quarter
 * of the processor time. The same engine; Chromium itself takes its place where a distribution has no package of it.
 */
export const findHeadlessChromium = (): string | undefined =>
  process.env.CHROME_PATH ? findChromium() : (findHeadlessShell() ?? findChromium());

const findHeadlessShell = (): string | undefined =>
  findProgram("CHROMIUM_HEADLESS_SHELL_PATH", ["chromium-headless-shell"]);

/** Makes the journeys faster; they do without it. */
export const HEADLESS_SHELL: Program = {
  name: "Chromium's headless shell",
  packages: ["chromium-headless-shell"],
  variables: ["CHROMIUM_HEADLESS_SHELL_PATH"],
  isThere: () => findHeadlessShell() !== undefined,
};

export const findFirefox = (): string | undefined => findProgram("FIREFOX_PATH", FIREFOX_NAMES, MAC_FIREFOX);

export function findWebKit(): WebKitPrograms | undefined {
  const browser = findProgram("WEBKIT_PATH", [], globSync(MINI_BROWSER));
  const driver = findProgram("WEBKIT_DRIVER_PATH", ["WebKitWebDriver"]);
  const screen = findProgram("XVFB_PATH", ["Xvfb"]);
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
