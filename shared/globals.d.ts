/** The part of the WHATWG URL standard that both runtimes have; `shared/` is compiled without DOM and Node types. */
declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
  readonly origin: string;
}
