import { describe, expect, it } from "vitest";
import { SessionKeeper } from "../../../widget/calls/session-keeper.ts";
import { FakeClock } from "../support/fake-clock.ts";

function keeper(getSession?: () => Promise<string>): SessionKeeper {
  const session = new SessionKeeper(new FakeClock());
  session.token = "old";
  session.getSession = getSession;
  return session;
}

describe("SessionKeeper", () => {
  it("asks the page once, however many calls wait", async () => {
    let asked = 0;
    const session = keeper(async () => {
      asked++;
      return "new";
    });
    expect(
      await Promise.all([session.renew("old"), session.renew("old"), session.renew("old")]),
    ).to.deep.equal([true, true, true]);
    expect(asked).to.equal(1);
    expect(session.token).to.equal("new");
  });

  it("does not request a token that was replaced meanwhile", async () => {
    const session = keeper(() => Promise.reject(new Error("must not be asked")));
    session.token = "new";
    expect(await session.renew("old")).to.equal(true);
  });

  const refusals: [what: string, getSession: (() => Promise<string>) | undefined][] = [
    ["there is nobody to ask", undefined],
    ["the page fails", () => Promise.reject(new Error("no"))],
    [
      "the page throws",
      () => {
        throw new Error("no");
      },
    ],
    ["the page gives the old one again", async () => "old"],
    ["the page gives nothing", async () => ""],
    ["the page gives no string", (async () => null) as never],
  ];
  for (const [what, getSession] of refusals) {
    it(`has no other token when ${what}`, async () => {
      const session = keeper(getSession);
      expect(await session.renew("old")).to.equal(false);
      expect(session.token).to.equal("old");
    });
  }
});
