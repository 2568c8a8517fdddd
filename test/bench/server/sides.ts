/** The processes that are compared, each with a probe in it: a bare hello, a bare proxy, and the token server on an SQLite file. */
import { join, resolve } from "node:path";
import { type Cluster, startCluster } from "../../processes/cluster.ts";
import { startBare } from "../bare.ts";
import { askSocket } from "../socket.ts";

const PROBE = new URL("./probe.ts", import.meta.url).href;
const HELLO = resolve(import.meta.dirname, "hello.ts");
const PROXY = resolve(import.meta.dirname, "../load/proxy.ts");

export interface Side {
  readonly url: string;
  /** What its process computed so far, microseconds. */
  computed(): Promise<number>;
}

export interface Sides {
  /** When the token server had started, `performance.now()`. */
  readonly startedAt: number;
  readonly hello: Side;
  readonly proxy: Side;
  readonly ours: Side;
  readonly cluster: Cluster;
  close(): Promise<void>;
}

/**
 * @param folder for the ledger and the sockets
 */
export async function startSides(folder: string): Promise<Sides> {
  const probed = (name: string) => {
    const socket = join(folder, name);
    return {
      env: { NODE_OPTIONS: `--import=${PROBE}`, CPU_SOCKET: socket },
      computed: () => askSocket<number>(socket),
    };
  };
  const [atHello, atProxy, atOurs] = [probed("hello"), probed("proxy"), probed("ours")];
  const cluster = await startCluster(`file:${join(folder, "ledger.db")}`, {
    PUBLIC_URL: "https://rewards.example",
    ...atOurs.env,
  });
  const { baseUrl, apiKey, apiSecret } = cluster.service;
  const cleanups: (() => unknown)[] = [() => cluster.close()];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const hello = await startBare(HELLO, atHello.env);
    cleanups.push(hello.close);
    const proxy = await startBare(PROXY, {
      UPSTREAM: baseUrl,
      API_KEY: apiKey,
      API_SECRET: apiSecret,
      ...atProxy.env,
    });
    cleanups.push(proxy.close);
    const ours = await cluster.start();
    return {
      startedAt: performance.now(),
      hello: { url: hello.url, computed: atHello.computed },
      proxy: { url: proxy.url, computed: atProxy.computed },
      ours: { url: ours.url, computed: atOurs.computed },
      cluster,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
