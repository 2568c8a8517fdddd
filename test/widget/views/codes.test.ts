import { expect } from "@open-wc/testing";
import type { BarcodeType, CodeItem, Codes, Usage } from "../../../shared/usages.ts";
import { until } from "../support/fake-clock.ts";
import {
  FakeServer,
  problem,
  redeemed,
  SECRET_CODE,
  SECRET_LINK,
  SECRET_PIN,
} from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const VALUES: Record<Usage, string> = {
  primary: SECRET_CODE,
  security: SECRET_PIN,
  url: SECRET_LINK,
  security_url: SECRET_LINK,
  security_url_code: "88-77",
};

function codesOf(usages: readonly Usage[], type: BarcodeType = "none", more: Partial<Codes> = {}): Codes {
  const items = usages.map(
    (usage): CodeItem => ({
      name: "",
      usage,
      value: VALUES[usage],
      format: VALUES[usage] === SECRET_LINK ? "url" : "string",
    }),
  );
  const [first] = items;
  return {
    reward_format: { usages, barcode_type: type },
    items,
    ...(type !== "none" && first && { barcode: { type, value: first.value } }),
    ...more,
  };
}

async function showing(codes: Codes): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  server.codes = codes;
  const stage = await mount({ server });
  await stage.unveil();
  return stage;
}

const shown = (stage: Stage): (string | null)[] =>
  stage.all("code-value").map(({ textContent }) => textContent);

