/** Lines of docs/assumptions.md that no other test holds: what is done where the interface says "not shown". */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { makeEntry } from "../../../server/catalog/entry.ts";
import { readRedemption } from "../../../server/fulfillment/schemas.ts";
import { undiciTransport } from "../../../server/fulfillment/transport.ts";
import { closedBecause, readTime } from "../../../server/fulfillment/usable.ts";
import { BODY_LIMIT_BYTES } from "../../../server/timing.ts";

describe("a date-time without a zone", () => {
  it.each([
    ["2026-11-20T12:00:00", Date.UTC(2026, 10, 20, 12)],
    ["2026-11-20T12:00:00Z", Date.UTC(2026, 10, 20, 12)],
    ["2026-11-20T12:00:00+02:00", Date.UTC(2026, 10, 20, 10)],
    ["2026-11-20", Date.UTC(2026, 10, 20)],
  ])("%s is UTC, wherever the server runs", (text, time) => {
    expect(new Date(time).getTimezoneOffset()).not.toBe(0);
    expect(readTime(text)).toBe(time);
  });

  it("of a redemption's last change is UTC as well", () => {
    const read = readRedemption({
      id: "AAAAA-00001",
      state: "booked",
      updated_datetime: "2026-11-20T12:00:00",
    });
    expect(read?.changed_at).toBe(Date.UTC(2026, 10, 20, 12));
    expect(readRedemption({ id: "AAAAA-00001", state: "booked", updated_datetime: 5 })).not.toHaveProperty(
      "changed_at",
    );
  });
});

describe("a promotion at the very instant", () => {
  const promotion = {
    id: "1",
    rewards: [],
    start_datetime: "2026-11-20T12:00:00Z",
    end_datetime: "2026-11-21T12:00:00Z",
  };
  it("of its start has started, and of its end has ended", () => {
    const start = Date.UTC(2026, 10, 20, 12);
    const end = Date.UTC(2026, 10, 21, 12);
    expect(closedBecause(promotion, start - 1)).toBe("not_started");
    expect(closedBecause(promotion, start)).toBeUndefined();
    expect(closedBecause(promotion, end - 1)).toBeUndefined();
    expect(closedBecause(promotion, end)).toBe("ended");
  });
});

describe("a reward that a promotion names twice", () => {
  it("is what the first one says", () => {
    const named = (name: string, status: string) => ({
      sku: "GIFT-10",
      name,
      variable_value: false,
      state: "ready",
      status,
    });
    const promotion = { id: "1", rewards: [named("First", "enabled"), named("Second", "paused")] };
    const { rewards, unusable } = makeEntry(promotion, new Map(), undefined, new Map());
    expect(rewards.map(({ name }) => name)).toEqual(["First"]);
    expect([...unusable]).toEqual([]);
  });
});

describe("whether a promotion mails its users", () => {
  it.each([
    [["email"], true],
    [[], false],
    [null, false],
    ["email", false],
  ])("notification_channels %j: %s", (notification_channels, notifies) => {
    expect(readRedemption({ id: "A", state: "pending", notification_channels })).toMatchObject({ notifies });
  });

  it("is not known where the answer does not name them", () => {
    expect(readRedemption({ id: "A", state: "pending" })).not.toHaveProperty("notifies");
  });
});

describe("a compressed answer", () => {
  it("is not asked for", async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers["accept-encoding"]);
      response.end("{}");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const transport = undiciTransport();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await transport({ method: "GET", url, headers: {}, timeoutMs: 5_000, maxBytes: BODY_LIMIT_BYTES });
    await transport.close();
    server.close();
    expect(asked).toEqual(["identity"]);
  });
});
