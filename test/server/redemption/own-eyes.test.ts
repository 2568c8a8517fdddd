/** What a process remembers to have seen itself: of each attempt apart, and never without end. */
import { expect, it } from "vitest";
import { OwnEyes } from "../../../server/redemption/own-eyes.ts";
import { OWN_EYES_MAX } from "../../../server/timing.ts";

const ORDER = { site: "shop", order_id: "o-1" };

it("a reading is no look, and one attempt is not another", () => {
  const eyes = new OwnEyes();
  eyes.noteRead(ORDER, 1);
  expect([eyes.hasRead(ORDER, 1), eyes.hasLooked(ORDER, 1)]).toEqual([true, false]);
  eyes.noteLooked(ORDER, 2);
  expect([eyes.hasLooked(ORDER, 2), eyes.hasLooked(ORDER, 1)]).toEqual([true, false]);
  expect(eyes.hasRead({ site: "portal", order_id: "o-1" }, 1)).toBe(false);
});

it("what was seen long ago is forgotten, and asked for again", () => {
  const eyes = new OwnEyes();
  eyes.noteRead(ORDER, 1);
  for (let n = 0; n < OWN_EYES_MAX; n++) eyes.noteRead({ site: "shop", order_id: `p-${n}` }, 1);
  expect(eyes.hasRead(ORDER, 1)).toBe(false);
  expect(eyes.hasRead({ site: "shop", order_id: `p-${OWN_EYES_MAX - 1}` }, 1)).toBe(true);
});
