import { expect } from "@open-wc/testing";
import { pageClock } from "../../../widget/page/clock.ts";

describe("pageClock", () => {
  it("ends a wait at once when it is aborted", async () => {
    const waiting = new AbortController();
    const sleep = pageClock.sleep(60_000, waiting.signal);
    waiting.abort();
    await sleep;
    await pageClock.sleep(60_000, waiting.signal);
  });

  it("waits until a hidden page is visible", async () => {
    let isSeen = false;
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    const seen = pageClock.visible().then(() => {
      isSeen = true;
    });
    await Promise.resolve();
    expect(isSeen).to.equal(false);
    Reflect.deleteProperty(document, "hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await seen;
  });

  it("only goes forward", () => expect(pageClock.now()).to.be.at.most(pageClock.now()));
});
