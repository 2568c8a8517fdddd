import { expect } from "@open-wc/testing";
import type { Order } from "../../../shared/wire.ts";
import type { Group } from "../../../widget/texts/texts.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, openFor } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

/** The confirmed attempt ended without a code at the service, and the user comes back. */
async function comingBack(order: Order, rewards?: FakeServer["rewards"], locale = "en"): Promise<Stage> {
  const server = new FakeServer();
  server.order = { ...order, ended_attempt: 1 };
  if (rewards) server.rewards = rewards;
  return mount({ server, attributes: { locale } });
}

const toldOf = (stage: Stage) => stage.find("alert")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
const ENDED = /last choice did not go through, and no reward was issued\. /;
const LINK = /a link, it no longer works/;

describe("a confirmed attempt that ended without a code", () => {
  for (const delivery of ["activate", "notify"] as const) {
    it(`is reported above the rewards, with words about the link of ${delivery}`, async () => {
      const stage = await comingBack(openFor(delivery));
      await until(() => stage.find("alert"));
      expect(stage.state).to.equal("open");
      expect(toldOf(stage))
        .to.match(ENDED)
        .and.match(LINK)
        .and.match(/Please choose again\.$/);
      expect(toldOf(stage), "a gift costs nothing").not.to.match(/charge/);
      expect(stage.eventNames).to.deep.equal(["reward-ready"]);
      await expect(stage.element).to.be.accessible();
    });
  }

  for (const [locale, said] of [
    ["en", "€20 Lumière Coffee gift card"],
    ["de", "Lumière Coffee gift card 20 €"],
    ["ar", "Lumière Coffee gift card 20 €"],
  ] as const) {
    it(`${locale}: names the reward and its worth in the language's order, as a refusal and the till do`, async () => {
      const order = {
        ...openFor("redeem"),
        currency: "EUR",
        ended_reward_name: "Lumière Coffee gift card, €20",
      };
      const stage = await comingBack(order, undefined, locale);
      await until(() => stage.find("alert"));
      const name = stage.part("alert").querySelector(".name")?.textContent ?? "";
      expect(
        name
          .replace(/[\u2066\u2069]/g, "")
          .replace(/\s/g, " ")
          .trim(),
      ).to.equal(said);
    });
  }

  it("is reported without a link if there was none", async () => {
    const stage = await comingBack(openFor("redeem"));
    await until(() => stage.find("alert"));
    expect(toldOf(stage)).to.match(ENDED).and.not.match(LINK);
  });

  it("is not mentioned if there was none", async () => {
    const stage = await mount();
    await stage.pick("A");
    await stage.press("back");
    await stage.shows("open");
    expect(toldOf(stage)).to.equal("");
  });

  it("is reported only in French, if the widget is in French, also while its texts are loading", async () => {
    const { loaders } = await import("../../../widget/loaders.ts");
    let arrive = () => {};
    const words = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const server = new FakeServer();
    server.order = { ...openFor("notify"), ended_attempt: 1 };
    let isHere = false;
    const texts = async (tag: string, group: Group) => {
      if (group === "first") return loaders.texts(tag, group);
      isHere = true;
      await words;
      return loaders.texts(tag, group);
    };
    const stage = await mount({ server, attributes: { locale: "fr" }, loaders: { texts } });
    await until(() => isHere && stage.find("reward"));
    await stage.element.updateComplete;
    expect(toldOf(stage)).to.equal("");
    arrive();
    await until(() => stage.find("alert"));
    expect(toldOf(stage)).to.match(/aucune récompense n’a été émise\..* il ne fonctionne plus/);
  });
});
