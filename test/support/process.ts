/** The token server as a process of its own, as `npm start` runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { childEnv } from "./child-env.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ENTRY = resolve(ROOT, "server/index.ts");

export interface RunningServer {
  readonly url: string;
  /** Every line of standard output so far. */
  readonly lines: string[];
  /** Closes the reading end of its standard output. */
  deafen(): void;
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal that does not end it. */
  tell(signal: NodeJS.Signals): void;
  /** Moves its clocks forward, but not its timers. Only for a server with movable clocks. */
  passTime(ms: number): Promise<void>;
}

/** Loaded before the server: lets a test move the clocks of the process. */
const MOVABLE_CLOCKS = ["--import", new URL("./movable-clocks.ts", import.meta.url).href];

function launch(
  env: Record<string, string>,
  command: readonly [string, ...string[]] = [process.execPath, ENTRY],
): ChildProcess {
  const [program, ...args] = command;
  return spawn(program, args, { cwd: ROOT, env: childEnv(env), stdio: ["ignore", "pipe", "pipe", "ipc"] });
}

export interface StartOptions {
  /** Whether `passTime` may be called. */
  readonly hasMovableClocks?: boolean;
  readonly command?: readonly [string, ...string[]];
}

/**
 * Resolves when the server reports that it listens.
 */
export async function startServer(
  env: Record<string, string>,
  { hasMovableClocks = false, command }: StartOptions = {},
): Promise<RunningServer> {
  const child = launch(env, hasMovableClocks ? [process.execPath, ...MOVABLE_CLOCKS, ENTRY] : command);
  const lines: string[] = [];
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "exit");
  const url = await new Promise<string>((listening, failed) => {
    let rest = "";
    child.stdout?.on("data", (chunk) => {
      const parts = `${rest}${chunk}`.split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        // npm's own words come before.
        if (!line.startsWith("{")) continue;
        lines.push(line);
        const { msg, url } = JSON.parse(line);
        if (msg === "listening") listening(url);
      }
    });
    ended.then(() => failed(new Error(`the server ended: ${errors}`)));
  });
  return {
    url,
    lines,
    deafen: () => void child.stdout?.destroy(),
    tell: (signal) => void child.kill(signal),
    async kill(signal) {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    async passTime(ms) {
      const moved = once(child, "message");
      child.send({ passTime: ms });
      await moved;
    },
  };
}

/** Runs a script of the project to its end. */
export async function runCommand(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../..", script), ...args], {
    env: childEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

/** Starts a server that may never listen properly, and kills it when `use` is done. */
export async function whileStarting(env: Record<string, string>, use: () => Promise<void>): Promise<void> {
  const child = launch(env);
  const ended = once(child, "exit");
  try {
    await use();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Runs a start that is expected to be refused. */
export async function refusedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = launch(env);
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, stderr };
}
