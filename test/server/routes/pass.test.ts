/** A pass for the phone's wallet: who may have one, what it holds, and that nothing of it stays. */
import { execFileSync } from "node:child_process";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SHAPES } from "../../../demo/fulfillment/app.ts";
import { fileOf } from "../../../server/widget/version.ts";
import type { Codes } from "../../../shared/usages.ts";
import { WALLETS } from "../../../shared/wire.ts";
import { code128 } from "../../../widget/barcode/code128.ts";
import { qrcode } from "../../../widget/barcode/qr.ts";
import { ISSUER, passAuthority, unzipped } from "../../support/pass-authority.ts";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf, ORIGIN } from "../../support/world.ts";

const passes = passAuthority();
const both = { ...passes.apple, ...passes.google };
const EMAIL = "mia.winter@example.com";
const member = { email: EMAIL, id: "member-81" };
const DAY = 86_400_000;
/** What the ledger could keep of a request. */
const WRITES = [
  "createOrder",
  "replaceOrder",
  "createSession",
  "storeRewardValue",
  "swapValue",
  "succeedOrder",
  "noteTry",
] as const;

useWorld(both);
let browser: Browser;
beforeEach(async () => {
  browser = await world.browser({ order_id: "o", user: member, support_url: "https://shop.example/help" });
});

async function redeem(sku = SKU, by = browser): Promise<void> {
  await by.post("/v1/order/book", { sku });
  await by.post("/v1/order/redeem", { attempt: 1, sku });
}
const ask = (wallet: string, by = browser): Promise<Answer> => by.post("/v1/order/pass", { wallet });
const wallets = async (by = browser): Promise<unknown> => (await by.get("/v1/order")).data.wallets;

/** `pass.json` of the file. */
// biome-ignore lint/suspicious/noExplicitAny: what Apple's page describes
async function applePass({ token } = browser): Promise<any> {
  const response = await world.until(
    Promise.resolve(
      world.server.app.request("/v1/order/pass", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN, "Content-Type": "application/json" },
        body: JSON.stringify({ wallet: "apple" }),
      }),
    ),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/vnd.apple.pkpass");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const files = unzipped(Buffer.from(await response.arrayBuffer()));
  return JSON.parse(files.get("pass.json")?.toString() ?? "");
}

/** The object in the address. */
// biome-ignore lint/suspicious/noExplicitAny: what Google's page describes
async function googlePass(by = browser): Promise<any> {
  const { data, text } = await ask("google", by);
  expect(text).toContain("https://pay.google.com/");
  const { payload } = decodeJwt<{ payload: { genericObjects: unknown[] } }>(
    String(data.url).split("/").at(-1) ?? "",
  );
  return payload.genericObjects[0];
}

/** Names and values of all fields of a pass. */
const textOf = (pass: unknown): string => JSON.stringify(pass);

describe("where the operator has not set it up", () => {
  it.each<[string, Record<string, string>, string, readonly string[] | undefined]>([
    ["neither", {}, "apple", undefined],
    ["neither", {}, "google", undefined],
    ["Google alone", passes.google, "apple", ["google"]],
    ["Apple alone", passes.apple, "google", ["apple"]],
  ])(
    "%s: a pass is not found, nothing is read for it, and none is offered",
    async (_, env, wallet, offered) => {
      await anotherWorld(env);
      const own = await world.browser();
      await redeem(SKU, own);
      const calls = world.control.calls.length;
      expect(codeOf(await ask(wallet, own))).toEqual([404, "not_found"]);
      expect(world.control.calls.length).toBe(calls);
      expect(await wallets(own)).toEqual(offered);
    },
  );

  it("an expired certificate counts as none", async () => {
    await anotherWorld(both, { startsAt: Date.now() + 31 * DAY });
    browser = await world.browser({ order_id: "o", user: member });
    await redeem();
    expect(await wallets()).toEqual(["google"]);
    expect(codeOf(await ask("apple"))).toEqual([404, "not_found"]);
  });

  it("a wallet that is none is refused", async () => {
    expect(codeOf(await ask("other"))).toEqual([422, "invalid_request"]);
  });

  it("the libraries are not loaded; with it, not before a pass is asked for", () => {
    const program = (env: object, isAsked: boolean): string => `
      import { registerHooks } from "node:module";
      const loaded = new Set();
      registerHooks({ resolve(name, context, next) {
        if (/^(passkit-generator|jose)$/.test(name)) loaded.add(name);
        return next(name, context);
      } });
      await import("./server/server.ts");
      const { createPasses } = await import("./server/passes/passes.ts");
      const { parsePasses } = await import("./server/settings/passes.ts");
      const settings = parsePasses(${JSON.stringify(env)});
      const clock = { now: () => Date.now(), after: () => () => {} };
      const passes = createPasses({ settings, words: {}, textsOf: async () => ({}), logoOf: () => undefined, clock });
      const order = { order_id: "o", state: "redeemed", delivery: "redeem", promotion: { id: "1" }, reward_name: "Card" };
      passes.offered(order);
      if (${isAsked}) for (const wallet of ["apple", "google"]) await passes.make(wallet, { site: "s", order, codes: { items: [] } });
      console.log([...loaded].sort().join());
    `;
    const loadedBy = (env: object, isAsked: boolean): string =>
      execFileSync(process.execPath, ["--input-type=module", "--eval", program(env, isAsked)], {
        encoding: "utf8",
        cwd: new URL("../../..", import.meta.url).pathname,
      }).trim();
    expect([loadedBy({}, false), loadedBy(both, false), loadedBy(both, true)]).toEqual([
      "",
      "",
      "jose,passkit-generator",
    ]);
  });
});

