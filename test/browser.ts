/**
 * Finds a real Chromium for the element tests and the journeys. Run as a command it also installs one where that can be
 * done without asking: as root on Debian or Ubuntu.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const DEBIAN = "/etc/debian_version";

/** For a browser that runs as root, without a screen, and asks nobody on the network anything. */
export const BROWSER_FLAGS = [
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

/** The path of an installed Chromium or Chrome; `CHROME_PATH` wins. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const installed = ["/usr/bin", ...folders].flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROME_PATH ?? "", ...installed, ...MAC_APPLICATIONS].find(
    (path) => path !== "" && isExecutable(path),
  );
}

function installBrowser(): void {
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  console.log("No Chromium found: installing it with apt-get.");
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", "chromium");
}

if (import.meta.main) {
  if (!findBrowser() && process.getuid?.() === 0 && existsSync(DEBIAN)) installBrowser();
  if (!findBrowser()) {
    console.error(
      "No Chromium found: install it (Debian, Ubuntu: apt-get install chromium) or set CHROME_PATH.",
    );
    process.exitCode = 1;
  }
}
