/** A link that was opened, here or on another device: its codes take its place. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { redeemed, SECRET_CODE, SECRET_URL } from "../support/fake-server.ts";
import { confirmed, inPage, showing } from "../support/links.ts";
import type { Stage } from "../support/mount.ts";

describe("a link that was opened", () => {
  it("is replaced by the codes when the page becomes visible again", async () => {
    const stage = await confirmed();
    stage.server.order = { ...redeemed(), delivery: "activate" };
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.shows("redeemed");
    expect(stage.eventNames.at(-1)).to.equal("reward-redeem");
    await stage.unveil();
    expect(stage.part("code-value").textContent).to.equal(SECRET_CODE);
    expect(inPage(stage)).not.to.contain(SECRET_URL);
  });
});

describe("a link that is opened on another device", () => {
  const reads = ({ server }: Stage) => server.count("POST /v1/opening");
  const settled = async (stage: Stage) => {
    await until(() => stage.find("terms"));
    await until(() => stage.find("barcode"));
    await stage.element.updateComplete;
  };

  it("causes no reading while the page is hidden, and one at the return", async () => {
    const stage = await showing();
    await settled(stage);
    const before = reads(stage);
    stage.clock.isVisible = false;
    await stage.clock.pass(300_000);
    expect(reads(stage)).to.equal(before);
    document.dispatchEvent(new Event("visibilitychange"));
    stage.clock.show();
    await stage.clock.pass(0);
    expect(reads(stage)).to.equal(before + 1);
    await stage.clock.pass(6_000);
    expect(reads(stage), "the one more look of a return").to.equal(before + 2);
  });
});
