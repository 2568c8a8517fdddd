/** The pictures of the documents: each that is shown exists, and each that exists is shown. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILM, FOLDER, shownImages } from "./images.ts";

const shown = shownImages();
const files = readdirSync(FOLDER).sort();
/** A reader on a slow connection waits for all of a page's. */
const BYTES_MOST = 250_000;
const FILM_BYTES_MOST = 1_500_000;

describe("the pictures of the documents", () => {
  it("are those of the folder docs/images, no more and no fewer", () => {
    expect(files.length).toBeGreaterThan(3);
    expect([...new Set(shown.map(({ name }) => name))].sort()).toEqual(files);
  });

  it("say in words what they show", () => {
    expect(shown.filter(({ alt }) => alt.split(" ").length < 3)).toEqual([]);
  });

  it("are not larger than a slow connection bears", () => {
    const sizes = files.map((name) => ({ name, bytes: statSync(join(FOLDER, name)).size }));
    expect(sizes.filter(({ name, bytes }) => bytes > (name === FILM ? FILM_BYTES_MOST : BYTES_MOST))).toEqual(
      [],
    );
  });
});
