/** A catalog in which nothing can be chosen. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

describe("a catalog without rewards", () => {
  const HELP = "https://shop.example/help";
  const empty = async (): Promise<Stage> => {
    const server = new FakeServer();
    server.rewards = [];
    const stage = await mount({ server, attributes: { support: HELP } });
    await until(() => stage.find("retry"), "the way on");
    return stage;
  };
  const title = (stage: Stage): string | null => stage.part("title").textContent;

  it("is shown like a closed offer: a title, the pass, when to come back, and help", async () => {
    const stage = await empty();
    expect(stage.state).to.equal("open");
    expect(title(stage)).to.equal("This offer is not available right now");
    expect(stage.part("summary").textContent).to.match(/Autumn.*no reward to choose/s);
    expect(stage.part("retry").part.contains("primary")).to.equal(true);
    expect(stage.part("support").getAttribute("href")).to.equal(HELP);
    expect(stage.eventNames).to.deep.equal(["reward-ready"]);
    for (const gone of ["ul", "[role=group]", "[part~=search]"])
      expect(stage.root.querySelector(gone), gone).to.equal(null);
    await expect(stage.element).to.be.accessible();
  });

  it("is read again on request, with the focus at the heading", async () => {
    const stage = await empty();
    const { server } = stage;
    stage.part("retry").focus();
    await stage.press("retry");
    await until(() => server.count("GET /v1/catalog") === 1 && stage.find("retry"));
    expect(title(stage), "still none").to.equal("This offer is not available right now");
    expect(stage.root.activeElement).to.equal(stage.part("title"));
    server.rewards = [reward("A"), reward("B")];
    await stage.press("retry");
    await until(() => stage.all("reward").length === 2);
    expect(title(stage)).to.equal("Choose your reward");
    expect(stage.root.activeElement).to.equal(stage.part("title"));
  });
});
