/** The text of a finding: names unchanged, all other values only by their kind. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Answer } from "./exchange.ts";
import {
  bodyIsRefused,
  Differs,
  fits,
  isRefused,
  kindOf,
  NotSupported,
  refusedAs,
  told,
  word,
} from "./judge.ts";

const answer = (status: number, body: unknown): Answer => ({
  operation: "Book",
  method: "POST",
  asked: { path: "/", query: {} },
  status,
  contentType: "application/json",
  body,
});
const refusal = (status: number, error_name: unknown, error_message: unknown = null) =>
  answer(status, { error_name, error_message });

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the text for a value", () => {
  it.each([
    ["booked", '"booked"'],
    ["invalid_reward_for_redemption_flow", '"invalid_reward_for_redemption_flow"'],
    ["6021998877665544", "a text"],
    ["ada@user.example", "a text"],
    ["https://flow.example/x", "a text"],
    ["ABCDE-FGHJK", "a text"],
    ["a".repeat(41), "a text"],
    ["", "an empty text"],
    [7, "a whole number"],
    [7.5, "a number"],
    [null, "null"],
    [undefined, "absent"],
    [true, "a boolean"],
    [[], "an empty list"],
    [["x"], "a list"],
    [{}, "an object"],
  ])("%j is %s", (value, expected) => {
    expect(word(value)).toBe(expected);
  });

  it("for an answer: its status, and the error's name if it looks like one", () => {
    expect(told(refusal(422, "invalid_request"))).toBe('Book answered 422 "invalid_request"');
    expect(told(refusal(422, "code 6021998877665544"))).toBe("Book answered 422 a text");
    expect(told(answer(502, undefined))).toBe("Book answered 502");
  });

  it("for a shape: paths and kinds, at most five", () => {
    const shape = z.object(
      Object.fromEntries([..."abcdefg"].map((name) => [name, z.number({ error: "n" })])),
    );
    const error = thrownBy(() => fits(shape, { a: "6021998877665544", b: 1 }, "the thing"));
    expect(error).toBeInstanceOf(Differs);
    expect(error).toMatchObject({
      expected: "the thing has the shape shown",
      actual:
        "a is a text (n); c is absent (n); d is absent (n); e is absent (n); f is absent (n) and 1 more",
    });
    expect(kindOf("6021998877665544")).toBe("a text");
  });
});

describe("a refusal", () => {
  it.each([
    ["400 of any name", refusal(400, "bad")],
    ["404", refusal(404, "not_found")],
    ["409", refusal(409, "conflict")],
    ["422 invalid_request", refusal(422, "invalid_request", "amount")],
  ])("whose status the interface does not show may be %s", (_name, given) => {
    expect(thrownBy(() => isRefused(given, "it"))).toBeUndefined();
  });

  it.each([
    ["a success", answer(201, { data: {} })],
    ["an error of the service's own", answer(500, undefined)],
    ["a redirect", answer(302, undefined)],
    ["a 422 of another name", refusal(422, "unprocessable_entity")],
    ["a 422 without a message", answer(422, { error_name: "invalid_request" })],
  ])("is not %s", (_name, given) => {
    expect(thrownBy(() => isRefused(given, "it"))).toBeInstanceOf(Differs);
  });

  it.each([404, 405])("of a body does not follow from %i: the path itself may be unknown", (status) => {
    expect(thrownBy(() => bodyIsRefused(refusal(status, "not_found"), "it"))).toBeInstanceOf(NotSupported);
  });

  it("that the interface shows has the status, the name, and a message that is a text or null", () => {
    expect(thrownBy(() => refusedAs(refusal(401, "forbidden"), 401, "forbidden"))).toBeUndefined();
    for (const given of [
      refusal(403, "forbidden"),
      refusal(401, "unauthorized"),
      refusal(401, "forbidden", 7),
    ]) {
      expect(thrownBy(() => refusedAs(given, 401, "forbidden"))).toBeInstanceOf(Differs);
    }
  });
});
