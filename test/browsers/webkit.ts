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

/** Larger than the window of a usual test. */
const SCREEN = { width: 1_600, height: 1_200 };
const COLOUR_BITS = 24;
/** File descriptor on which the screen tells the number it took. */
const DISPLAY_FD = 3;
/** How often a driver that just started is asked whether it listens, and how long at most. */
const ASK_MS = 50;
const START_LIMIT_MS = 20_000;

const running = new Set<ChildProcess>();

function end(children: Iterable<ChildProcess>): void {
  for (const child of children) child.kill("SIGKILL");
}

const endAll = (): void => end(running);

function endOn(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    endAll();
    // Having listened, we owe the default; whoever else listens decides for themselves.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  if (process.listenerCount("exit", endAll) === 0) {
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
function displayOf(screen: ChildProcess): Promise<string> {
  return new Promise((told, failed) => {
    (screen.stdio[DISPLAY_FD] as Readable).once("data", (number) => told(`:${String(number).trim()}`));
    screen.once("error", failed);
    screen.once("exit", (code) => failed(new Error(`The screen ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function untilListening(driver: ChildProcess, address: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end && driver.exitCode === null) {
    const answer = await fetch(`${address}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(ASK_MS);
  }
  throw new Error(`The driver of WebKit does not listen at ${address}`);
}

/** @param least the size of the window that is wanted */
export async function openWebKit(least = SCREEN): Promise<WebDriver> {
  const programs = findWebKit();
  if (!programs) throw new Error("WebKit is not here");
  const mine: ChildProcess[] = [];
  const begin = (...args: Parameters<typeof start>) => {
    const child = start(...args);
    mine.push(child);
    return child;
  };
  try {
    const toldAt = ["-displayfd", String(DISPLAY_FD)];
    const [width, height] = [Math.max(SCREEN.width, least.width), Math.max(SCREEN.height, least.height)];
    const size = `${width}x${height}x${COLOUR_BITS}`;
    const screen = begin(programs.screen, [...toldAt, "-screen", "0", size, "-nolisten", "tcp"]);
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    // GTK would rather draw on a Wayland desktop, in the sight of whoever runs the tests.
    const env = { DISPLAY: await displayOf(screen), GDK_BACKEND: "x11" };
    await untilListening(begin(programs.driver, [`--port=${port}`], env), address);
    const session = await openWebDriver(address, {
      "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
    });
    return {
      ...session,
      close: () => session.close().finally(() => end(mine)),
    };
  } catch (error) {
    end(mine);
    throw error;
  }
}
