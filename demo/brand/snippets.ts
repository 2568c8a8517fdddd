/**
 * The code that the maker prints, from the files that are tried elsewhere: `demo/embed/` in the frameworks themselves,
 * `demo/backends/` against the token server. Nothing of them is written twice.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The token server of the copied files. */
const EXAMPLE = "https://rewards.example";

/** Title and file. */
const PAGES = [
  ["React", "embed/react/App.tsx"],
  ["Next", "embed/next/page.tsx"],
  ["Vue", "embed/vue/App.vue"],
  ["Angular", "embed/angular/app.ts"],
] as const;
const BACKENDS = [
  ["Node", "backends/node/backend.mjs"],
  ["PHP", "backends/php/backend.php"],
  ["Python", "backends/python/backend.py"],
  ["Java", "backends/java/Backend.java"],
  ["Go", "backends/go/main.go"],
  ["Ruby", "backends/ruby/backend.rb"],
  ["C#", "backends/csharp/Program.cs"],
] as const;

export interface SnippetFile {
  readonly title: string;
  /** Below `demo/`. */
  readonly file: string;
  readonly text: string;
}

/** @param publicUrl the token server's address, which takes the example's place */
export function snippetFiles(publicUrl: string): Record<"pages" | "backends", SnippetFile[]> {
  const read = ([title, file]: readonly [string, string]): SnippetFile => ({
    title,
    file,
    text: readFileSync(join(import.meta.dirname, "..", file), "utf8").replaceAll(EXAMPLE, publicUrl),
  });
  return { pages: PAGES.map(read), backends: BACKENDS.map(read) };
}
