/**
 * Loaded into a process (`node --import`), it tells on a socket what the process has computed so far: Node's own clock, in user
 * and system mode, all of its threads. `CPU_SOCKET` names the socket.
 */
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.env.CPU_SOCKET) {
  const server = createServer((_, response) => {
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify(user + system));
  });
  server.listen(process.env.CPU_SOCKET);
  server.unref();
}
