import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { FLOW_WORDS } from "../../../../demo/fulfillment/flow/words.ts";
import type { Redemption } from "../../../../demo/fulfillment/resources.ts";
import { EMAIL, madeCodes, SKU, setUp } from "../harness.ts";

const { en } = FLOW_WORDS;

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The text of each code without markup, as a browser copies it. */
const shownCodes = (text: string) =>
  [...text.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = ""]) => code.replace(/<[^>]+>/g, ""));

/** The same for the whole page: spaces between groups are not words. */
const plainOf = (text: string) => text.replaceAll("</span><span>", "");

interface Wanted {
  readonly promotion?: number;
  readonly sku?: string;
  readonly data?: object;
}

/** Books and activates. Returns the link. */
async function activated({ promotion = PROMOTIONS.activating, sku = SKU.fixed, data = {} }: Wanted = {}) {
  const harness = setUp();
  const body = { data: { order_id: "order-1", user: { email: EMAIL }, ...data } };
  const path = `/promotions/${promotion}/rewards/${sku}/redemptions/book`;
  const held = (await harness.api<Redemption>("POST", path, body)).data;
  const { url } = (await harness.activate(held.id)).data;
  const visit = (method: string, to = pathOf(url)) => harness.call(method, to, undefined, {});
  /** As a browser does: sends the form, and loads the page that it leads to. */
  const press = async () => {
    const answer = await visit("POST");
    const to = answer.headers.get("location");
    return to === null ? answer : visit("GET", to);
  };
  return { ...harness, id: held.id, held, path: pathOf(url), visit, press };
}

describe("the link", () => {
  it.each(["GET", "HEAD", "OPTIONS"])(
    "makes no code by %s, which previews and prefetches send",
    async (method) => {
      const { visit, control, get, id } = await activated();
      for (let i = 0; i < 3; i += 1) await visit(method);
      expect(control.codes()).toEqual([]);
      expect((await get(id)).data.state).toBe("pending");
    },
  );

  it("shows a button to everybody who opens it", async () => {
    const { visit } = await activated();
    const { status, text } = await visit("GET");
    expect(status).toBe(200);
    expect(text).toContain(en.ready.title);
    expect(text).toMatch(/<form method="post"><button type="submit">Get my code<\/button><\/form>/);
  });

  it("makes and shows the code when the button is pressed, once", async () => {
    const { press, visit, control, get, id } = await activated({ sku: "PLUMVALE-CODE-PIN-C128-30" });
    const shown = await press();
    const [code] = control.codes();
    for (const usage of ["primary", "security"]) {
      const value = code?.codes.find((item) => item.usage === usage)?.value;
      expect(shownCodes(shown.text)).toContain(value);
    }
    expect(shown.text).not.toContain("<form");
    expect((await press()).text).toBe(shown.text);
    expect((await visit("GET")).text).toBe(shown.text);
    expect(control.codes()).toHaveLength(1);
    expect((await get(id)).data.state).toBe("redeemed");
  });

  it("offers the printable document if the promotion has one", async () => {
    const { press, call, control } = await activated();
    const { text } = await press();
    const link = control.codes()[0]?.codes.find(({ usage }) => usage === "printable_document_url")
      ?.value as string;
    expect(text).toContain(`<a href="${link}" target="_blank" rel="noopener noreferrer">${en.document}</a>`);
    expect((await call("GET", pathOf(link), undefined, {})).headers.get("content-type")).toBe(
      "application/pdf",
    );
  });

  it.each([
    [PROMOTIONS.notifyingGerman, "DE-KESTROW-CODE-PLAIN-25", "25 €"],
    [PROMOTIONS.notifyingFrench, "FR-VELMORA-25", "25 €"],
    [PROMOTIONS.notifyingArabic, "AR-KESTROW-CODE-PLAIN-25", "\u206625 د.إ.\u2069"],
  ] as const)("%i writes amounts as its language does, once: %s", async (promotion, sku, worth) => {
    const { create, control, call } = setUp();
    await create({ promotion, sku });
    const { text } = await call("GET", pathOf(control.outbox()[0]?.url ?? ""), undefined, {});
    const plain = text.replaceAll("\u00a0", " ");
    expect(plain).toContain(`<p class="value">${worth}</p>`);
    expect(plain.match(/25/g)?.length).toBe(plain.match(/-25\.svg/g)?.length === 1 ? 2 : 1);
  });
});