describe("who may have a pass", () => {
  it("the user of a redeemed order, by every answer that shows the order", async () => {
    expect(await wallets()).toBeUndefined();
    await browser.post("/v1/order/book", { sku: SKU });
    expect(await wallets()).toBeUndefined();
    expect(codeOf(await ask("apple"))).toEqual([409, "not_redeemed"]);
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.wallets).toEqual(WALLETS);
    const opening = await world.request("/v1/opening", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: JSON.stringify({ session_token: browser.token }),
    });
    expect(opening.data.order).toMatchObject({ wallets: WALLETS });
  });

  it("nobody after a refund", async () => {
    await redeem();
    await world.end("o", "refund");
    expect(await wallets()).toBeUndefined();
    expect(codeOf(await ask("google"))).toEqual([409, "order_finished"]);
  });

  it("no staff whose eyes the code is not for", async () => {
    await redeem();
    const staff = await world.browser({ order_id: "o", user: member, audience: "staff" });
    expect(await wallets(staff)).toBeUndefined();
    for (const wallet of WALLETS) expect(codeOf(await ask(wallet, staff))).toEqual([404, "not_found"]);
  });

  it("nobody whose reward was sent by email, also once it was opened", async () => {
    const mailed = await world.browser({
      order_id: "mail",
      delivery: "notify",
      promotion_id: "4008",
      user: member,
    });
    const { data } = await mailed.post("/v1/order/notify", { sku: SKU });
    expect(codeOf(await ask("google", mailed))).toEqual([404, "not_found"]);
    world.control.openLink(String(data.reference));
    await world.pass(6_000);
    expect((await mailed.get("/v1/order")).data).toMatchObject({ state: "redeemed" });
    expect(await wallets(mailed)).toBeUndefined();
    expect(codeOf(await ask("google", mailed))).toEqual([404, "not_found"]);
  });

  it("a code that cannot be read makes none, and says so as the screen does", async () => {
    await redeem();
    world.tamper = (path, text) =>
      path.includes("/redemptions/") ? text.replaceAll('"usages":[', '"usages":["x",') : text;
    const { problem } = await browser.post("/v1/order/codes");
    expect((await ask("apple")).problem.code).toBe(problem.code);
    expect(problem.code).toBe("codes_unreadable");
  });
});

