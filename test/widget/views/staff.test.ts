/** Who redeems for a customer gets no link, and is promised none. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { booked, FakeServer, notified } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

describe("staff", () => {
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
