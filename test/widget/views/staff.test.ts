/** Who redeems for a customer gets no link, and is promised none. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { booked, data, FakeServer, notified } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

describe("staff", () => {
  it("see what a customer has, and have nothing to open or to mark", async () => {
    const server = new FakeServer();
    const reward = {
      order_id: "a",
      sku: "A",
      reward_name: "Reward A",
      logo_url: null,
      catalog_card_url: null,
    };
    const rewards = [{ ...reward, state: "redeemed", delivery: "redeem", is_used: false }];
    const list = { rewards, open: [], has_more: false, audience: "staff" };
    server.reply("POST /v1/opening", () =>
      data({ rewards: list, locale: null, server_time: "2026-11-22T12:00:00.000Z" }),
    );
    const stage = await mount({ server });
    await stage.shows("rewards");
    expect(stage.root.querySelector("[part~=owned]")?.textContent).to.contain("Reward A");
    expect(stage.root.querySelectorAll(".owned button")).to.have.length(0);
  });

  it("confirm a customer's link without getting it", async () => {
    const server = new FakeServer();
    server.order = { ...booked(), delivery: "activate", audience: "staff" };
    const stage = await mount({ server });
    await until(() => stage.find("confirm")?.textContent?.trim() === "Confirm and issue it", "the button");
  });

  it("are not told that a mailed code is theirs", async () => {
    const server = new FakeServer();
    server.order = { ...notified(), audience: "staff" };
    const stage = await mount({ server });
    await until(() => stage.text.includes("The customer gets an email"), "words for staff");
    expect(stage.text).not.to.contain("Your code");
  });
});
