/** Integrity rules 7 and 8: the effect of a 401 on the token and on its call. */
import { describe, expect, it } from "vitest";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import { TOKEN_DOUBT, TOKEN_MIN_INTERVAL } from "../../../server/timing.ts";
import { settle } from "../virtual-clock.ts";
import { forbidden, harness, json, ok, REDEMPTION_ID, raw, taking, unauthorized } from "./support.ts";

describe("401 unauthorized", () => {
  it("stays the outcome of a changing call whose repeat cannot be sent: the service has seen the first", async () => {
    let calls = 0;
    const { client } = harness({
      api: () => {
        if (++calls > 1) throw new TransportError("not_connected", false);
        return json(401, { error_name: "unauthorized", error_message: "x" });
      },
    });
    const outcome = await client.redeem({ redemptionId: REDEMPTION_ID, orderId: "o", email: "a@b.example" });
    expect(calls).toBe(2);
    expect(outcome).toMatchObject({ kind: "refused", status: 401 });
  });

  it("refreshes once for all and repeats each call once", async () => {
    const accepted = new Set(["token-1"]);
    const { client, tokens, calls } = harness({ api: taking(accepted) });
    await client.readRedemption(REDEMPTION_ID);
    accepted.clear();
    accepted.add("token-2");
    await Promise.all(Array.from({ length: 1000 }, () => client.readRedemption(REDEMPTION_ID)));
    expect(tokens).toHaveLength(2);
    expect(calls).toHaveLength(2001);
  });

  it("of an old token does not touch the newer one", async () => {
    const accepted = new Set(["token-1"]);
    let release = (): void => {};
    let slow = true;
    const { client, tokens } = harness({
      api: async (request) => {
        if (slow) {
          slow = false;
          await new Promise<void>((resolve) => (release = resolve));
        }
        return taking(accepted)(request);
      },
    });
    const late = client.readRedemption(REDEMPTION_ID);
    await settle();
    accepted.clear();
    accepted.add("token-2");
    await client.readRedemption(REDEMPTION_ID);
    expect(tokens).toHaveLength(2);
    release();
    await late;
    expect(tokens).toHaveLength(2);
  });

  it("repeats a changing call as well, and only once", async () => {
    const accepted = new Set<string>(["token-2"]);
    const { client, calls } = harness({ api: taking(accepted) });
    const request = { redemptionId: REDEMPTION_ID, orderId: "shop.order-1.1", email: "a@b.example" };
    expect(await client.redeem(request)).toMatchObject({ kind: "answered" });
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill('{"data":{"user":{"email":"a@b.example"}}}'));
    accepted.clear();
    expect(await client.redeem(request)).toEqual({ kind: "refused", status: 401, error: "unauthorized" });
    expect(calls).toHaveLength(4);
  });

  it("to every fresh token ends in two requests in each TOKEN_MIN_INTERVAL", async () => {
    const { client, tokens, clock } = harness({ api: unauthorized });
    for (let each = 0; each < 50; each++)
      await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await clock.advance(TOKEN_MIN_INTERVAL - 1);
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await clock.advance(1);
    for (let each = 0; each < 50; each++)
      await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(5);
  });
});

describe("401 forbidden", () => {
  it("asks for no token and repeats nothing", async () => {
    const { client, tokens, calls } = harness({
      api: ({ path }) => (path.endsWith(REDEMPTION_ID) ? forbidden() : ok()),
    });
    const all = Array.from({ length: 1000 }, () => client.readRedemption(REDEMPTION_ID));
    const results = await Promise.allSettled(all);
    expect(results.map((each) => each.status === "rejected" && each.reason.code)).toEqual(
      Array(1000).fill("forbidden"),
    );
    expect(tokens).toHaveLength(1);
    expect(calls).toHaveLength(1000);
    expect(await client.cancel({ redemptionId: REDEMPTION_ID, orderId: "o" })).toMatchObject({
      kind: "about_another",
    });
  });
});

describe("an unreadable 401", () => {
  const unreadable = () => raw(401, "<html>");

  it.each([
    ["an empty body", () => raw(401, "")],
    ["html", unreadable],
    ["another name", () => json(401, { error_name: "invalid_token" })],
    ["a list", () => json(401, ["unauthorized"])],
  ])("(%s) counts as unauthorized", async (_, refuse) => {
    const accepted = new Set(["token-1"]);
    const { client, tokens } = harness({ api: taking(accepted, refuse) });
    await client.readRedemption(REDEMPTION_ID);
    accepted.add("token-2").delete("token-1");
    await client.readRedemption(REDEMPTION_ID);
    // The new token worked: the next 401 is a sign of revocation again.
    accepted.add("token-3").delete("token-2");
    await client.readRedemption(REDEMPTION_ID);
    expect(tokens).toHaveLength(3);
  });

  it("that stays after a new token costs no other token and not the one at hand", async () => {
    const { client, tokens, clock } = harness({
      api: ({ path }) =>
        path.endsWith(REDEMPTION_ID) ? unreadable() : json(200, { data: { id: 1, rewards: [] } }),
    });
    for (let each = 0; each < 50; each++) {
      await expect(client.readRedemption(REDEMPTION_ID)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(tokens).toHaveLength(2);
    await client.getPromotion("1");
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await client.getPromotion("1");
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    await client.getPromotion("1");
    expect(tokens).toHaveLength(3);
    await clock.advance(TOKEN_DOUBT);
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(4);
  });
});
