/** Who did what, in every ledger: stored with the change, or not at all. */
import { beforeEach, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { type Doer, deedOf } from "../../../server/rows/audit.ts";
import { eachLedger } from "./each-ledger.ts";
import { NOW, order } from "./rows.ts";

const ANNA: Doer = {
  who: "anna",
  role: "operator",
  actor: null,
  why: 'She said "no", \u0000 and \u{1f381}',
  request_id: "r-1",
};
const SHOP: Doer = { who: "shop", role: "site", actor: "Counter\ud83d 3", why: null, request_id: null };
const FREE = { kind: "free" } as const;
const MOST = 100;

eachLedger((opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
  });
  const about = { site: "shop", order_id: "o-1" };
  const whats = async (filter = {}): Promise<string[]> =>
    (await other.audit(filter, MOST)).map(({ what }) => what).sort();

  it("a deed is read back as it was stored, with the ledger's time", async () => {
    const deeds = [deedOf(ANNA, "release", about), deedOf(SHOP, "close_grant", { grant_id: "g" })];
    for (const deed of deeds) await ledger.noteDeed(deed);
    const read = await other.audit({}, MOST);
    expect(read).toHaveLength(2);
    expect(read).toEqual(
      expect.arrayContaining(
        deeds.map((deed) => ({ ...deed, id: expect.stringMatching(/^aud_/), time: NOW })),
      ),
    );
  });

  it("is stored with the order's change, and not without it", async () => {
    await ledger.createOrder(order());
    const stored = await ledger.replaceOrder(order(), FREE, [], deedOf(SHOP, "refund", about));
    expect(stored).toBeDefined();
    expect(await ledger.replaceOrder(order(), FREE, [], deedOf(SHOP, "cancel", about))).toBeUndefined();
    expect(await whats()).toEqual(["refund"]);
  });

  it("is stored with ended sessions and a webhook that is turned on, also where nothing was to be done", async () => {
    await ledger.endSessions(
      { ...about, grant_id: null, member: null },
      5,
      deedOf(SHOP, "end_sessions", about),
    );
    await ledger.storeWebhook({
      ...{ site: "shop", fingerprint: "f", failing_since: 1 },
      ...{ off_since: 2, off_reason: "failing" },
    });
    await ledger.resumeWebhook("shop", deedOf(ANNA, "resume_webhook", { site: "shop" }));
    expect((await other.webhooks())[0]?.off_since).toBeNull();
    expect(await whats()).toEqual(["end_sessions", "resume_webhook"]);
  });

  it("is found by site, order and whoever did it, newest first and page by page", async () => {
    await ledger.noteDeed(deedOf(ANNA, "release", about));
    await ledger.noteDeed(deedOf(SHOP, "cancel", about));
    await ledger.noteDeed(deedOf(SHOP, "refund", { site: "shop", order_id: "o-2" }));
    await ledger.noteDeed(deedOf(ANNA, "acknowledge", { site: "other", order_id: "o-1" }));
    expect(await whats({ site: "shop" })).toEqual(["cancel", "refund", "release"]);
    expect(await whats({ site: "shop", order_id: "o-1" })).toEqual(["cancel", "release"]);
    expect(await whats({ who: "anna" })).toEqual(["acknowledge", "release"]);
    const all = await other.audit({}, MOST);
    expect(all.toSorted((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))).toEqual(all);
    const [first] = await other.audit({}, 1);
    const rest = await other.audit({ after: first?.id ?? "" }, MOST);
    expect([first, ...rest]).toEqual(all);
    expect(await other.audit({ after: "aud_unknown" }, MOST)).toEqual([]);
  });

  it("goes when its time has come, and not before", async () => {
    await ledger.noteDeed(deedOf(ANNA, "release", about));
    await ledger.deleteDeedsBefore(NOW, MOST);
    expect(await whats()).toEqual(["release"]);
    await ledger.deleteDeedsBefore(NOW + 1, MOST);
    expect(await whats()).toEqual([]);
  });
});
