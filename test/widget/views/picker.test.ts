/** The picker, and what stands in its place where there is one reward only. */
import { expect } from "@open-wc/testing";
import type { Delivery } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, ORDER, problem, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const AMOUNTS = [10, 15, 20, 25, 30, 40, 50, 75, 100] as const;
/** What a folded tile shows. */
const FOLDED = 3;

/** A brand of many values between two others. */
async function offering(width: number): Promise<Stage> {
  const server = new FakeServer();
  server.rewards = [
    reward("FIRST", { name: "Alder Card $10", brand: "alder" }),
    ...AMOUNTS.map((amount) =>
      reward(`B-${amount}`, { name: `Birch Anniversary Card $${amount}`, brand: "birch" }),
    ),
    reward("LAST", { name: "Cedar Card $10", brand: "cedar" }),
  ];
  const stage = await mount({ server, into: columnOf(width) });
  await until(() => stage.find("unfold") && stage.root.querySelector(".beside"));
  return stage;
}

const box = (element: Element | null | undefined): DOMRect =>
  element?.getBoundingClientRect() ?? expect.fail("not there");

describe("a brand of many values", () => {
  for (const width of [320, 390, 720]) {
    it(`has the whole row once all of them are shown, at ${width} px, and the next tile fills the gap`, async () => {
      const stage = await offering(width);
      const chips = () => stage.all("reward").filter(({ dataset }) => dataset.sku?.startsWith("B-"));
      expect(chips()).to.have.length(FOLDED);
      stage.part("unfold").focus();
      await stage.press("unfold");
      expect(chips().map(({ dataset }) => dataset.sku)).to.deep.equal(AMOUNTS.map((each) => `B-${each}`));
      expect(stage.root.activeElement, "the first that was not there before").to.equal(chips()[FOLDED]);
      const [tile, list] = [box(chips()[0]?.closest("li")), box(stage.root.querySelector(".cards"))];
      // Engines lay out in fractions of a pixel.
      expect(Math.round(tile.width)).to.be.least(Math.round(list.width));
      const columns = new Set(chips().map((chip) => Math.round(box(chip).left)));
      expect(columns.size).to.be.least(width < 390 ? 1 : 2);
      expect(box(stage.root.querySelector("[data-sku=LAST]")).top).to.be.below(tile.top);
      await expect(stage.element).to.be.accessible();
    });
  }
});

describe("tiles side by side", () => {
  for (const width of [390, 720])
    it(`have their names and their values at one height, at ${width} px, however many lines a name takes`, async () => {
      const server = new FakeServer();
      server.rewards = [
        ...[10, 20].map((amount) => reward(`A-${amount}`, { name: `Alder $${amount}`, brand: "alder" })),
        ...[10, 20].map((amount) =>
          reward(`B-${amount}`, {
            name: `Birch, a very long name of a large shop $${amount}`,
            brand: "birch",
          }),
        ),
        reward("ONE", { name: "Cedar Card $10", brand: "cedar" }),
      ];
      const stage = await mount({ server, into: columnOf(width) });
      await until(() => stage.find("reward"));
      const [alder, birch] = [...stage.root.querySelectorAll(".cards > li")];
      const height = (of: string) => [alder, birch].map((tile) => box(tile?.querySelector(of)).height);
      const top = (of: string) => [alder, birch].map((tile) => box(tile?.querySelector(of)).top);
      expect(top(".picture")[0], "one row").to.equal(top(".picture")[1]);
      expect(height(".name")[0], "the names differ").to.be.lessThan(height(".name")[1] ?? 0);
      for (const of of [".name", ".chip"]) expect(top(of)[0], of).to.be.closeTo(top(of)[1] ?? 0, 0.5);
      expect(height(".chip")[0]).to.be.closeTo(height(".chip")[1] ?? 0, 0.5);
    });
});