describe("a link that gives no code says why", () => {
  it.each([
    ["canceled", 410],
    ["refunded", 410],
    ["expired", 410],
    ["denied", 410],
    ["blocked", 410],
    ["failed", 409],
    ["booked", 409],
  ] as const)("%s: %i", async (state, status) => {
    const { visit, press, control, id } = await activated();
    control.forceState(id, state);
    for (const answer of [await visit("GET"), await press()]) {
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(`<h2>${en.deadEnds[state].title}</h2>`);
      expect(answer.text).not.toContain("<form");
    }
    expect(control.codes()).toEqual([]);
  });

  it("an unknown state is not available", async () => {
    const { visit, control, id } = await activated();
    control.forceState(id, "on_hold");
    expect(await visit("GET")).toMatchObject({
      status: 409,
      text: expect.stringContaining(en.deadEnds.other.title),
    });
  });

  it("a refund removes the codes from the page", async () => {
    const { visit, press, refund, control, id } = await activated();
    await press();
    const codes = madeCodes(control);
    const shown = (await visit("GET")).text;
    for (const { value } of codes) expect(plainOf(shown)).toContain(value);
    await refund(id);
    const { text } = await visit("GET");
    expect(text).toContain(en.deadEnds.refunded.title);
    for (const { value } of codes) expect(plainOf(text)).not.toContain(value);
  });

  it.each([
    [
      "the reward is paused",
      (control: ReturnType<typeof setUp>["control"]) =>
        control.setRewardStatus(SKU.fixed, { status: "paused" }),
    ],
    [
      "the promotion has ended",
      (control: ReturnType<typeof setUp>["control"]) => control.endPromotion(PROMOTIONS.activating),
    ],
    [
      "the budget is used up",
      (control: ReturnType<typeof setUp>["control"]) => control.setStock(SKU.fixed, { in_stock: false }),
    ],
  ])("for now, when %s: nothing is lost, and the user may try again", async (_what, change) => {
    const { press, control, get, id } = await activated();
    change(control);
    const answer = await press();
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(en.notNow.title);
    expect(answer.text).toContain("<form");
    expect((await get(id)).data.state).toBe("pending");
    control.setRewardStatus(SKU.fixed, { status: "enabled" });
    control.setPromotion(PROMOTIONS.activating, { end_datetime: null });
    control.setStock(SKU.fixed, { in_stock: true });
    await press();
    expect(control.codes()).toHaveLength(1);
  });

  it("without its key it is incomplete, with another it is wrong, and without a redemption there is nothing", async () => {
    const { visit, held, control } = await activated();
    const bare = pathOf(held.url);
    for (const [method, path, status, why] of [
      ["GET", bare, 401, "no_key"],
      ["POST", `${bare}?key=guess`, 401, "no_key"],
      ["GET", "/flow/AAAAA-BBBBB?key=x", 404, "no_page"],
      ["POST", "/flow/AAAAA-BBBBB?key=x", 404, "no_page"],
    ] as const) {
      const answer = await visit(method, path);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(`<h1>${en.deadEnds[why].title}</h1>`);
      expect(answer.text).not.toContain(SKU.fixed);
    }
    expect(control.codes()).toEqual([]);
  });
});

describe("the page", () => {
  it("is text, whatever the order contains", async () => {
    const hostile = "<img src=x onerror=alert(1)>\"'&lt;";
    const { visit, press } = await activated({
      data: { customization: { pdf: { message: hostile, sender_name: "</figcaption><script>1</script>" } } },
    });
    for (const { text } of [await visit("GET"), await press()]) {
      expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;lt;");
      expect(text).not.toMatch(/<script>|<img src=x|<\/figcaption><s/);
    }
  });

  it("is sent under a strict policy, without caching and without a referrer", async () => {
    const { visit, path } = await activated();
    for (const to of [path, "/flow/AAAAA-BBBBB", path.replace(/key=.*/, "key=guess")]) {
      const { headers } = await visit("GET", to);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|script-src/);
    }
  });

  it("has a script only where codes are, which copies and sends nothing", async () => {
    const { press } = await activated();
    const { headers, text } = await press();
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|connect-src/);
    expect([...text.matchAll(/<script[^>]*>/g)].flat()).toEqual([
      '<script type="module" src="/pages/copy.js">',
    ]);
  });
});
