/** The display of codes: values, names, links, barcodes and the data beside them. */
import { expect } from "@open-wc/testing";
import type { BarcodeType, Usage } from "../../../shared/usages.ts";
import { codesOf, showing, shown } from "../support/codes.ts";
import { until } from "../support/fake-clock.ts";
import {
  FakeServer,
  offline,
  problem,
  redeemed,
  SECRET_CODE,
  SECRET_LINK,
  SECRET_PIN,
} from "../support/fake-server.ts";
import { expectHelp, mount, onPass, type Stage } from "../support/mount.ts";

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

  it("that cannot be read are not requested again: help is offered, with the reference", async () => {
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
    expect(onPass(stage)).to.deep.equal(["face", "alert", "support secondary"]);
    expectHelp(stage, "button");
  });

  it("that are not available now are requested again by the main button of their pass", async () => {
    const server = new FakeServer();
    server.order = { ...redeemed(), support_url: "https://shop.example/help" };
    server.reply("POST /v1/order/codes", () => problem("upstream_unavailable"));
    const stage = await mount({ server });
    await until(() => stage.find("alert"));
    expect(onPass(stage)).to.deep.equal(["face", "alert", "retry primary"]);
    expect(stage.part("alert").contains(stage.part("support"))).to.equal(true);
    await stage.press("retry");
    await until(() => stage.find("code"));
    expect(stage.find("alert")).to.equal(undefined);
  });

  it("link to a new tab without access to this page", async () => {
    const link = (await showing(codesOf(["url"]))).part("link") as HTMLAnchorElement;
    expect([link.getAttribute("href"), link.target, link.rel]).to.deep.equal([
      SECRET_LINK,
      "_blank",
      "noopener noreferrer",
    ]);
  });

  const links: [usages: Usage[], type: BarcodeType | undefined][] = [
    [["url"], undefined],
    [["url"], "qrcode"],
    [["security_url", "security_url_code"], undefined],
  ];
  for (const [usages, type] of links) {
    it(`of ${usages}${type ? ` with a ${type}` : ""} have the button of their link below all that it asks for, and above its drawing`, async () => {
      const stage = await showing(codesOf(usages, type));
      const link = stage.part("link");
      if (type) await until(() => stage.find("barcode"));
      expect(stage.all("link")).to.have.length(1);
      const follows = (element: Element): boolean =>
        (element.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      expect(stage.all("code").map(follows)).to.deep.equal(usages.map(() => true));
      expect(stage.all("barcode").map(follows)).to.deep.equal(type ? [false] : []);
    });
  }

  it("that are addresses, although called a code, have the button of their link as the main one", async () => {
    const codes = codesOf(["primary"]);
    const items = codes.items.map((item) => ({ ...item, format: "url" as const, value: SECRET_LINK }));
    const stage = await showing({ ...codes, items });
    expect(stage.all("link").map(({ classList }) => classList[0])).to.deep.equal(["main"]);
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

  const ends: [end: string | undefined, isOffered: boolean][] = [
    [undefined, false],
    ["end of May", false],
    ["2026-11-20", false],
    ["2026-11-21T13:29:00Z", false],
    ["2026-11-21", true],
    ["2027-03-31T10:00:00Z", true],
  ];
  for (const [expiration_datetime, isOffered] of ends) {
    it(`until ${expiration_datetime} ${isOffered ? "have a" : "have no"} reminder for the calendar`, async () => {
      const stage = await showing(
        codesOf(["primary"], "none", expiration_datetime ? { expiration_datetime } : {}),
      );
      expect(stage.all("remind").length).to.equal(isOffered ? 1 : 0);
    });
  }

  it("have a reminder that is a file for a minute, with the reward, its end and the reference, and no code", async () => {
    const files: Blob[] = [];
    const revoked: string[] = [];
    const links: HTMLAnchorElement[] = [];
    const { createObjectURL, revokeObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    URL.revokeObjectURL = (address) => revoked.push(address);
    HTMLAnchorElement.prototype.click = function () {
      links.push(this);
    };
    try {
      const usages: Usage[] = ["primary", "security", "security_url", "security_url_code"];
      const stage = await showing(codesOf(usages, "c128", { expiration_datetime: "2027-03-31" }), {
        attributes: { support: "https://shop.example/help?user=7" },
      });
      await stage.press("rest");
      await stage.press("remind");
      expect(links.map(({ href, download }) => [href, download])).to.deep.equal([["blob:1", "reward.ics"]]);
      const text = ((await files[0]?.text()) ?? "").replaceAll("\r\n ", "");
      expect(files[0]?.type).to.equal("text/calendar");
      const { order } = stage.server;
      expect(text).to.contain("SUMMARY:Reward A – Valid until March\u00a031\\,\u00a02027");
      expect(text).to.contain(`DESCRIPTION:Reward A\\nReference: ${order.reference}`);
      for (const secret of [SECRET_CODE, SECRET_PIN, SECRET_LINK, "88-77", "token-1", "http", order.order_id])
        expect(text).not.to.contain(secret);
      await stage.clock.pass(59_000);
      expect(revoked).to.deep.equal([]);
      await stage.clock.pass(1_000);
      expect(revoked).to.deep.equal(["blob:1"]);
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
      HTMLAnchorElement.prototype.click = click;
    }
  });

  for (const [usages, type] of [
    [["primary"], "none"],
    [["primary", "security"], "c128"],
    [["url"], "none"],
  ] as [Usage[], BarcodeType][]) {
    const isLink = usages[0] === "url";
    const second = (stage: Stage) =>
      ["pdf", "balance"].filter((part) => stage.all(part).some((each) => !each.closest("details")));
    it(`of ${usages} have the document as the second action, otherwise the balance if that is possible`, async () => {
      const pdf = { printable_document_url: "https://x.example/a.pdf" };
      const [ordered, none] = [
        await showing(codesOf(usages, type, pdf)),
        await showing(codesOf(usages, type)),
      ];
      expect([second(ordered), second(none)]).to.deep.equal([["pdf"], isLink ? [] : ["balance"]]);
      expect(ordered.all("balance").length, "below the rest").to.equal(isLink ? 0 : 1);
      await expect(ordered.element).to.be.accessible();
    });
  }

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

  it("are shown as text if their barcode cannot be loaded", async () => {
    const server = new FakeServer();
    server.order = redeemed();
    const stage = await mount({ server, loaders: { drawers: () => Promise.reject(new Error("offline")) } });
    await stage.unveil();
    expect([shown(stage), stage.find("barcode")]).to.deep.equal([[SECRET_CODE], undefined]);
  });
});

describe("a barcode that cannot be drawn", () => {
  it("does not delay the code, is reported, and is tried again", async () => {
    const { loaders } = await import("../../../widget/loaders.ts");
    let isBroken = true;
    const server = new FakeServer();
    server.order = redeemed();
    server.codes = codesOf(["primary"], "qrcode");
    const drawers = async () => {
      if (!isBroken) return (await loaders.flow()).fetchDrawers();
      server.reply("POST /v1/opening", offline).reply("GET /v1/order", offline);
      throw new Error("offline");
    };
    const stage = await mount({ server, loaders: { drawers } });
    await stage.unveil();
    await until(() => /barcode could not be loaded/.test(stage.text));
    isBroken = false;
    await stage.press("retry");
    await until(() => stage.find("barcode"));
  });

  it("because its file is gone comes with a new page", async () => {
    const drawers = () => Promise.reject(new Error("404"));
    const stage = await showing(codesOf(["primary"], "qrcode"), { loaders: { drawers } });
    await until(() => stage.find("retry")?.textContent === "Reload the page", "the button");
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
  });

  it("appears beside the code when it is loaded, not before it", async () => {
    const stage = await showing(codesOf(["primary"], "qrcode"), {
      loaders: { drawers: () => new Promise(() => {}) },
    });
    expect([stage.find("barcode"), stage.find("retry")]).to.deep.equal([undefined, undefined]);
    await stage.clock.pass(15_000);
    await until(() => stage.find("retry"));
  });
});
