/**
 * Passes over `100 Continue`. A client must bear it, asked for or not, and some gateways send it before every answer to a POST; undici
 * takes it for a broken answer, though it bears every other interim answer. Source: RFC 9110, 15.2.
 */
import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/** What an interim answer begins with, as long as it needs to be told from another answer. */
const CONTINUE = /^HTTP\/1\.[01] 100[ \r\n]/;
const CONTINUE_CHARS = "HTTP/1.1 100 ".length;
const HEAD_END = "\r\n\r\n";
/** A longer head is left to the parser. Bytes; undici's own limit of a head. */
const HEAD_MAX_BYTES = 16_384;

/** Connections on which no `100 Continue` is read. */
export const withoutContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null);
      done(null, passOver(socket));
    });

/** An answer begins with the first byte that is read after a request was written; undici writes none before the last one's answer. */
function passOver<T extends Socket>(socket: T): T {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  /** What was read of the head of an answer, as long as it may be that of an interim one. */
  let head: Buffer | undefined;
  socket.write = ((...args: Parameters<typeof write>) => {
    head ??= Buffer.alloc(0);
    return write(...args);
  }) as T["write"];
  socket.read = (size?: number) => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      if (head === undefined) return chunk;
      head = afterContinue(Buffer.concat([head, chunk]));
      if (mayContinue(head)) continue;
      const begun = head;
      head = undefined;
      return begun;
    }
    return null;
  };
  return socket;
}

/** What follows the interim answers that are there as a whole. */
function afterContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (CONTINUE.test(rest.toString("latin1", 0, CONTINUE_CHARS))) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) break;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest;
}

/** Whether the bytes are the beginning of an interim answer, or too few to tell. */
function mayContinue(bytes: Buffer): boolean {
  const begin = bytes.toString("latin1", 0, CONTINUE_CHARS);
  if (begin.length < CONTINUE_CHARS) return ["1.0", "1.1"].some((v) => `HTTP/${v} 100 `.startsWith(begin));
  return CONTINUE.test(begin) && bytes.length < HEAD_MAX_BYTES;
}
