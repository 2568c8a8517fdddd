import { expect } from "@open-wc/testing";
import { FakeServer, MASKED_EMAIL, openFor } from "../support/fake-server.ts";
import { mount, type Stage, type Wishes } from "../support/mount.ts";

async function staged(wishes: Omit<Wishes, "server"> = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = openFor("notify");
  return mount({ server, ...wishes });
}

const sent = ({ server }: Stage) => server.count("POST /v1/order/notify");

describe("from choice to e-mail", () => {
  it("asks to confirm before anything is sent, and says what will happen", async () => {
    const stage = await staged();
    await stage.pick("A");
    expect(stage.part("book").textContent).to.equal("Continue");
    await stage.press("book");
    await stage.shows("confirming");
    expect(stage.server.calls.filter(({ route }) => route.startsWith("POST /v1/order"))).to.deep.equal([]);
    expect(stage.text).to.match(
      /Reward A.*Will be emailed to the address this website has for you.*Nothing is sent until you confirm.*you get a link by email/,
    );
    expect(stage.part("confirm").getAttribute("aria-describedby")).to.equal("final");
    expect(stage.root.activeElement?.tagName).to.equal("H2");
    await expect(stage.element).to.be.accessible();
  });

  it("sends the choice once, however often the button is pressed, and ends with the masked address", async () => {
    const stage = await staged();
    await stage.pick("FREE");
    await stage.type("amount", "50");
    await stage.press("book");
    await stage.shows("confirming");
    expect(stage.text).to.contain("50");
    await stage.settle();
    await stage.element.updateComplete;
    const confirm = stage.part("confirm");
    for (let press = 0; press < 5; press++) confirm.click();
    await stage.shows("notified");
    expect(stage.server.calls.at(-1)).to.deep.include({
      route: "POST /v1/order/notify",
      body: { sku: "FREE", amount: "50" },
    });
    expect([sent(stage), stage.text.includes(MASKED_EMAIL)]).to.deep.equal([1, true]);
    expect(stage.eventNames).to.deep.equal(["reward-ready", "reward-select", "reward-notify"]);
    expect(JSON.stringify(stage.events.map(({ detail }) => detail))).not.to.contain(MASKED_EMAIL);
  });

  it("takes no press of a pointer on a button that just appeared", async () => {
    const stage = await staged();
    await stage.pick("A");
    await stage.press("book");
    await stage.shows("confirming");
    const tap = (detail: number) =>
      stage.part("confirm").dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
    tap(1);
    tap(2);
    expect([stage.state, stage.part("confirm").ariaDisabled, sent(stage)]).to.deep.equal([
      "confirming",
      "true",
      0,
    ]);
    // The button looks as usual, because nothing is missing.
    expect(getComputedStyle(stage.part("confirm")).filter).to.equal("none");
    await stage.settle();
    await stage.element.updateComplete;
    tap(1);
    await stage.shows("notified");
  });

  it("goes back to the reward, with the amount kept", async () => {
    const stage = await staged();
    await stage.pick("FREE");
    await stage.type("amount", "50");
    await stage.press("book");
    await stage.shows("confirming");
    await stage.press("back");
    await stage.shows("details");
    expect((stage.part("amount") as HTMLInputElement).value).to.equal("50");
    expect(sent(stage)).to.equal(0);
  });
});
