/** Signatures in a browser are those of the server. */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import * as node from "../../demo/digests.ts";
import * as web from "../../demo/digests.web.ts";

const KEY = Buffer.from("a key of the demo, not of sixty-four bytes").toString("base64");
const BODY = '{"note":"é"}';
const AT = new Date(1_900_000_000_000);
const signed = new Webhook(KEY).sign("evt_1", AT, BODY).slice("v1,".length);
const parts = [`evt_1.${AT.getTime() / 1000}.`, new TextEncoder().encode(BODY)];

describe.each(Object.entries({ node, web }))("%s", (_, { isSignature }) => {
  it("takes what the reference library signs, and nothing else", () => {
    expect(isSignature(signed, KEY, ...parts)).toBe(true);
    expect(isSignature(signed, KEY, ...parts, " ")).toBe(false);
    expect(isSignature(signed, Buffer.from("another key").toString("base64"), ...parts)).toBe(false);
    expect(isSignature(signed.slice(1), KEY, ...parts)).toBe(false);
  });
});
