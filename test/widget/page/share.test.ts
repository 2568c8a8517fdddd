import { expect } from "@open-wc/testing";
import type { Codes } from "../../../shared/usages.ts";
import {
  FakeServer,
  PRIMARY_AND_PIN,
  redeemed,
  SECRET_CODE,
  SECRET_LINK,
  SECRET_PIN,
} from "../support/fake-server.ts";
import { fixtureCleanup, mount, type Stage } from "../support/mount.ts";

const LINK: Codes = {
  reward_format: { usages: ["url"], barcode_type: "none" },
  items: [{ name: "", usage: "url", value: SECRET_LINK, format: "url" }],
};

let shared: ShareData[] = [];
const offer = (share?: (what: ShareData) => Promise<void>): void => {
  Object.defineProperty(navigator, "share", { configurable: true, value: share });
};

beforeEach(() => {
  shared = [];
  offer(async (what) => void shared.push(what));
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  fixtureCleanup();
});

async function showing(codes: Codes): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  server.codes = codes;
  const stage = await mount({ server });
  await stage.unveil();
  return stage;
}

describe("sharing", () => {
  it("happens only after the user's press: a link as a link", async () => {
    const stage = await showing(LINK);
    expect(shared).to.deep.equal([]);
    await stage.press("share");
    expect(shared).to.deep.equal([{ title: "Reward A", url: SECRET_LINK }]);
  });

  it("gives a code as text, and its PIN only if that is shown", async () => {
    const stage = await showing(PRIMARY_AND_PIN);
    await stage.press("share");
    await stage.press("reveal");
    await stage.press("share");
    expect(shared.map(({ text }) => text)).to.deep.equal([
      `Card number: ${SECRET_CODE}`,
      `Card number: ${SECRET_CODE}\nPIN: ${SECRET_PIN}`,
    ]);
  });

  it("that the user closes is no failure, and causes no event", async () => {
    offer(() => Promise.reject(new DOMException("closed", "AbortError")));
    const stage = await showing(LINK);
    const before = stage.eventNames.length;
    await stage.press("share");
    await stage.clock.pass(1);
    expect([stage.eventNames.length, stage.find("alert"), stage.state]).to.deep.equal([
      before,
      undefined,
      "redeemed",
    ]);
  });

  it("is not offered if the system has no share sheet", async () => {
    offer(undefined);
    expect((await showing(LINK)).find("share")).to.equal(undefined);
  });
});
