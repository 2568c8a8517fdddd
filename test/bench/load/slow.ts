/** Connections that send a byte a second, headers or bodies: when they are cut off. */
import { connect, type Socket } from "node:net";
import { ORIGIN } from "../../processes/cluster.ts";
import { type Spread, spread } from "./numbers.ts";

const EVERY = 1_000;
/** Opened in groups, so that the listener's queue is not what is measured. */
const GROUP = 50;
const GROUP_EVERY = 50;

export interface SlowResult {
  readonly opened: number;
  readonly refused: number;
  /** Cut off by the server, and after how many seconds. */
  readonly headers: Spread;
  readonly bodies: Spread;
  /** Still open at the end. */
  readonly left: number;
}

const START = "POST /v1/order/book HTTP/1.1\r\nHost: server.example\r\n";
const HEADERS = `${START}X-Slow: `;
/** With a session: without one it is refused before its body is read. */
const bodyOf = (token: string): string =>
  `${START}Authorization: Bearer ${token}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`;

/** Every second connection sends a body, the others headers. */
export async function crawl(
  servers: readonly string[],
  token: string,
  count: number,
  seconds: number,
): Promise<SlowResult> {
  const sockets: Socket[] = [];
  const lives: { readonly isBody: boolean; readonly seconds: number }[] = [];
  const body = bodyOf(token);
  let refused = 0;
  const start = (n: number): void => {
    const { hostname, port } = new URL(servers[n % servers.length] as string);
    const isBody = Math.floor(n / servers.length) % 2 === 1;
    const socket = connect(Number(port), hostname);
    let began = 0;
    let drip: NodeJS.Timeout | undefined;
    socket.on("connect", () => {
      began = performance.now();
      socket.write(isBody ? body : HEADERS);
      drip = setInterval(() => socket.write("a"), EVERY);
    });
    // What the server says on leaving is of no interest, but must be read for the end to be seen.
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(drip);
      if (began === 0) refused++;
      else if (!isOver) lives.push({ isBody, seconds: (performance.now() - began) / 1_000 });
    });
    sockets.push(socket);
  };
  let isOver = false;
  const end = performance.now() + seconds * 1_000;
  for (let n = 0; n < count; n++) {
    start(n);
    if (n % GROUP === GROUP - 1) await new Promise((tick) => setTimeout(tick, GROUP_EVERY));
  }
  await new Promise((tick) => setTimeout(tick, Math.max(0, end - performance.now())));
  isOver = true;
  const left = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  const lived = (bodies: boolean): Spread =>
    spread(lives.filter(({ isBody }) => isBody === bodies).map((life) => life.seconds));
  return { opened: count, refused, headers: lived(false), bodies: lived(true), left };
}
