/** Which keys are no secrets, and whose a key is. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isGuessable, keyring } from "../../server/keys.ts";

describe("a key that can be guessed", () => {
  it.each([
    ["one character", "a".repeat(32)],
    ["two characters", "ab".repeat(16)],
    ["a word over and over", "password".repeat(5)],
    ["a longer part twice", "0123456789abcdef".repeat(2)],
    ["few characters in any order", "aabbaabcbbcacbabcbacbbacbabcabcd"],
  ])("%s", (_, key) => expect(isGuessable(key)).toBe(true));

  it.each(["hex", "base64url"] as const)("is none of 2,000 random ones in %s", (encoding) => {
    for (let n = 0; n < 2_000; n++) expect(isGuessable(randomBytes(24).toString(encoding))).toBe(false);
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
