import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setUp } from "./harness.ts";

describe("addresses", () => {
  it("may carry any path, or none", async () => {
    const deep = setUp({ basePath: "/a/b/", authPath: "c" });
    expect((await deep.call("GET", "/a/b/fulfillment/v2/accounts/me")).status).toBe(200);
    expect((await deep.call("POST", "/c/oauth/token", {})).status).toBe(400);
    expect((await deep.call("GET", "/api/fulfillment/v2/accounts/me")).status).toBe(404);
    const flat = setUp({ basePath: "", authPath: "/" });
    expect((await flat.call("GET", "/fulfillment/v2/accounts/me")).status).toBe(200);
    expect((await flat.call("POST", "/oauth/token", {})).status).toBe(400);
  });

  it("that lead nowhere are 404 not_found", async () => {
    const { api } = setUp();
    expect(await api("GET", "/discounts")).toMatchObject({ status: 404, error_name: "not_found" });
  });
});

describe("the folder", () => {
  it("imports nothing of ours from outside itself", () => {
    const root = new URL("../../../demo/fulfillment/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      for (const [, from = ""] of readFileSync(new URL(file, root), "utf8").matchAll(/from "([^"]+)"/g)) {
        const inside = from.startsWith(".") && new URL(from, new URL(file, root)).href.startsWith(root.href);
        expect(inside || /^(hono|@hono\/node-server|zod|node:.+)(\/|$)/.test(from), `${file}: ${from}`).toBe(
          true,
        );
      }
    }
  });
});
