/** Delivery by a link that makes the code. */
import { beforeEach, describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf, SITE_KEY } from "../../support/world.ts";

const OTHER = "KESTROW-CODE-PLAIN-25";

useWorld();

const asSite = (path: string, method = "GET") =>
  world.request(path, { method, headers: { Authorization: `Bearer ${SITE_KEY}` } });
const reference = (answer: Answer): string => String(answer.data.reference);

describe("activate", () => {
  const body = { attempt: 1, sku: SKU };
  let browser: Browser;
  beforeEach(async () => {
    browser = await world.browser({ order_id: "link", delivery: "activate" });
  });
  const activate = async (): Promise<Answer> => {
    await browser.post("/v1/order/book", { sku: SKU });
    return browser.post("/v1/order/activate", body);
  };

  it("gives the link of what was booked, and no code is made by it", async () => {
    const answer = await activate();
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ state: "activated", delivery: "activate", attempt: 1, sku: SKU });
    expect(answer.data).not.toHaveProperty("codes");
    expect(answer.data.url).toMatch(/^http:\/\/localhost:9\/flow\/\w{5}-\w{5}\?key=\w+$/);
    expect(world.control.codes()).toEqual([]);
    expect(world.operations()).toEqual(["book", "activate"]);
  });

  it("gives the same link again, also to another tab and after a restart, without another effect", async () => {
    const first = await activate();
    await world.restart();
    const tab = await world.browser({ order_id: "link", delivery: "activate" });
    for (const each of [browser, tab])
      expect((await each.post("/v1/order/activate", body)).data).toEqual(first.data);
    expect(world.operations()).toEqual(["book", "activate"]);
  });

  it("becomes redeemed when the user opened the link, and then has codes and no link", async () => {
    const link = await activate();
    expect(codeOf(await browser.post("/v1/order/codes"))).toEqual([409, "not_redeemed"]);
    world.control.openLink(reference(link));
    await world.pass(6_000);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect((await asSite("/v1/orders/link")).data.state).toBe("redeemed");
    const { data } = await browser.post("/v1/order/codes");
    const [made] = world.control.codes();
    expect((data.codes as { items: { value: string }[] }).items.map(({ value }) => value)).toEqual(
      made?.codes.filter(({ usage }) => ["primary", "security"].includes(usage)).map(({ value }) => value),
    );
    const again = await browser.post("/v1/order/activate", body);
    expect([again.status, again.data.state, again.data.url]).toEqual([200, "redeemed", undefined]);
  });

  it("is read at most once in five seconds, however often it is looked at", async () => {
    await activate();
    await world.pass(10_000);
    const before = world.control.calls.length;
    for (let n = 0; n < 20; n++) await browser.get("/v1/order");
    expect(world.control.calls.length - before).toBe(1);
  });

  it("is shown as it was while the service does not answer, within three seconds", async () => {
    await activate();
    await world.pass(10_000);
    world.control.fault({ operation: "get_redemption", kind: "slow", delay_ms: 9_000 });
    const before = world.clock.monotonic();
    expect((await browser.get("/v1/order")).data.state).toBe("activated");
    expect(world.clock.monotonic() - before).toBeLessThanOrEqual(3_100);
  });

  it("asks Activate again where reading the redemption names no link", async () => {
    const { url } = (await activate()).data;
    const hide = (path: string, text: string): string =>
      path.endsWith("activate") ? text : text.replace(/"url":"[^"]*",/, "");
    world.tamper = hide;
    expect((await browser.post("/v1/order/activate", body)).data.url).toBe(url);
    expect(world.operations()).toEqual(["book", "activate", "activate"]);
    expect(world.control.codes()).toEqual([]);
  });

  it("says when to ask again where that has been done too often", async () => {
    await activate();
    world.tamper = (path, text) => (path.endsWith("activate") ? text : text.replace(/"url":"[^"]*",/, ""));
    const answers: Answer[] = [];
    for (let n = 0; n < 6; n++) answers.push(await browser.post("/v1/order/activate", body));
    expect(codeOf(answers.at(-1) as Answer)).toEqual([429, "rate_limited"]);
    expect(answers.at(-1)?.headers.get("retry-after")).toBeTruthy();
    expect(world.operations()).toEqual(["book", ...Array.from({ length: 6 }, () => "activate")]);
  });

  it("whose repeat is not answered is unavailable for now, and no person is needed", async () => {
    await activate();
    world.tamper = (path, text) => (path.endsWith("activate") ? text : text.replace(/"url":"[^"]*",/, ""));
    world.control.fault({ operation: "activate", kind: "timeout_before" });
    expect(codeOf(await browser.post("/v1/order/activate", body))).toEqual([503, "upstream_unavailable"]);
    expect((await world.ledger.readOrder({ site: "shop", order_id: "link" }))?.order.attention).toBeNull();
    expect((await browser.post("/v1/order/activate", body)).data.url).toBeTruthy();
  });

  it("that was opened while it is asked for again has gone on: the order is redeemed", async () => {
    const link = await activate();
    world.tamper = (path, text) => (path.endsWith("activate") ? text : text.replace(/"url":"[^"]*",/, ""));
    world.control.onCall(({ operation }) => {
      if (operation === "activate" && world.control.codes().length === 0)
        world.control.openLink(reference(link));
    });
    const answer = await browser.post("/v1/order/activate", body);
    expect([answer.status, answer.data?.state ?? answer.problem.code]).toEqual([200, "redeemed"]);
  });

  it("that was opened a moment ago has codes at once", async () => {
    const link = await activate();
    await browser.get("/v1/order");
    world.control.openLink(reference(link));
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
  });

  it.each(["javascript:alert(1)", "http://elsewhere.example/x", "https://me:you@flow.example/", ""])(
    "never gives %j to a browser; a person is called",
    async (url) => {
      world.tamper = (_, text) => text.replace(/"url":"[^"]*"/, `"url":${JSON.stringify(url)}`);
      const answer = await activate();
      expect(codeOf(answer)).toEqual([502, "codes_unreadable"]);
      expect(answer.problem.reference).toMatch(/^\w{5}-\w{5}$/);
      await world.pass(6_000);
      await browser.get("/v1/order");
      const row = await world.ledger.readOrder({ site: "shop", order_id: "link" });
      expect(row?.order.attention).toBe("codes_unreadable");
      world.tamper = undefined;
      expect((await browser.post("/v1/order/activate", body)).status).toBe(200);
      expect((await world.ledger.readOrder({ site: "shop", order_id: "link" }))?.order.attention).toBeNull();
    },
  );

  it.each(["denied", "blocked", "expired"])("shows %s when the service says so", async (state) => {
    const link = await activate();
    world.control.forceState(reference(link), state);
    await world.pass(6_000);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state, reference: reference(link) });
    expect(codeOf(await browser.post("/v1/order/book", { sku: OTHER }))).toEqual([409, "order_finished"]);
  });

  it("whose redemption failed is asked for again three times; a Cancel then opens the order", async () => {
    const link = await activate();
    world.control.forceState(reference(link), "failed");
    await world.pass(6_000);
    expect((await browser.get("/v1/order")).data.state).toBe("processing");
    await world.pass(30_000);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
    expect(world.operations().slice(2)).toEqual(["activate", "activate", "activate", "cancel"]);
  });
});