describe("one brand alone", () => {
  const sole = async (width: number, more: readonly string[] = []): Promise<Stage> => {
    const server = new FakeServer();
    server.rewards = [
      ...AMOUNTS.map((amount) => reward(`B-${amount}`, { name: `Birch Card $${amount}`, brand: "birch" })),
      ...more.map((sku) => reward(sku)),
    ];
    const stage = await mount({ server, into: columnOf(width) });
    await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
    return stage;
  };

  for (const width of [320, 390, 480, 720, 1_440]) {
    it(`has a large card and all of its values, and no search, at ${width} px`, async () => {
      const stage = await sole(width);
      expect(stage.find("search")).to.equal(undefined);
      expect(stage.find("unfold")).to.equal(undefined);
      expect(stage.all("reward")).to.have.length(AMOUNTS.length);
      const [list, card, name] = [".cards", ".cards .picture", ".cards .name"].map((each) =>
        box(stage.root.querySelector(each)),
      );
      if (!list || !card || !name) throw new Error("no card");
      const isBeside = width >= 480;
      expect(card.width / list.width).to.be.within(isBeside ? 0.36 : 1, isBeside ? 0.5 : 1);
      expect(name.left >= card.right, "beside").to.equal(isBeside);
      expect(name.top >= card.bottom, "below").to.equal(!isBeside);
      for (const chip of stage.all("reward"))
        expect(box(chip).height, "as high as its words").to.be.below(44);
      await expect(stage.element).to.be.accessible();
      stage.element.parentElement?.remove();
    });
  }

  it("is searched where something else stands beside it, and as long as something is looked for", async () => {
    const stage = await sole(720, ["OTHER"]);
    await stage.type("search", "birch");
    await until(() => stage.root.querySelectorAll(".cards > li").length === 1);
    expect(stage.find("search")).not.to.equal(undefined);
    await stage.pick("B-10");
    await stage.settle();
    stage.server.rewards = stage.server.rewards.filter(({ brand }) => brand === "birch");
    stage.server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert"));
    expect((stage.find("search") as HTMLInputElement | undefined)?.value, "to be taken back").to.equal(
      "birch",
    );
    await stage.type("search", "");
    expect(stage.find("search")).to.equal(undefined);
  });
});

describe("the picker", () => {
  it("has a button a reward, with its SKU, stock in words and range", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { stock_quantity: 3 }),
      reward("B", { stock_quantity: 1 }),
      reward("C", { stock_quantity: 5_000 }),
      reward("D", { in_stock: false }),
      reward("E", { free_value: true, min_amount: "5", max_amount: "150" }),
    ];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const cards = stage
      .all("reward")
      .map((card) => [card.dataset.sku, card.ariaDisabled, card.textContent?.replace(/\s+/g, " ")]);
    expect(cards.map(([sku]) => sku)).to.deep.equal(["A", "B", "C", "D", "E"]);
    expect(cards.map(([, disabled]) => disabled)).to.deep.equal(["false", "false", "false", "true", "false"]);
    for (const [index, words] of ["Only 3 left", "Only one left", "", "Out of stock", "5–100"].entries()) {
      expect(cards[index]?.[2]).to.contain(words);
    }
    expect(stage.text).not.to.contain("In stock");
    stage.all("reward")[3]?.click();
    expect(stage.server.count("GET /v1/rewards/D")).to.equal(0);
  });

  it("finds by name and says how many", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: "Café Lumière" }), reward("B", { name: "Tea house" })];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "cafe");
    await until(() => stage.all("reward").length === 1);
    expect(stage.all("reward").map((card) => card.dataset.sku)).to.deep.equal(["A"]);
    expect(stage.text).to.contain("1 reward");
    expect(stage.announced).to.equal("1 reward");
    await stage.type("search", "zzz");
    expect(stage.text).to.contain("No reward matches “zzz”");
    expect(stage.announced).to.contain("No reward matches “zzz”");
    expect(
      stage.all("reward").map((card) => card.dataset.sku),
      "what there is stands below",
    ).to.deep.equal(["A", "B"]);
    await stage.press("back");
    expect((stage.part("search") as HTMLInputElement).value).to.equal("");
    expect(stage.all("reward").length).to.equal(2);
  });

  it("counts rewards, of which the tile of a brand holds several", async () => {
    const server = new FakeServer();
    server.rewards = [10, 25, 50]
      .map((amount) => reward(`A-${amount}`, { name: `Halcyon Cinemas ${amount}`, brand: "halcyon" }))
      .concat(reward("B", { name: "Tea house" }));
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "cinem");
    await until(() => stage.all("reward").length === 3);
    expect(stage.root.querySelectorAll(".cards > li").length).to.equal(1);
    expect(stage.root.querySelector(".found")?.textContent).to.equal("3 rewards");
    expect(stage.announced).to.equal("3 rewards");
  });

  it("folds nothing of the only tile that was found", async () => {
    const server = new FakeServer();
    server.rewards = [10, 25, 50, 75, 100]
      .map((amount) => reward(`A-${amount}`, { name: `Halcyon Cinemas ${amount}`, brand: "halcyon" }))
      .concat(reward("B", { name: "Tea house" }));
    const stage = await mount({ server });
    await until(() => stage.find("unfold"));
    await stage.type("search", "cinem");
    await until(() => stage.all("reward").length === 5);
    expect(stage.find("unfold")).to.equal(undefined);
  });

  it("shows an initial where a picture is missing or broken", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { name: "Tea house", logo_url: "data:image/png;base64,AAAA" }),
      reward("B", { name: "Été 25" }),
    ];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const pictures = [...stage.root.querySelectorAll(".cards .picture")];
    expect(pictures.map((picture) => picture.textContent)).to.deep.equal(["T", "É"]);
    const image = stage.root.querySelector("img") as HTMLImageElement;
    image.dispatchEvent(new Event("error"));
    expect(image.hasAttribute("data-loaded")).to.equal(false);
    expect(getComputedStyle(image).opacity).to.equal("0");
  });
});

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

  it("is told as a closed offer is: a title, the pass, when to come back, and help", async () => {
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

  it("is read again when that is asked for, with the focus at the heading", async () => {
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

  it("says what became of the last one, and counts nothing that was looked for", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A"), reward("B")];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "Reward A");
    await stage.pick("A");
    await stage.settle();
    server.rewards = [];
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("retry"));
    expect(stage.text)
      .to.match(/Reward A.*Out of stock – It may come back/)
      .and.not.match(/another|matches/);
    expect(stage.announced).to.equal("");
  });

  it("is a connection's fault where the words for it cannot be fetched", async () => {
    const server = new FakeServer();
    server.rewards = [];
    const stage = await mount({ server, loaders: { flow: () => Promise.reject(new Error("offline")) } });
    await stage.shows("problem");
    expect(stage.text).to.contain("check your connection");
  });
});

