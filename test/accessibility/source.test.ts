/** What the widget must not have at all, so that some criteria of WCAG 2.2 are met by its absence. */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const FILES = globSync("widget/**/*.ts", { cwd: ROOT, exclude: ["widget/dist/**"] });
const sources = FILES.map((path) => ({ path, text: readFileSync(resolve(ROOT, path), "utf8") }));

/** A criterion, what would break it, and what the pattern has to find, so that it is not blind. */
const ABSENT: readonly [criterion: string, what: string, pattern: RegExp, sample: string][] = [
  ["1.3.4", "a screen that must be turned", /orientation\??\.lock/, "screen.orientation.lock()"],
  ["1.4.2", "sound that plays by itself", /<(audio|video)\b|new Audio\(|autoplay\b/, "new Audio(url)"],
  [
    "2.1.4",
    "a key alone that does something anywhere",
    /(document|window)\.addEventListener\(\s*"key|accesskey/,
    'document.addEventListener("keydown"',
  ],
  [
    "2.5.1, 2.5.7",
    "a gesture, or something to drag",
    /"(touch(start|move|end)|pointermove|mousemove|drag\w*|wheel)"|@(touch|drag|pointermove|mousemove|wheel)|draggable/,
    "@touchmove=",
  ],
  [
    "2.5.2",
    "an action when a pointer goes down",
    /@(pointerdown|mousedown|touchstart)|"(pointerdown|mousedown)"/,
    "@mousedown=",
  ],
  ["2.5.4", "an action by moving the device", /device(motion|orientation)/, "devicemotion"],
  [
    "3.2.1",
    "an action because something has the focus",
    /@(focusin|blur|focusout)=|autofocus(?!.*dialog)/,
    "@focusin=",
  ],
];

/** Said by name why it is no such thing. */
const ALLOWED: Readonly<Record<string, string>> = {
  'widget/page/focus.ts "wheel"':
    "the page is not scrolled for somebody who scrolls it: nothing is done by it",
  'widget/page/focus.ts "pointerdown"': "the same",
  'widget/page/unwrap.ts "pointerdown"': "a movement of half a second ends: nothing is done by it",
  "widget/views/till.ts autofocus": "where the focus begins in a dialog that a person opened",
};

const isAllowed = (path: string, found: string): boolean => `${path} ${found}` in ALLOWED;

describe("the widget has no", () => {
  it.each(ABSENT)("%s: %s", (_, __, pattern, sample) => {
    expect(sample).toMatch(pattern);
    const found = sources.flatMap(({ path, text }) => {
      const [match] = pattern.exec(text) ?? [];
      return match && !isAllowed(path, match) ? [`${path}: ${match}`] : [];
    });
    expect(found).toEqual([]);
  });
});

describe("what moves", () => {
  const rules = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/animation:\s*([^;]+);/g)].map(([, rule = ""]) => ({ path, rule })),
  );
  /** Source: WCAG 2.2, 2.3.1: three flashes within a second. */
  const FLASHES_MOST = 3;

  it("2.3.1: never flashes three times in a second", () => {
    expect(rules.length).toBeGreaterThan(0);
    for (const { path, rule } of rules.filter(({ rule }) => /infinite/.test(rule))) {
      const seconds = Number.parseFloat(/([\d.]+)s\b/.exec(rule)?.[1] ?? "0");
      expect(1 / seconds, `${path}: ${rule}`).toBeLessThan(FLASHES_MOST);
    }
  });

  it("2.2.2: stands still for who wants less motion", () => {
    const files = new Set(rules.map(({ path }) => path));
    for (const { path, text } of sources.filter(({ path }) => files.has(path))) {
      const outside = text.replace(
        /@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n {2}\}/g,
        "",
      );
      expect(
        outside.match(/animation(-\w+)?:\s*[^;]+;/g)?.filter((rule) => !/none/.test(rule)) ?? [],
        path,
      ).toEqual([]);
    }
  });
});
