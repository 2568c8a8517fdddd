import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import {
  data,
  FakeServer,
  MASKED_EMAIL,
  notified,
  offline,
  openFor,
  problem,
  processing,
} from "../support/fake-server.ts";
import { mount, type Stage, type Wishes } from "../support/mount.ts";

async function staged(wishes: Omit<Wishes, "server"> = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = openFor("notify");
  return mount({ server, ...wishes });
}

async function confirming(sku = "A"): Promise<Stage> {
  const stage = await staged();
  await stage.choose(sku);
  return stage;
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

  it("keeps its place when the session ends, and sends nothing by itself", async () => {
    const stage = await confirming();
    stage.server.sessions.clear();
    stage.element.setAttribute("session", "token-2");
    await stage.shows("session-expired");
    stage.server.sessions.add("token-3");
    stage.element.setAttribute("session", "token-3");
    await stage.shows("confirming");
    await until(() => stage.server.count("GET /v1/order") === 2);
    expect(sent(stage)).to.equal(0);
  });
});

describe("doubt about an e-mail", () => {
  it("is shown as doubt, with the name and the reference, and ends with the address", async () => {
    const stage = await confirming();
    stage.server.reply("POST /v1/order/notify", () => {
      stage.server.order = processing("notify", { delivery: "notify", reference: "rd-1" });
      return data(stage.server.order, 202, { "retry-after": "2" });
    });
    await stage.press("confirm");
    await until(() => /whether the email was sent/.test(stage.text));
    expect(stage.text).to.match(/Reward A.*only be issued once.*rd-1/);
    await expect(stage.element).to.be.accessible();
    stage.server.order = notified();
    await stage.clock.pass(2_000);
    await stage.shows("notified");
    expect(sent(stage)).to.equal(1);
  });

  it("after a broken connection repeats the same confirmation, names the reward, and never says that it failed", async () => {
    const stage = await confirming();
    stage.server.reply("POST /v1/order/notify", offline);
    await stage.press("confirm");
    await until(() => /still checking/.test(stage.text));
    expect(stage.text).to.match(/Reward A.*no connection.*only be issued once/);
    await stage.clock.pass(2_000);
    await stage.shows("notified");
    const bodies = stage.server.calls.filter(({ route }) => route.endsWith("notify")).map(({ body }) => body);
    expect(bodies).to.deep.equal([{ sku: "A" }, { sku: "A" }]);
  });

  it("about an attempt that ended without effect is reported as that", async () => {
    const stage = await confirming();
    stage.server.reply("POST /v1/order/notify", () => data(processing("notify"), 202));
    await stage.press("confirm");
    await until(() => /still checking/.test(stage.text));
    await stage.clock.pass(2_000);
    await stage.shows("details");
    expect(stage.part("alert").textContent).to.contain("could not be issued");
  });
});

describe("an e-mail that is refused", () => {
  it("because the reward sold out is reported as that, and the others are offered", async () => {
    const stage = await confirming();
    stage.server.reply("POST /v1/order/notify", () => problem("out_of_stock"));
    await stage.press("confirm");
    await stage.shows("open");
    expect(stage.part("alert").textContent).to.contain("out of stock").and.not.contain("Nothing is final");
  });

  it("for now stays in its place, does not say that nothing is final, and can be confirmed again", async () => {
    const stage = await confirming();
    stage.server.reply("POST /v1/order/notify", () => problem("upstream_unavailable"));
    await stage.press("confirm");
    await until(() => stage.eventNames.includes("reward-error"));
    await stage.clock.pass(1);
    await stage.shows("confirming");
    expect(stage.part("alert").textContent)
      .to.match(/having technical problems.*can only be issued once/)
      .and.not.match(/Nothing is final until you confirm/);
    await expect(stage.element).to.be.accessible();
    await stage.pressWhenReady("confirm");
    await stage.shows("notified");
  });
});
