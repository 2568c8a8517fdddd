/** A link that was opened, here or on another device: its codes take its place. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  data,
  FakeServer,
  offline,
  problem,
  redeemed,
  SECRET_CODE,
  SECRET_URL,
} from "../support/fake-server.ts";
import { confirmed, inPage, showing } from "../support/links.ts";
import { mount, type Stage } from "../support/mount.ts";

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

  it("is replaced by the codes also if the server knows only some seconds later", async () => {
    const stage = await confirmed();
    document.dispatchEvent(new Event("visibilitychange"));
    await until(() => stage.server.count("GET /v1/order") === 1);
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(5_999);
    expect(stage.state).to.equal("activated");
    await stage.clock.pass(1);
    await stage.shows("redeemed");
  });

  it("is replaced by the codes also if a request for it is refused", async () => {
    const server = new FakeServer();
    server.order = activated();
    server.reply("POST /v1/order/activate", () => {
      server.order = { ...redeemed(), delivery: "activate" };
      return problem("order_finished");
    });
    const stage = await mount({ server });
    await stage.unveil();
    expect(stage.eventNames).not.to.include("reward-error");
  });

  it("shows codes at once if the answer says that it is redeemed", async () => {
    const server = new FakeServer();
    server.order = activated();
    server.reply("POST /v1/order/activate", () => {
      server.order = { ...redeemed(), delivery: "activate" };
      return data(server.order);
    });
    const stage = await mount({ server });
    await stage.unveil();
  });
});

describe("a link that is opened on another device", () => {
  const reads = ({ server }: Stage) => server.count("GET /v1/order");
  const settled = async (stage: Stage) => {
    await until(() => stage.find("terms"));
    await until(() => stage.find("barcode"));
    await stage.element.updateComplete;
  };

  it("is replaced by the codes while the page stays in sight", async () => {
    const stage = await confirmed();
    await settled(stage);
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(15_000);
    await until(() => stage.find("code"));
    expect(stage.eventNames.at(-1)).to.equal("reward-redeem");
    expect(stage.root.activeElement?.localName).to.equal("h2");
    expect(inPage(stage)).not.to.contain(SECRET_URL);
  });

  it("does not take the focus from a user who is elsewhere on the page", async () => {
    const stage = await confirmed();
    await settled(stage);
    (stage.root.activeElement as HTMLElement | null)?.blur();
    stage.server.order = { ...redeemed(), delivery: "activate" };
    await stage.clock.pass(15_000);
    await stage.unveil();
    expect(stage.root.activeElement?.localName).to.equal(undefined);
  });

  it("causes a reading every 15 s for ten minutes, and again after a return", async () => {
    const stage = await showing();
    await settled(stage);
    const before = reads(stage);
    await stage.clock.pass(900_000);
    expect(reads(stage) - before).to.equal(40);
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.element.updateComplete;
    await stage.clock.pass(30_000);
    expect(reads(stage) - before).to.be.above(42);
  });

  it("changes, moves and says nothing until it was opened, also without an answer", async () => {
    const stage = await showing();
    await settled(stage);
    const link = stage.part("link");
    link.focus();
    const before = reads(stage);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((list) => changes.push(...list));
    observer.observe(stage.root, { childList: true, subtree: true, characterData: true });
    stage.server.reply("GET /v1/order", offline, () => problem("upstream_unavailable"));
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(reads(stage) - before).to.equal(4);
    expect([changes.length, stage.announced, stage.root.activeElement === link]).to.deep.equal([0, "", true]);
    expect(stage.eventNames).not.to.include("reward-error");
    observer.disconnect();
  });

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

  it("stays on the screen if the session ends meanwhile, until the user comes back", async () => {
    const stage = await showing();
    await settled(stage);
    stage.server.sessions.clear();
    await stage.clock.pass(60_000);
    expect([stage.state, stage.find("link") !== undefined]).to.deep.equal(["activated", true]);
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.shows("session-expired");
  });
});
