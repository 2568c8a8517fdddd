/**
 * A WebKit with a window: a screen without glass, the driver of WebKitGTK on it, one session in that. All three end
 * together, also when the tests fail or are interrupted.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import process from "node:process";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { findWebKit } from "./engines.ts";
import { openWebDriver, type WebDriver } from "./webdriver.ts";

/** Larger than any window of a test. */
const SCREEN = "1600x1200x24";
/** File descriptor on which the screen tells the number it took. */
const DISPLAY_FD = 3;
/** How often a driver that just started is asked whether it listens, and how long at most. */
const ASK_MS = 50;
const START_LIMIT_MS = 20_000;

const running = new Set<ChildProcess>();

function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
}

function endOn(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    endAll();
    // Having listened, we owe the default; whoever else listens decides for themselves.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  if (running.size === 0 && process.listenerCount("exit", endAll) === 0) {
    process.on("exit", endAll);
    endOn("SIGINT");
    endOn("SIGTERM");
  }
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

/** The screen takes a number that nobody has and says which. */
async function startScreen(program: string): Promise<string> {
  const args = ["-displayfd", String(DISPLAY_FD), "-screen", "0", SCREEN, "-nolisten", "tcp"];
  const child = start(program, args);
  return new Promise((told, failed) => {
    (child.stdio[DISPLAY_FD] as Readable).once("data", (number) => told(`:${String(number).trim()}`));
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`${program} ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function startDriver(program: string, display: string): Promise<string> {
  const port = await freePort();
  // GTK would rather draw on a Wayland desktop, in the sight of whoever runs the tests.
  const child = start(program, [`--port=${port}`], { DISPLAY: display, GDK_BACKEND: "x11" });
  const address = `http://127.0.0.1:${port}`;
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    const answer = await fetch(`${address}/status`).catch(() => undefined);
    if (answer?.ok) return address;
    if (child.exitCode !== null) break;
    await wait(ASK_MS);
  }
  throw new Error(`${program} does not listen`);
}

export async function openWebKit(): Promise<WebDriver> {
  const programs = findWebKit();
  if (!programs) throw new Error("WebKit is not here");
  const display = await startScreen(programs.screen);
  const driver = await startDriver(programs.driver, display);
  const session = await openWebDriver(driver, {
    "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
  });
  return {
    ...session,
    async close() {
      await session.close();
      endAll();
    },
  };
}