describe("codes", () => {
  const lists: [usages: Usage[], open: string[], afterReveal: string[], links: number][] = [
    [["primary"], [SECRET_CODE], [SECRET_CODE], 0],
    [["primary", "security"], [SECRET_CODE], [SECRET_CODE, SECRET_PIN], 0],
    [["url"], [SECRET_LINK], [SECRET_LINK], 1],
    [["security_url", "security_url_code"], [SECRET_LINK], [SECRET_LINK, "88-77"], 1],
  ];
  for (const [usages, open, afterReveal, links] of lists) {
    it(`of ${usages} stand in their order, secrets only once asked for`, async () => {
      const stage = await showing(codesOf(usages));
      expect(stage.all("code").map((code) => code.dataset.usage)).to.deep.equal(usages);
      expect(shown(stage)).to.deep.equal(open);
      expect(stage.all("link").length).to.equal(links);
      if (stage.find("reveal")) {
        const secret = afterReveal.at(-1) ?? "";
        expect(stage.root.innerHTML + stage.root.textContent).not.to.contain(secret);
        await stage.press("reveal");
      }
      expect(shown(stage)).to.deep.equal(afterReveal);
      await expect(stage.element).to.be.accessible();
    });
  }

  it("of sixteen digits stand on one line, and their labels above them, on the narrowest phone in both directions", async () => {
    for (const direction of ["ltr", "rtl"]) {
      const column = columnOf(320, direction);
      const server = new FakeServer();
      server.order = redeemed();
      server.codes = codesOf(["primary", "security"], "c128");
      server.codes = {
        ...server.codes,
        items: server.codes.items.map((item) => ({ ...item, name: "Card number" })),
      };
      const stage = await mount({
        server,
        into: column,
        attributes: { locale: direction === "rtl" ? "ar" : "en" },
      });
      await stage.unveil();
      const groups = [...stage.part("code-value").children].map((group) => group.getBoundingClientRect().top);
      expect([groups.length, new Set(groups).size]).to.deep.equal([4, 1]);
      const { left, right } = stage.part("code").getBoundingClientRect();
      const label = document.createRange();
      label.selectNodeContents(stage.part("code").querySelector("h3") ?? stage.element);
      const [line] = label.getClientRects();
      if (direction === "rtl") expect(line?.right).to.be.closeTo(right, 1);
      else expect(line?.left).to.be.closeTo(left, 1);
      column.remove();
    }
  });

  it("have the service's names where those are in the language that is spoken, and else the widget's", async () => {
    const names = async (locale: string, promotion?: string): Promise<(string | undefined)[]> => {
      const server = new FakeServer();
      server.order = { ...redeemed(), promotion: { id: "p", ...(promotion && { locale: promotion }) } };
      const stage = await mount({ server, attributes: { locale } });
      await until(() => stage.find("code"));
      return stage.all("code").map((code) => code.querySelector("h3")?.textContent ?? undefined);
    };
    expect(await names("en", "en_US")).to.deep.equal(["Card number", "PIN"]);
    expect(await names("fr"), "in a language that nobody told").to.deep.equal(["Card number", "PIN"]);
    expect(await names("fr", "en_US")).to.deep.equal(["Code", "Code PIN"]);
  });

  it("that cannot be read are not asked for again: help is, by the reference", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), support_url: "https://shop.example/help" };
    server.reply("POST /v1/order/codes", () => problem("codes_unreadable"));
    const stage = await mount({ server });
    await until(() => stage.find("alert"));
    expect([stage.find("retry"), stage.find("support")?.getAttribute("href")]).to.deep.equal([
      undefined,
      "https://shop.example/help",
    ]);
    expect(stage.text).to.contain("rd-1");
  });

  it("link to a new tab that knows nothing of this page", async () => {
    const link = (await showing(codesOf(["url"]))).part("link") as HTMLAnchorElement;
    expect([link.getAttribute("href"), link.target, link.rel]).to.deep.equal([
      SECRET_LINK,
      "_blank",
      "noopener noreferrer",
    ]);
  });

  it("break a link behind its slashes and dots, before they break a word of it", async () => {
    const codes = codesOf(["url"]);
    const link = "https://rewards.example.com/redeem/a1.html";
    const items = codes.items.map((item) => ({ ...item, value: link }));
    const value = (await showing({ ...codes, items })).part("code-value");
    const parts = [...value.childNodes].filter((node) => node instanceof Text && node.data);
    expect(parts.map(({ textContent }) => textContent)).to.deep.equal([
      "https://rewards.",
      "example.",
      "com/",
      "redeem/",
      "a1.",
      "html",
    ]);
  });

  it("have on the button for the till a sign of their kind of barcode", async () => {
    const signs = [];
    for (const type of ["c128", "qrcode"] as const) {
      const stage = await showing(codesOf(["primary"], type));
      signs.push(stage.part("till").querySelector("path")?.getAttribute("d"));
      stage.element.remove();
    }
    expect(signs[0]).not.to.equal(signs[1]);
  });

  for (const address of [
    "javascript:alert(1)",
    "data:text/html,x",
    "java\tscript:alert(1)",
    "https://a@evil.example/",
    "http://evil.example/",
  ]) {
    it(`never link to ${JSON.stringify(address)}`, async () => {
      const codes = codesOf(["url"]);
      const items = codes.items.map((item) => ({ ...item, value: address }));
      const stage = await showing({ ...codes, items, printable_document_url: address });
      expect(stage.root.querySelectorAll("a").length).to.equal(0);
      expect(shown(stage)).to.deep.equal([address]);
    });
  }

  it("show hostile names and values as text", async () => {
    const codes = codesOf(["primary"]);
    const hostile = "<img src=x onerror=alert(1)>";
    const stage = await showing({
      ...codes,
      items: [{ name: hostile, value: hostile, format: "string", usage: "primary" }],
    });
    expect(shown(stage)).to.deep.equal([hostile]);
    expect(stage.root.querySelector("img")).to.equal(null);
  });

  it("come with the printable document, expiry and print", async () => {
    const stage = await showing(
      codesOf(["primary"], "none", {
        printable_document_url: "https://x.example/a.pdf",
        expiration_datetime: "2027-03-31",
      }),
    );
    expect((stage.part("pdf") as HTMLAnchorElement).href).to.equal("https://x.example/a.pdf");
    expect(stage.text).to.contain("Valid until March 31, 2027");
    expect(stage.find("print")).not.to.equal(undefined);
  });

  for (const [usages, type] of [
    [["primary"], "c128"],
    [["primary"], "qrcode"],
    [["primary", "security"], "c128"],
    [["primary", "security"], "qrcode"],
    [["url"], "qrcode"],
    [["security_url", "security_url_code"], "qrcode"],
  ] as [Usage[], BarcodeType][]) {
    it(`of ${usages} have their ${type}`, async () => {
      const stage = await showing(codesOf(usages, type));
      await until(() => stage.find("barcode"));
      expect(stage.all("barcode").length).to.equal(1);
    });
  }

  it("without a barcode type have none", async () => {
    expect((await showing(codesOf(["primary"]))).find("barcode")).to.equal(undefined);
  });

  it("are text where their barcode cannot be loaded", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    const stage = await mount({ server, loaders: { drawers: () => Promise.reject(new Error("offline")) } });
    await stage.unveil();
    expect([shown(stage), stage.find("barcode")]).to.deep.equal([[SECRET_CODE], undefined]);
  });
});

