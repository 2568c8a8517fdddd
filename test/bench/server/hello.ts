/** The bare hello that answers from memory are held against: node:http, and nothing else. A process of its own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end('{"data":"hello"}');
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
