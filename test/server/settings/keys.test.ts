/** Which keys are no secrets, and whose a key is. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isGuessable, keyring } from "../../../server/settings/keys.ts";

const [{ key: demoKey }] = JSON.parse(readFileSync("deploy/sites.json", "utf8"));

describe("a key that can be guessed", () => {
  it.each([
    ["one character", "a".repeat(32)],
    ["two characters", "ab".repeat(16)],
    ["a word over and over", "password".repeat(5)],
    ["a longer part twice", "0123456789abcdef".repeat(2)],
    ["a placeholder over and over", "change-me-change-me-change-me-change"],
    ["a placeholder and a number", "CHANGE_ME_before-going-live-2026-11-22"],
    ["a template's words", "your-secret-site-key-goes-here-please"],
    ["an example's words", "this-is-an-example-of-a-long-key-1042"],
    ["rows of a keyboard", "qwertyuiopasdfghjklzxcvbnm1234567890"],
    ["a part with another number each time", "shop-key-1-shop-key-2-shop-key-3-shop"],
    ["most of a part again", "mykeymykeymykeymykeymykeymykeymyk"],
    ["a part twice, with something between", "shop-secret-key-2026-shop-secret-key"],
    ["an alphabet", "abcdefghijklmnopqrstuvwxyz-0123456789"],
    ["an alphabet from its end", "zyxwvutsrqponmlkjihgfedcba9876543210"],
    ["the demonstration's key of deploy/", demoKey],
    ["few characters in any order", "aabbaabcbbcacbabcbacbbacbabcabcd"],
  ])("%s", (_, key) => expect(isGuessable(key)).toBe(true));

  it.each(["hex", "base64url", "latin1"] as const)("is none of 2,000 random ones in %s", (encoding) => {
    for (let n = 0; n < 2_000; n++) expect(isGuessable(randomBytes(24).toString(encoding))).toBe(false);
  });

  it("is none of some keys with a name in front, and some sentences", () => {
    for (const key of [
      "shop-live-7f3a9c2e81d04b56a1f09e3c",
      "a-site-key-that-nobody-else-may-ever-see",
      "83019274650391827463519283740155",
    ])
      expect([key, isGuessable(key)]).toEqual([key, false]);
  });
});

describe("a keyring", () => {
  const ownerOf = keyring([
    ["key-of-a", "a"],
    ["other-key-of-a", "a"],
    ["key-of-b", "b"],
  ]);
  it.each([
    ["key-of-a", "a"],
    ["other-key-of-a", "a"],
    ["key-of-b", "b"],
    ["key-of-", undefined],
    ["", undefined],
  ])("%j opens for %s", (key, owner) => expect(ownerOf(key)).toBe(owner));
});
