import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { mount } from "./support/mount.ts";

describe("reward-redemption, from choice to code", () => {
  it("shows the codes of the reward that was picked, booked and confirmed", async () => {
    const stage = await mount();
    await stage.redeem("A");
    expect(stage.server.calls.map(({ route }) => route)).to.deep.equal([
      "GET /v1/order",
      "GET /v1/catalog",
      "GET /v1/rewards/A",
      "POST /v1/order/book",
      "POST /v1/order/redeem",
    ]);
    await until(() => stage.find("barcode"));
    expect(stage.all("code").map((code) => code.dataset.usage)).to.deep.equal(["primary", "security"]);
  });
});