describe("a barcode that cannot be drawn", () => {
  it("keeps no code back, is told of, and is tried again", async () => {
    const { loaders } = await import("../../../widget/loaders.ts");
    let isBroken = true;
    const drawers = async () =>
      isBroken ? Promise.reject(new Error("offline")) : (await loaders.flow()).fetchDrawers();
    const server = new FakeServer();
    server.order = redeemed();
    server.codes = codesOf(["primary"], "qrcode");
    const stage = await mount({ server, loaders: { drawers } });
    await stage.unveil();
    await until(() => /barcode could not be loaded/.test(stage.text));
    isBroken = false;
    await stage.press("retry");
    await until(() => stage.find("barcode"));
  });

  it("is waited for beside the code, not before it", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    server.codes = codesOf(["primary"], "qrcode");
    const stage = await mount({ server, loaders: { drawers: () => new Promise(() => {}) } });
    await stage.unveil();
    expect([stage.find("barcode"), stage.find("retry")]).to.deep.equal([undefined, undefined]);
    await stage.clock.pass(15_000);
    await until(() => stage.find("retry"));
  });
});

describe("copying", () => {
  function clipboard(writeText: ((text: string) => Promise<void>) | undefined): void {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: writeText && { writeText } });
  }
  afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

  it("is confirmed once it happened", async () => {
    let written = "";
    let finish = () => {};
    clipboard(
      (text) =>
        new Promise((resolve) => {
          written = text;
          finish = resolve;
        }),
    );
    const stage = await showing(codesOf(["primary"]));
    await stage.press("copy");
    expect([written, stage.text.includes("copied")]).to.deep.equal([SECRET_CODE, false]);
    finish();
    await until(() => stage.announced === "Code copied.");
    expect(stage.events.at(-1)?.type).to.equal("reward-copy");
    expect(stage.events.at(-1)?.detail.usage).to.equal("primary");
  });

  it("is announced for each item by its name, on buttons that look short", async () => {
    clipboard(() => Promise.resolve());
    const stage = await showing(codesOf(["primary", "security"]));
    const [first, second] = stage.all("copy");
    // The second is a sign alone, whose name is there for those who do not see it.
    const unseen = second?.querySelector(".unseen");
    expect([second?.textContent?.trim(), unseen?.textContent]).to.deep.equal(["Copy PIN", "Copy PIN"]);
    // A title of other words would be said after the name.
    expect([unseen?.clientWidth, second?.title]).to.deep.equal([1, "Copy PIN"]);
    first?.click();
    await until(() => stage.announced === "Code copied.");
    second?.click();
    await until(() => stage.announced === "PIN copied.");
  });

  it("of the same item is news each time", async () => {
    clipboard(() => Promise.resolve());
    const stage = await showing(codesOf(["primary"]));
    const heard: string[] = [];
    for (let press = 0; press < 3; press++) {
      await stage.press("copy");
      await until(() => stage.announced !== "" && stage.announced !== heard.at(-1));
      heard.push(stage.announced);
    }
    expect(heard.map((words) => words.trim())).to.deep.equal(Array(3).fill("Code copied."));
  });

  it("by hand gives the value and nothing else, though it is read in groups", async () => {
    const stage = await showing(codesOf(["primary"]));
    const value = stage.part("code-value");
    expect([value.textContent, value.children.length]).to.deep.equal([SECRET_CODE, 4]);
    const copied = document.createElement("div");
    copied.append(...[...value.childNodes].map((node) => node.cloneNode(true)));
    document.body.append(copied);
    getSelection()?.selectAllChildren(copied);
    expect(`${getSelection()}`).to.equal(SECRET_CODE);
    copied.remove();
  });

  const refusals: [what: string, writeText: (() => Promise<void>) | undefined][] = [
    ["the browser refuses", () => Promise.reject(new DOMException("no", "NotAllowedError"))],
    ["there is no clipboard", undefined],
  ];
  for (const [what, writeText] of refusals) {
    it(`selects the text and says so when ${what}`, async () => {
      clipboard(writeText);
      const stage = await showing(codesOf(["primary", "security"]));
      stage.all("copy")[1]?.click();
      await until(() => /text is selected/.test(stage.announced));
      expect(stage.text).not.to.contain("copied");
      await until(() => stage.all("code-value").length === 2);
      const selection = getSelection();
      await until(() => selection?.type === "Range");
      expect(stage.eventNames).not.to.include("reward-copy");
    });
  }
});

