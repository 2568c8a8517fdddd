/** Deviations are active only if a program names them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { setUp } from "./harness.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const sources = ["demo", "server", "widget", "shared"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);

describe("deviations", () => {
  it("are known only where the simulated service is created: no setting, fault or control route names them", () => {
    const naming = sources.filter((file) => /deviati/i.test(readFileSync(join(ROOT, file), "utf8")));
    const folder = "demo/fulfillment/deviations/";
    expect(naming.filter((file) => !file.startsWith(folder)).sort()).toEqual(
      ["app", "deviations", "operation", "options", "service"].map((name) => `demo/fulfillment/${name}.ts`),
    );
  });

  it("are inactive unless they are named", async () => {
    const { book } = setUp();
    expect((await book()).status).toBe(201);
    expect((await setUp({ deviations: ["book_answers_200"] }).book()).status).toBe(200);
  });

  it("do not affect another service in the same process", async () => {
    setUp({ deviations: ["book_answers_200"] });
    expect((await setUp().book()).status).toBe(201);
  });

  it("stay after a reset", async () => {
    const { book, control } = setUp({ deviations: ["headers_refused", "book_answers_200"] });
    control.reset();
    expect((await book()).status).toBe(401);
  });
});
