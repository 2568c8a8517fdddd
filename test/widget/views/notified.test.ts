import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, MASKED_EMAIL, notified } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

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

  it("says in both languages that the code will be shown here, too, once the link was opened", async () => {
    expect((await showing()).text).to.contain("Once the link has been opened, your code appears here too");
    const french = await showing({ locale: "fr" });
    await until(() => french.text.includes("Une fois le lien ouvert, votre code apparaît aussi ici"));
  });
});