describe("the only reward, sold out,", () => {
  it("says what now, with a way to help", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    const stage = await mount({ server, attributes: { support: "https://shop.example/help" } });
    await stage.shows("details");
    expect(stage.text).to.contain("It may come back");
    expect(stage.find("book"), "nothing to press").to.equal(undefined);
    const description = [...stage.root.querySelectorAll("p")].find(
      (p) => p.textContent === "Something nice.",
    );
    expect(description?.parentElement?.className, "as wide as the column").to.equal("scroll");
    expect(stage.part("support").getAttribute("href")).to.equal("https://shop.example/help");
    expect(stage.part("support").closest(".help"), "the quiet link: there is something to do").not.to.equal(
      null,
    );
  });

  it("looks as it does in the picker", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: "Tea house, $25", in_stock: false })];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    expect(getComputedStyle(stage.part("card")).filter).to.equal("grayscale(1)");
    const price = stage.root.querySelector(".price") ?? expect.fail("no price");
    expect(getComputedStyle(price).textDecorationLine).to.equal("line-through");
  });

  for (const [now, rest] of [
    ["is sold out still", [reward("A", { in_stock: false })]],
    ["is back", [reward("A")]],
    ["is not the only one any more", [reward("A"), reward("B")]],
    ["is gone", []],
  ] as const)
    it(`is checked again when asked to, and ${now}`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A", { in_stock: false })];
      const stage = await mount({ server });
      await stage.shows("details");
      await until(() => stage.find("terms"));
      await stage.settle();
      expect(stage.part("retry").textContent).to.equal("Check again");
      await expect(stage.element).to.be.accessible();
      let answer = (_: Response) => {};
      server.rewards = [...rest];
      const pending = new Promise<Response>((resolve) => {
        answer = resolve;
      });
      server.reply("GET /v1/catalog", () => pending);
      await stage.press("retry");
      expect(stage.part("retry").ariaDisabled, "while it is on its way").to.equal("true");
      expect(stage.text, "the reward stays meanwhile").to.contain("Out of stock");
      answer(data(rest));
      await until(() => stage.find("retry")?.ariaDisabled !== "true");
      await stage.settle();
      if (rest.length === 1) {
        expect(stage.state).to.equal("details");
        expect(stage.find(rest[0]?.in_stock ? "retry" : "book")).to.equal(undefined);
        expect(stage.find(rest[0]?.in_stock ? "book" : "retry")).not.to.equal(undefined);
      } else expect([stage.state, stage.all("reward").length]).to.deep.equal(["open", rest.length]);
    });

  /** Ready to be checked again; the catalog is answered when the test says so. */
  const checkable = async (server: FakeServer): Promise<{ stage: Stage; answer: () => void }> => {
    const stage = await mount({ server });
    await stage.shows("details");
    await until(() => stage.find("retry"));
    await stage.settle();
    let answer = () => {};
    const pending = new Promise<Response>((resolve) => {
      answer = () => resolve(data(server.rewards));
    });
    server.reply("GET /v1/catalog", () => pending);
    return { stage, answer };
  };

  it("is told to be so each time it was checked, and that it can be had once it is back", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    const { stage, answer } = await checkable(server);
    expect(stage.announced, "nobody asked").to.equal("");
    stage.part("retry").focus();
    await stage.press("retry");
    expect(stage.announced).to.equal("One moment…");
    answer();
    await until(() => stage.announced === "Out of stock");
    expect(stage.root.activeElement).to.equal(stage.part("retry"));
    server.rewards = [reward("A")];
    await stage.press("retry");
    await until(() => stage.announced === "Choose this reward");
    expect(stage.root.activeElement).to.equal(stage.part("title"));
  });

  it("is checked again also while its texts are on their way", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    server.reply("GET /v1/rewards/A", () => new Promise<Response>(() => {}));
    const { stage, answer } = await checkable(server);
    expect(stage.find("terms"), "no texts yet").to.equal(undefined);
    await stage.press("retry");
    answer();
    await until(() => stage.announced === "Out of stock" && stage.find("terms"), "the texts come after it");
    expect(server.count("GET /v1/catalog")).to.equal(1);
  });

  for (const by of ["the catalog", "the answer to a booking"])
    it(`by ${by}: is not booked by the second tap on the button that checked it`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A", { in_stock: by !== "the catalog" })];
      const stage = await mount({ server });
      await stage.shows("details");
      await stage.settle();
      if (by !== "the catalog") {
        server.reply("POST /v1/order/book", () => problem("out_of_stock"));
        await stage.press("book");
        await until(() => stage.find("alert") && stage.find("retry"));
        await stage.settle();
      }
      const booked = server.count("POST /v1/order/book");
      server.rewards = [reward("A")];
      await stage.press("retry");
      expect(stage.find("book"), "not before the answer").to.equal(undefined);
      await until(() => stage.find("book"));
      expect(stage.part("book").ariaDisabled).to.equal("true");
      stage.part("book").dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 2 }));
      expect(server.count("POST /v1/order/book")).to.equal(booked);
      await stage.settle();
      expect(stage.part("book").ariaDisabled).to.equal("false");
      await stage.press("book");
      await stage.shows("booked");
    });
});

