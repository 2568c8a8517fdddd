/** Connections that ask for much, all at once or a little at a time, and read nothing: when they are cut off, and who is served beside. */
import { connect, type Socket } from "node:net";
import type { Held } from "./memory.ts";
import { sleep } from "./numbers.ts";

/** Ten a minute are enough to fill a server that keeps what it has for them. */
const OPENED_EVERY = 6_000;
/** As many as fit into one read of a socket. */
const REQUESTS = 590;
/** Of every second connection: fewer than are cut off for being sent ahead, again and again. */
const AT_ONCE = 4;
const AGAIN_EVERY = 50;
const REQUEST = "GET /openapi.json HTTP/1.1\r\nHost: server.example\r\n\r\n";
/** Above what the server waits for an answer to be taken. Milliseconds. */
const CUT_WITHIN = 40_000;

/** Promised are 250 MB. */
export const RESIDENT_MAX_MIB = Math.floor(250_000_000 / 1024 ** 2);

export interface UnreadResult {
  readonly opened: number;
  /** Still open when each had its time. */
  readonly left: number;
  /** Requests of others meanwhile, and those of them that were not answered 200 within a second. */
  readonly others: number;
  readonly unserved: number;
}

export async function leaveUnread(url: string, seconds: number): Promise<UnreadResult> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const timers = new Map<Socket, NodeJS.Timeout>();
  const open = (): void => {
    const isGreedy = sockets.length % 2 === 0;
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.pause();
    socket.on("error", () => {});
    socket.on("connect", () => {
      socket.write(REQUEST.repeat(isGreedy ? REQUESTS : AT_ONCE));
      // Writing on also tells a client that does not read that it was cut off.
      timers.set(
        socket,
        setInterval(() => socket.write(isGreedy ? "G" : REQUEST.repeat(AT_ONCE)), AGAIN_EVERY),
      );
    });
    socket.on("close", () => clearInterval(timers.get(socket)));
  };
  let [others, unserved] = [0, 0];
  const askOnce = async (): Promise<void> => {
    others++;
    const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    if (answer?.status !== 200) unserved++;
    await answer?.arrayBuffer();
  };
  const beside = setInterval(() => void askOnce(), 500);
  open();
  const opening = setInterval(open, OPENED_EVERY);
  await sleep(seconds * 1_000);
  clearInterval(opening);
  await sleep(CUT_WITHIN);
  clearInterval(beside);
  const left = sockets.filter(({ closed }) => !closed).length;
  for (const socket of sockets) socket.destroy();
  return { opened: sockets.length, left, others, unserved };
}

/** What is broken, in sentences. */
export function brokenUnread({
  left,
  unserved,
  memory,
}: UnreadResult & { memory: readonly Held[] }): string[] {
  const peak = Math.max(...memory.map((held) => held.peak));
  return [
    ...(left > 0 ? [`${left} connections that read nothing were left open`] : []),
    ...(unserved > 0 ? [`${unserved} others were not served meanwhile`] : []),
    ...(peak > RESIDENT_MAX_MIB ? [`connections that read nothing cost ${peak} MiB of memory`] : []),
  ];
}