describe("secrets", () => {
  /** Everything that is written there; as text, too, because a long code stands there in groups. */
  const inPage = ({ root, element }: Stage): string => root.innerHTML + root.textContent + element.outerHTML;

  it("that are shown are found by what looks for them here", async () => {
    expect(inPage(await showing(codesOf(["primary"])))).to.contain(SECRET_CODE);
  });

  it("leave the page with it, and are read again when it comes back", async () => {
    const stage = await showing(
      codesOf(["primary", "security"], "c128", { printable_document_url: "https://x.example/a.pdf" }),
    );
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(inPage(stage)).not.to.contain(SECRET_CODE).and.not.contain(SECRET_PIN);
    for (const part of ["code", "code-value", "barcode", "pdf", "link"])
      expect(stage.find(part), part).to.equal(undefined);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await until(() => stage.find("code"));
    expect(stage.server.count("POST /v1/order/codes")).to.equal(2);
    expect(shown(stage)).to.deep.equal([]);
    await stage.unveil();
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
  });

  it("stand in the open after their confirmation, and their PIN is masked when the page is hidden", async () => {
    const stage = await mount();
    await stage.redeem();
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
    await stage.element.updateComplete;
    expect([shown(stage), stage.find("barcode") !== undefined]).to.deep.equal([[SECRET_CODE], true]);
    expect(inPage(stage)).not.to.contain(SECRET_PIN);
  });

  it("are there masked on return, with the pass: one tap shows a number with its barcode, another one its PIN", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    server.codes = codesOf(["primary", "security"], "c128");
    const stage = await mount({ server });
    await until(() => stage.find("code"));
    expect([shown(stage), stage.find("barcode"), stage.all("reveal").length]).to.deep.equal([
      [],
      undefined,
      2,
    ]);
    expect(inPage(stage)).not.to.contain(SECRET_CODE).and.not.contain(SECRET_PIN);
    await expect(stage.element).to.be.accessible();
    stage.part("reveal").focus();
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
    expect(stage.root.activeElement?.textContent).to.equal(SECRET_CODE);
    expect(stage.events.at(-1)?.detail.usage).to.equal("primary");
    await stage.press("reveal");
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(shown(stage), "a minute later the PIN alone is masked again").to.deep.equal([SECRET_CODE]);
  });

  it("are used on return without being shown: at the till, by their link, by copying", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    server.codes = codesOf(["primary", "security"], "c128");
    const stage = await mount({ server });
    await until(() => stage.find("till") && !stage.root.querySelector(".skeleton"));
    await stage.press("till");
    await until(() => stage.root.querySelector("dialog svg"));
    expect(stage.root.querySelector("dialog [part~=code-value]")?.textContent).to.equal(SECRET_CODE);
    await stage.press("close");
    await until(() => !stage.root.querySelector("dialog"));
    expect(shown(stage)).to.deep.equal([]);
    await until(() => !history.state?.["reward-till"]);
    const other = new FakeServer();
    other.order = redeemed();
    other.codes = codesOf(["url"], "qrcode");
    const linked = await mount({ server: other });
    await until(() => linked.find("link"));
    expect([shown(linked), linked.find("barcode"), linked.part("link").getAttribute("href")]).to.deep.equal([
      [],
      undefined,
      SECRET_LINK,
    ]);
  });

  it("are masked again after a minute, and can be shown again", async () => {
    const stage = await showing(codesOf(["primary", "security"]));
    await stage.press("reveal");
    await stage.clock.pass(59_000);
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    await stage.clock.pass(1_000);
    await stage.element.updateComplete;
    expect([shown(stage), stage.clock.waiting]).to.deep.equal([[SECRET_CODE], 0]);
    await stage.press("reveal");
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
  });

  it("can be hidden by the person, but not by the second half of a double click", async () => {
    const stage = await showing(codesOf(["primary", "security"]));
    await stage.press("reveal");
    stage.part("hide").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    await stage.element.updateComplete;
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    stage.part("hide").focus();
    await stage.press("hide");
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
    expect(inPage(stage)).not.to.contain(SECRET_PIN);
    expect(stage.root.activeElement?.part[0]).to.equal("reveal");
  });

  it("are in no storage, no attribute of the host and no address", async () => {
    const stage = await showing(codesOf(["url"], "qrcode"));
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]);
    expect(kept + stage.element.outerHTML)
      .not.to.contain(SECRET_LINK)
      .and.not.contain("token-1");
  });

  it("leave with the element", async () => {
    const stage = await showing(codesOf(["primary"]));
    stage.element.remove();
    await until(() => !inPage(stage).includes(SECRET_CODE));
  });
});
