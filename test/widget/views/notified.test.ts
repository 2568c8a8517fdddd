import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import {
  FakeServer,
  MASKED_EMAIL,
  notified,
  openFor,
  problem,
  redeemed,
  SECRET_CODE,
} from "../support/fake-server.ts";
import { expectHelp, mount, type Stage } from "../support/mount.ts";

async function showing(more: object = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = { ...notified(), ...more };
  const stage = await mount({ server });
  await stage.shows("notified");
  return stage;
}

describe("notified", () => {
  it("shows the e-mail's address, what to do if nothing comes, and the reference, also on a return", async () => {
    const stage = await showing();
    const tips = [...stage.root.querySelectorAll(".tips li")].map(({ textContent }) => textContent);
    expect(tips.map((tip) => /minutes|spam|website/.exec(tip ?? "")?.[0])).to.deep.equal([
      "minutes",
      "spam",
      "website",
    ]);
    expect(stage.text).to.contain(MASKED_EMAIL).and.contain("rd-1");
    expect(stage.eventNames).to.deep.equal(["reward-ready"]);
  });

  it("keeps no room for texts that could not be loaded, also while they are requested again", async () => {
    const server = new FakeServer();
    server.order = notified();
    server.reply("GET /v1/rewards/A", () => problem("reward_not_found"));
    let isAsked = false;
    server.reply("GET /v1/rewards/A", () => {
      isAsked = true;
      return new Promise<Response>(() => {});
    });
    const stage = await mount({ server });
    await stage.shows("notified");
    await until(() => server.count("GET /v1/rewards/A") === 1);
    await until(() => stage.root.querySelector(".aside") === null);
    await stage.clock.pass(15_000);
    await until(() => isAsked);
    await stage.element.updateComplete;
    expect(stage.root.querySelector(".aside") === null).to.equal(true);
  });

  it("leads to help below its tips, once, and no tip repeats that", async () => {
    const stage = await showing({ support_url: "https://help.example/" });
    expect(stage.root.querySelectorAll(".tips li")).to.have.length(2);
    expect(stage.text).not.to.contain("website’s support");
    expectHelp(stage, "button");
    expect(stage.part("support").previousElementSibling?.querySelector(".tips")).not.to.equal(null);
  });

  it("says in both languages that the code will be shown here, too, once the link was opened", async () => {
    expect((await showing()).text).to.contain("Once the link has been opened, your code appears here too");
    const french = await showing({ locale: "fr" });
    await until(() => french.text.includes("Une fois le lien ouvert, votre code apparaît aussi ici"));
  });

  it("has no gaps if address or reference are unknown", async () => {
    const server = new FakeServer();
    server.order = { ...openFor("notify"), state: "notified" };
    const stage = await mount({ server });
    await until(() => /link is on its way to the address this website has for you\./.test(stage.text));
    expect(stage.text).not.to.contain("Reference");
  });

  it("is replaced by the codes if the link was opened and the page becomes visible again", async () => {
    const stage = await showing();
    await until(() => stage.find("terms"));
    stage.server.order = { ...redeemed(), delivery: "notify" };
    document.dispatchEvent(new Event("visibilitychange"));
    await stage.shows("redeemed");
    await stage.unveil();
    expect(stage.part("code-value").textContent).to.equal(SECRET_CODE);
  });

  it("is replaced by the codes also while the page stays in sight", async () => {
    const stage = await showing();
    await until(() => stage.find("terms"));
    stage.server.order = { ...redeemed(), delivery: "notify" };
    await stage.clock.pass(15_000);
    await stage.unveil();
  });
});