describe("the only reward", () => {
  it("that sold out while it was chosen is not offered again, and no other one is", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A")];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert"));
    expect(stage.part("alert").textContent)
      .to.match(/Out of stock.*may come back/)
      .and.not.match(/another/);
    expect(stage.find("book")).to.equal(undefined);
  });

  it("that sold out meanwhile is said to be out of stock once", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A")];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    server.rewards = [reward("A", { in_stock: false })];
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert")?.textContent?.includes("may come back"));
    await stage.settle();
    expect(stage.text.match(/Out of stock/g)).to.have.length(1);
  });

  for (const rest of [[reward("A")], []])
    it(`that cannot be had is nothing to press, and no other one is offered, with ${rest.length} left`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A")];
      const stage = await mount({ server });
      await stage.shows("details");
      await stage.settle();
      server.rewards = rest;
      server.reply("POST /v1/order/book", () => problem("reward_unavailable"));
      await stage.press("book");
      await until(() => stage.text.includes("no reward to choose"));
      await stage.settle();
      expect(stage.text.match(/no reward to choose/g), "said once").to.have.length(1);
      expect(stage.text).not.to.match(/another/);
      expect(stage.find("book")).to.equal(undefined);
    });
});

describe("the panel before anything was chosen", () => {
  const mountIn = async (width: number, delivery: Delivery): Promise<Stage> => {
    const server = new FakeServer();
    server.order = { ...ORDER, delivery, amount_limits: { max_amount: "40" }, currency: "EUR" };
    const stage = await mount({ server, into: columnOf(width) });
    await until(() => stage.root.querySelector(".beside"));
    return stage;
  };
  const ends: [Delivery, string][] = [
    ["redeem", "Your code appears here"],
    ["activate", "Your link appears here"],
    ["notify", "The link is emailed to you"],
  ];
  for (const [delivery, end] of ends)
    it(`${delivery}: says what the gift is and how it is got, on wide columns alone, and up to how much is said once`, async () => {
      const stage = await mountIn(1_000, delivery);
      const panel = stage.root.querySelector<HTMLElement>(".slot") ?? expect.fail("no panel");
      expect([...panel.querySelectorAll("p, li")].map((each) => each.textContent?.trim())).to.deep.equal([
        ORDER.promotion.name,
        "Choose your reward",
        "Confirm your reward",
        end,
      ]);
      expect(stage.text.split("Up to €40"), "once").to.have.length(2);
      await expect(stage.element).to.be.accessible();
      stage.element.parentElement?.style.setProperty("width", "600px");
      expect(panel.getClientRects().length, "on a narrow column").to.equal(0);
    });

  it("moves nothing when it comes: the place that is kept for it is as high", async () => {
    const stage = await mountIn(1_000, "redeem");
    const { height } = stage.element.getBoundingClientRect();
    stage.root.querySelector(".slot")?.remove();
    expect(stage.element.getBoundingClientRect().height).to.equal(height);
  });
});
