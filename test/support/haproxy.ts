/** HAProxy as a process, with the configuration of the container setup's proxy. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { freePort } from "./free-port.ts";
import { findProgram, type Program } from "./programs.ts";
import { until } from "./until.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/haproxy.cfg");

const findHaproxy = (): string | undefined => findProgram("HAPROXY_PATH", ["haproxy"]);

export const HAPROXY: Program = {
  name: "HAProxy",
  packages: ["haproxy"],
  variables: ["HAPROXY_PATH"],
  isThere: () => findHaproxy() !== undefined,
};

export interface RunningProxy {
  readonly url: string;
  /** Its messages about servers that start and stop. */
  readonly said: () => string;
  close(): Promise<void>;
}

/**
 * @param servers addresses of the two token servers; one may be started later
 * @param port the proxy's port, for servers that must know it before; by default any free one
 */
export async function startHaproxy(servers: readonly [string, string], port?: number): Promise<RunningProxy> {
  const address = `127.0.0.1:${port ?? (await freePort())}`;
  const [one, two] = servers.map((url) => new URL(url).host);
  const child: ChildProcess = spawn(findHaproxy() ?? "haproxy", ["-db", "-f", CONFIGURATION], {
    env: { PROXY_BIND: address, SERVER_1: one, SERVER_2: two },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, "exit");
  const url = `http://${address}`;
  const answers = async (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const close = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  const isThere = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`);
    return answers();
  };
  try {
    await until(isThere, "HAProxy answers");
  } catch (error) {
    await close();
    throw error;
  }
  return { url, said: () => said, close };
}
