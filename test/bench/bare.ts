/** Bare servers that ours is held against: each a process of its own that says its address first. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const { PATH = "", HOME = "" } = process.env;

export interface Bare {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws Error where the process ends without an address */
export async function startBare(entry: string, env: Readonly<Record<string, string>>): Promise<Bare> {
  const child = spawn(process.execPath, [entry], {
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const [line] = (await Promise.race([
    once(child.stdout, "data"),
    exit.then(() => Promise.reject(new Error(`does not start: ${entry}`))),
  ])) as [Buffer];
  return {
    url: line.toString().trim(),
    async close() {
      child.kill();
      await exit;
    },
  };
}
