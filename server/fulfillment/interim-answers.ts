/**
 * Passes over interim answers (`100 Continue`, `103 Early Hints`). A client must bear them, asked for or not, and some gateways send them
 * before every answer to a POST; undici takes a 100 for a broken answer. Source: RFC 9110, 15.2.
 */
import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/** What an interim answer begins with; `101 Switching Protocols` is none. `0` stands for any digit. */
const BEGIN = "HTTP/1.0 100 ";
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d[ \r\n]/;
const HEAD_END = "\r\n\r\n";
/** A longer head is left to the parser. Bytes; undici's own limit of a head. */
const HEAD_MAX_BYTES = 16_384;

/** Connections on which no interim answer is read. */
export const withoutInterim =
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
      head = afterInterim(Buffer.concat([head, chunk]));
      if (mayBeInterim(head)) continue;
      const begun = head;
      head = undefined;
      return begun;
    }
    return null;
  };
  return socket;
}

/** What follows the interim answers that are there as a whole. */
function afterInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (INTERIM.test(rest.toString("latin1", 0, BEGIN.length))) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) break;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest;
}

/** Whether the bytes are the beginning of an interim answer, or too few to tell. */
function mayBeInterim(bytes: Buffer): boolean {
  const begin = bytes.toString("latin1", 0, BEGIN.length);
  if (begin.length === BEGIN.length) return INTERIM.test(begin) && bytes.length < HEAD_MAX_BYTES;
  return [...begin].every((char, at) => (BEGIN[at] === "0" ? /\d/.test(char) : char === BEGIN[at]));
}