describe("what a pass holds", () => {
  it.each(SHAPES.map(({ sku, label, barcode_type }) => [`${label}, ${barcode_type}`, sku] as const))(
    "%s: the barcode of the screen, in kind and payload",
    async (_, sku) => {
      await redeem(sku);
      const { codes } = (await browser.post("/v1/order/codes")).data as { codes: Codes };
      const { barcode } = codes;
      const draw = { c128: code128, qrcode };
      const isDrawn = barcode !== undefined && draw[barcode.type](barcode.value) !== undefined;
      const apple = await applePass();
      const google = await googlePass();
      const formats = {
        c128: ["PKBarcodeFormatCode128", "CODE_128"],
        qrcode: ["PKBarcodeFormatQR", "QR_CODE"],
      }[barcode?.type ?? "c128"];
      expect(apple.barcodes?.map(({ format, message }: Record<string, string>) => [format, message])).toEqual(
        isDrawn ? [[formats[0], barcode.value]] : undefined,
      );
      expect(google.barcode).toEqual(isDrawn ? { type: formats[1], value: barcode.value } : undefined);
      for (const { value } of codes.items)
        for (const pass of [apple, google]) expect(textOf(pass)).toContain(value);
    },
  );

  it.each([
    ["Ünï-code", "c128"],
    ["9".repeat(81), "c128"],
    ["\ud800", "qrcode"],
  ])("a payload that no symbol of the screen holds is text alone: %j, %s", async (value, type) => {
    await redeem();
    const altered = (name: string, given: unknown): unknown => {
      if (name === "barcode_type") return type;
      return name === "codes" && Array.isArray(given) ? given.map((code) => ({ ...code, value })) : given;
    };
    world.tamper = (path, text) =>
      path.includes("/redemptions/") ? JSON.stringify(JSON.parse(text, altered)) : text;
    expect((await browser.post("/v1/order/codes")).data.codes).toMatchObject({ barcode: { type, value } });
    expect((await applePass()).barcodes).toBeUndefined();
    expect((await googlePass()).barcode).toBeUndefined();
  });

  it("the reward, its worth, the number in front, the PIN and the terms behind", async () => {
    await redeem();
    const { codes } = (await browser.post("/v1/order/codes")).data as { codes: Codes };
    const [number, pin] = codes.items;
    const { storeCard, logoText } = await applePass();
    const ids = (fields: { key: string }[]): string[] => fields.map(({ key }) => key);
    expect(logoText).toBe("Plumvale Market Gift Card");
    expect(storeCard.primaryFields).toEqual([{ key: "worth", value: "$30" }]);
    expect(storeCard.secondaryFields).toMatchObject([
      { key: "primary", label: number?.name, value: number?.value },
    ]);
    expect(storeCard.backFields[0]).toMatchObject({ key: "security", value: pin?.value });
    expect(ids(storeCard.backFields)).toEqual(expect.arrayContaining(["support", "how_to_use", "terms"]));
  });

  it("is the same for the same code, and another one for another", async () => {
    await redeem();
    const second = await world.browser({ order_id: "p", user: member });
    await redeem(SKU, second);
    const serials = [await applePass(), await applePass(), await applePass(second)].map(
      ({ serialNumber }) => serialNumber,
    );
    expect(serials[1]).toBe(serials[0]);
    expect(serials[2]).not.toBe(serials[0]);
    expect((await googlePass()).id).toBe(`${ISSUER}.${serials[0]}`);
    const { codes } = (await browser.post("/v1/order/codes")).data as { codes: Codes };
    for (const { value } of codes.items) expect(serials[0]).not.toContain(value);
  });

  it("nothing of the user", async () => {
    await redeem();
    for (const pass of [await applePass(), await googlePass()])
      for (const personal of [EMAIL, "mia", member.id, browser.token, "shop.o."])
        expect(textOf(pass)).not.toContain(personal);
  });

  it("its words are the widget's, in the language of the page, else of the session", async () => {
    const words = (text: string) => ({ usage_security: text, expires: `${text} {date}` });
    const widget = {
      version: "1",
      stub: fileOf("widget.js", []),
      files: new Map([["integrity.json", fileOf("", [["identity", Buffer.from("{}")]])]]),
      firstWords: {},
      passWords: { en: words("English"), fr: words("Français"), de: words("Deutsch") },
    };
    await anotherWorld(both, { widget });
    browser = await world.browser({ locale: "fr-FR" });
    await redeem();
    expect((await applePass()).storeCard.backFields[0].label).toBe("Français");
    const { data } = await browser.post("/v1/order/pass", { wallet: "google", locale: "de" });
    expect(Buffer.from(String(data.url).split(".")[3] ?? "", "base64url").toString()).toContain("Deutsch");
  });
});

describe("nothing of a pass stays", () => {
  it("in the ledger, which is written nothing, or in the log", async () => {
    await redeem();
    await world.pass(5_000);
    const { codes } = (await browser.post("/v1/order/codes")).data as { codes: Codes };
    const writes: string[] = [];
    const spies = WRITES.map((name) =>
      vi.spyOn(world.ledger, name as "swapValue").mockImplementation(async () => {
        writes.push(name);
        return false;
      }),
    );
    for (const wallet of WALLETS) expect((await ask(wallet)).status).toBe(200);
    expect(writes).toEqual([]);
    for (const spy of spies) spy.mockRestore();
    const logged = world.logs.join("\n");
    expect(logged).toContain("/v1/order/pass");
    for (const secret of [...codes.items.map(({ value }) => value), "pay.google.com", "BEGIN"])
      expect(logged.replaceAll(/"\w*_ms":[\d.]+|"(?:request_id|session|time)":"[^"]*"/g, "")).not.toContain(
        secret,
      );
  });

  it("is read from the service for each pass anew", async () => {
    await redeem();
    const reads = (): number =>
      world.control.calls.filter(({ operation }) => operation === "get_redemption").length;
    const before = reads();
    await ask("google");
    await ask("google");
    expect(reads() - before).toBe(2);
  });
});
