import { describe, expect, it } from "vitest";
import { neutraliseSvg } from "../../../server/images/svg.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inner: string, attributes = ""): string => `<svg ${NS}${attributes}>${inner}</svg>`;

describe("a drawing", () => {
  it.each([
    ["shapes", svg('<rect width="10" height="10" fill="#fff"/><path d="M0 0L5 5z"/>')],
    ["text with references", svg("<text>Fish &amp; Chips &#169; 5 &lt; 6</text>")],
    [
      "gradients by reference",
      svg('<defs><linearGradient id="g"/></defs><rect fill="url(#g)" style="stroke: url(\'#g\')"/>'),
    ],
    [
      "a symbol that is used",
      svg('<symbol id="s"/><use href="#s" xlink:href="#s"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    ],
    ["an embedded picture", svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
    ["a style sheet", svg("<style>.a { fill: url(#g); color: red }</style>")],
    ["references of many zeros", svg('<g aria-label="&#x00000041;&#00000000066;"/>')],
    ["single quotes", svg("<g id='a' class=\"b'c\"></g>")],
  ])("with %s passes unchanged", (_, source) => {
    expect(neutraliseSvg(source)).toBe(source);
  });

  it("loses its prolog, comments and metadata, and keeps its text in CDATA as text", () => {
    const source = `\uFEFF<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd"><!-- hi -->\n${svg("<metadata><rdf:x/></metadata><text><![CDATA[a < b & c]]></text>")}\n`;
    expect(neutraliseSvg(source)).toBe(`\n${svg("<text>a &lt; b &amp; c</text>")}\n`);
  });
});

describe("what a drawing has no use for goes", () => {
  it.each([
    ["script", "<script>alert(1)</script>"],
    ["empty script", '<script href="https://evil.example/x.js"/>'],
    ["script in CDATA", "<script><![CDATA[</script><rect/>]]></script>"],
    ["script under a prefix", '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ["script with children", "<script><g><script/></g></script>"],
    [
      "foreignObject",
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="x"/></body></foreignObject>',
    ],
    ["links", '<a href="javascript:alert(1)"><rect/></a>'],
    [
      "animations",
      '<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="x"/>',
    ],
    ["handlers", '<handler type="x">y</handler>'],
    ["frames and media", "<iframe/><embed/><object/><video/><audio/>"],
    ["a style sheet that loads", "<style>@import url(https://evil.example)</style>"],
    [
      "a style sheet in pieces that loads",
      "<style>@imp<!-- -->ort<![CDATA[ url(https://evil.example)]]></style>",
    ],
    ["a style sheet with escapes", "<style>a { background: u\\72l(https://evil.example) }</style>"],
    [
      "a style sheet with references of many zeros",
      "<style>a { background: &#x00000075;rl(https://evil.example) }</style>",
    ],
    [
      "a style sheet with decimal references of many zeros",
      "<style>a { background: &#0000000000117;rl(https://evil.example) }</style>",
    ],
    [
      "a style sheet with references that are cut short",
      "<style>a { background: &#x75rl(https://evil.example) }</style>",
    ],
    [
      "a style sheet with names that XML does not know",
      "<style>a { background: url&lpar;https://evil.example) }</style>",
    ],
    ["a style sheet with references", "<style>a { background: &#117;rl(https://evil.example) }</style>"],
  ])("%s", (_, inner) => {
    expect(neutraliseSvg(svg(`${inner}<g/>`))).toBe(svg("<g/>"));
  });

  it.each([
    ["handlers", 'onload="alert(1)"'],
    ["handlers in other letters", 'ONLOAD="alert(1)"'],
    ["handlers under a prefix", 'x:onclick="alert(1)"'],
    ["script addresses", 'href="javascript:alert(1)"'],
    ["script addresses spelled with references", 'href="&#106;ava&#x73;cript:alert(1)"'],
    ["script addresses spelled with space", 'href=" java\nscript:alert(1)"'],
    ["outside addresses", 'href="https://evil.example/x.svg#y"'],
    ["outside addresses by xlink", "xlink:href='//evil.example'"],
    ["addresses of documents", 'href="data:image/svg+xml;base64,PHN2Zz4="'],
    ["addresses of pages", 'href="data:text/html,x"'],
    ["a base", 'xml:base="https://evil.example/"'],
    ["a source", 'src="x"'],
    ["style that loads", 'style="fill:url(https://evil.example)"'],
    ["style that loads, with references of many zeros", 'style="fill:&#x00000075;rl(https://evil.example)"'],
    ["paint that loads, with references of many zeros", 'fill="ur&#00000108;(https://evil.example)"'],
    ["script addresses with references of many zeros", 'href="&#x0000006a;avascript:alert(1)"'],
    ["references that are cut short", 'fill="&#x75rl(https://evil.example)"'],
    ["paint that loads", "filter=\"url('https://evil.example#f')\""],
  ])("attributes: %s", (_, attribute) => {
    expect(neutraliseSvg(svg(`<g ${attribute}/>`))).toBe(svg("<g/>"));
    expect(neutraliseSvg(svg("<g/>", ` ${attribute}`))).toBe(svg("<g/>"));
  });
});

describe("what cannot be read for sure is refused as a whole", () => {
  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["html", "<html><svg></svg></html>"],
    ["entities of its own", `<!DOCTYPE svg [<!ENTITY x "<script/>">]>${svg("&x;")}`],
    ["an element that is not closed", svg("<g>")],
    ["an element that is closed twice", svg("</g>")],
    ["elements that overlap", svg("<g><text></g></text>")],
    ["an attribute without quotes", svg("<g onload=alert(1)/>")],
    ["an attribute without a value", svg("<g onload/>")],
    ["a tag within an attribute", svg('<g id="<script>"/>')],
    ["a comment that is not closed", `${svg("<!-- ")}`],
    ["two roots", svg("") + svg("")],
    ["something after the root", `${svg("")}<script/>`],
    ["a tag within a style sheet", svg("<style><g/></style>")],
    ["a NUL in a name", svg("<scr\0ipt/>")],
    ["very deep", `${"<g>".repeat(5_000)}`],
    ["very deep, in a drawing", svg("<g>".repeat(5_000) + "</g>".repeat(5_000))],
  ])("%s", (_, source) => {
    expect(neutraliseSvg(source)).toBeUndefined();
  });
});

it("reads a megabyte of anything in reasonable time", () => {
  const long = 1_000_000;
  for (const source of [
    svg(`<g ${"a".repeat(long)}/>`),
    svg(`<g ${'a="b" '.repeat(long / 6)}x/>`),
    svg(`<g${" ".repeat(long)}x`),
    svg("<".repeat(long)),
    svg(`<!--${"-".repeat(long)}`),
    svg(`<g style="${"url(".repeat(long / 4)}"/>`),
    svg(`<style>${"url( ".repeat(long / 5)}</style>`),
    svg("&".repeat(long)),
    svg("<g/>".repeat(long / 4)),
  ]) {
    const startedAt = performance.now();
    try {
      neutraliseSvg(source);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
    // Quadratic time would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  }
});
