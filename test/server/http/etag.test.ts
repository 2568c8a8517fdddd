/** A tag counts as servers in front give it back. */
import { expect, it } from "vitest";
import { namesTag } from "../../../server/http/etag.ts";

it.each([
  ['"x"', true],
  ['W/"x"', true],
  ['"y", W/"x"', true],
  ['"y","x"', true],
  ['"x-gzip"', true],
  ['W/"x--gzip"', true],
  ['"x;br"', true],
  ["*", true],
  ['"x-y"', false],
  ['"xgzip"', false],
  ["x", false],
  ["", false],
  [undefined, false],
])('If-None-Match: %s names "x": %s', (list, isNamed) => expect(namesTag(list, '"x"')).toBe(isNamed));
