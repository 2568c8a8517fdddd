/**
 * A token server that may be hurt: a process of its own, with a ledger of its own in a temporary folder, behind a relay
 * whose address stays. To kill the process and to cut the relay is what the proof's page shows.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

const LOOPBACK = "127.0.0.1";
/** The sources run as TypeScript, the npm package's as JavaScript. */
const EXTENSION = extname(import.meta.filename);
const ENTRY = join(import.meta.dirname, `../../server/index${EXTENSION}`);
const CLOCK = new URL(`./clock${EXTENSION}`, import.meta.url).href;
/** What a process needs of its surroundings, and nothing that is a setting of the token server. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "SystemRoot", "TEMP", "NODE_COMPILE_CACHE"];

export interface TokenServer {
  /** The relay's address: for the page's widget. */
  readonly url: string;
  readonly isRunning: boolean;
  /** Whether the relay refuses every connection. */
  isCut: boolean;
  /** Starts the process unless it runs. @throws if it does not come to listen */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** `kill -9` */
  kill(): void;
  /** The process itself, without the relay between. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Its clocks are so far ahead of the machine's, ms. */
  setClock(ahead: number): void;
  copyLedger(): void;
  /** Puts the ledger's copy in its place; only while the process does not run. */
  putBackLedger(): void;
  /** Kills the process and removes its ledger: the next start begins anew. */
  forget(): void;
  close(): Promise<void>;
}

/** With an address of its own before it, the server does not say which port `PORT=0` gave it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export async function createTokenServer(settings: Readonly<Record<string, string>>): Promise<TokenServer> {
  let folder: string | undefined;
  let child: ChildProcess | undefined;
  let started: Promise<void> | undefined;
  let port = 0;
  let ahead = 0;
  let isCut = false;
  /** Counts the starts and ends, so that a start that was overtaken by an end is given up. */
  let turn = 0;

  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    near.on("error", () => {});
    if (isCut || port === 0) return void near.resetAndDestroy();
    const far = connect(port, LOOPBACK);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  relay.listen(0, LOOPBACK);
  await once(relay, "listening");
  const url = `http://${LOOPBACK}:${(relay.address() as AddressInfo).port}`;

  const ledger = (): string => {
    folder ??= mkdtempSync(join(tmpdir(), "proof-"));
    return join(folder, "ledger.db");
  };
  const copy = (): string => `${ledger()}.copy`;

  async function launch(more: Readonly<Record<string, string>>): Promise<void> {
    turn += 1;
    const own = turn;
    const path = ledger();
    const chosen = await freePort();
    if (own !== turn) throw new Error("stopped");
    const inherited = INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    });
    const env = {
      ...Object.fromEntries(inherited),
      ...settings,
      PORT: String(chosen),
      HOST: LOOPBACK,
      PUBLIC_URL: url,
      DATABASE_URL: `file:${path}`,
      PROOF_CLOCK_AHEAD: String(ahead),
      ...more,
    };
    // In its own folder: an `.env` file in the demo's is not for this server.
    const mine = spawn(process.execPath, ["--import", CLOCK, ENTRY], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "ignore", "ipc"],
    });
    child = mine;
    mine.once("exit", () => {
      if (own === turn) stopped();
    });
    const { stdout } = mine;
    for await (const line of stdout ? createInterface({ input: stdout }) : []) {
      if (!line.includes('"msg":"listening"') || own !== turn) continue;
      port = chosen;
      stdout?.resume();
      return;
    }
    throw new Error("the proof's token server did not start");
  }
  const stopped = (): void => {
    turn += 1;
    child = undefined;
    started = undefined;
    port = 0;
  };
  const kill = (): void => {
    child?.kill("SIGKILL");
    stopped();
    hangUp();
  };

  const forget = (): void => {
    kill();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
    isCut = false;
  };

  return {
    url,
    get isRunning() {
      return port !== 0;
    },
    get isCut() {
      return isCut;
    },
    set isCut(cut) {
      isCut = cut;
      if (cut) hangUp();
    },
    start: (more = {}) => {
      started ??= launch(more);
      return started;
    },
    kill,
    fetch: (path, init) => fetch(`http://${LOOPBACK}:${port}${path}`, init),
    setClock(offset) {
      if (offset === ahead) return;
      ahead = offset;
      child?.send(offset);
    },
    copyLedger() {
      rmSync(copy(), { force: true });
      const db = new DatabaseSync(ledger());
      db.prepare("VACUUM INTO ?").run(copy());
      db.close();
    },
    putBackLedger() {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${ledger()}${suffix}`, { force: true });
      if (existsSync(copy())) copyFileSync(copy(), ledger());
    },
    forget,
    async close() {
      forget();
      await new Promise((done) => relay.close(done));
    },
  };
}
