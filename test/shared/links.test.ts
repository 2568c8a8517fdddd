import { describe, expect, it } from "vitest";
import { safeLink } from "../../shared/links.ts";

describe("a link that may be shown", () => {
  it.each([
    "https://redeem.example/a?b=c#d",
    "HTTPS://redeem.example/",
    "http://localhost:4000/x",
    "http://127.0.0.1/x",
    "http://[::1]:1/x",
    "https://xn--bcher-kva.example/",
  ])("%s passes byte for byte", (link) => expect(safeLink(link)).toBe(link));

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    " https://redeem.example/",
    "https://redeem.example/\n",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "http://redeem.example/",
    "http://localhost.evil.example/",
    "https://user@redeem.example/",
    "https://user:pass@redeem.example/",
    "https:redeem.example",
    "//redeem.example/",
    "/relative",
    "blob:https://redeem.example/x",
    "",
    null,
    42,
  ])("%j is refused", (link) => expect(safeLink(link)).toBeUndefined());
});
