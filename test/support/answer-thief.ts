/**
 * A proxy between the ledger and PostgreSQL that loses answers: the statement is executed, but the ledger gets no
 * answer.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface AnswerThief {
  readonly port: number;
  /** Loses the next answers to a prepared statement whose name begins so, and breaks their connections. */
  steal(statement: string, times: number): void;
  /** Stops all traffic in both directions, or resumes it; connections stay open. */
  hang(isHanging: boolean): void;
  /** How many answers were lost. */
  readonly stolen: number;
  close(): Promise<void>;
}

export async function startAnswerThief(upstreamPort: number): Promise<AnswerThief> {
  const sockets = new Set<Socket>();
  let wanted = { statement: "", times: 0 };
  let stolen = 0;
  let isHanging = false;
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, "127.0.0.1");
    let isMarked = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (asked) => {
      if (isHanging) return;
      if (wanted.times > 0 && asked.includes(`\0${wanted.statement}`)) {
        wanted.times--;
        isMarked = true;
      }
      upstream.write(asked);
    });
    upstream.on("data", (answer) => {
      if (isHanging) return;
      if (!isMarked) return void client.write(answer);
      // An answer exists, so the statement is committed.
      stolen++;
      client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    steal: (statement, times) => {
      wanted = { statement, times };
    },
    hang: (hangs) => {
      isHanging = hangs;
    },
    get stolen() {
      return stolen;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
