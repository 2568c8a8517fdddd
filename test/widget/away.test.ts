/** An element that a page takes away and brings back, copies, or leaves without a connection. */
import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { FakeServer, offline } from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const amountOf = (stage: Stage): string => (stage.part("amount") as HTMLInputElement).value;

describe("an element that was away for some tasks", () => {
  it("comes back to the same reward, with the typed amount, and reads the order again", async () => {
    const stage = await mount();
    await stage.pick("FREE");
    await stage.type("amount", "42");
    const { parentElement } = stage.element;
    stage.element.remove();
    await task();
    const reads = stage.server.count("POST /v1/opening");
    parentElement?.append(stage.element);
    await until(() => stage.server.count("POST /v1/opening") === reads + 1);
    await stage.shows("details");
    expect(amountOf(stage)).to.equal("42");
    expect(stage.eventNames.filter((name) => name === "reward-ready")).to.have.length(1);
    await stage.settle();
    await stage.press("book");
    await stage.shows("booked");
  });

  it("shows no code while it is away", async () => {
    const stage = await mount();
    await stage.redeem();
    stage.element.remove();
    await task();
    await stage.element.updateComplete;
    expect(stage.find("code-value")).to.equal(undefined);
  });
});

describe("a copy of an element", () => {
  for (const [what, copy] of [
    ["cloneNode", ({ element }: Stage) => element.cloneNode(true) as HTMLElement],
    [
      "innerHTML",
      ({ element }: Stage) => {
        const box = document.createElement("div");
        box.innerHTML = element.outerHTML;
        return box.firstElementChild as HTMLElement;
      },
    ],
  ] as const)
    it(`by ${what} has no session, and says at once what to do`, async () => {
      const stage = await mount();
      await stage.shows("open");
      const copied = copy(stage);
      const { parentElement } = stage.element;
      stage.element.remove();
      parentElement?.append(copied);
      await until(() => copied.dataset.state === "session-expired", "session-expired");
      expect(copied.shadowRoot?.textContent).to.contain("Please reload the page");
      expect(copied.outerHTML).not.to.contain("token-");
    });

  it("goes on when the page gives it a way to a session", async () => {
    const stage = await mount();
    await stage.shows("open");
    const copied = stage.element.cloneNode(true) as typeof stage.element;
    stage.element.replaceWith(copied);
    await until(() => copied.dataset.state === "session-expired", "session-expired");
    copied.getSession = async () => "token-1";
    await until(() => copied.dataset.state === "open", "open");
  });
});

describe("picking without a connection", () => {
  it("goes on by itself when the browser has one again", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.pick("A");
    server.reply("POST /v1/order/book", offline);
    await stage.press("book");
    await until(() => stage.find("alert"));
    dispatchEvent(new Event("online"));
    await stage.shows("booked");
  });

  it("never sends a confirmation by itself", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.book();
    server.reply("POST /v1/order/redeem", offline);
    server.reply("POST /v1/opening", offline);
    await stage.press("confirm");
    await stage.clock.pass(1_000);
    dispatchEvent(new Event("online"));
    await stage.clock.pass(1_000);
    expect(server.count("POST /v1/order/redeem")).to.equal(1);
  });
});
