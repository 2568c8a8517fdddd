/** The list of a grant of which nothing more can be chosen. */
import { expect } from "@open-wc/testing";
import type { Order, OwnedReward } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, redeemed } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

const had = (order_id: string): OwnedReward => ({
  order_id,
  sku: "A",
  reward_name: "Reward A",
  logo_url: null,
  catalog_card_url: null,
  state: "redeemed",
  delivery: "redeem",
  is_used: false,
});

/** A visit to a grant of 100 dollars whose last order is over. */
async function visit(
  order: Order,
  grantNow: Pick<NonNullable<Order["grant"]>, "left" | "count" | "state">,
  rewards: OwnedReward[],
): Promise<Stage> {
  const server = new FakeServer();
  const spent = `${100 - Number(grantNow.left)}`;
  const grant = { amount: "100", currency: "USD", spent, ...grantNow };
  server.order = { ...order, grant_id: "g", grant };
  server.reply("GET /v1/rewards", () => data({ rewards, open: [], has_more: false }));
  const stage = await mount({ server });
  await stage.shows("rewards");
  await until(() => !stage.root.querySelector(".skeleton"), "the list");
  return stage;
}

describe("a grant of which nothing more can be chosen", () => {
  it("is spent", async () => {
    const { text } = await visit(redeemed(), { left: "0", count: 1, state: "spent" }, [had("g~1")]);
    expect(text).to.contain("Your balance is spent.").and.not.to.contain("This offer has ended");
  });

  it("is not called spent if it was closed with something left, and promises no rewards", async () => {
    const { text } = await visit(
      { ...redeemed(), state: "canceled" },
      { left: "100", count: 0, state: "closed" },
      [],
    );
    expect(text)
      .to.contain("This offer has ended")
      .and.not.to.match(/is spent|You have no rewards yet/);
  });

  it("has too little left, in words, where the server offers nothing more of it", async () => {
    const { text } = await visit(redeemed(), { left: "2", count: 1, state: "open" }, [had("g~1")]);
    expect(text).to.contain("$2 is left. No reward here costs that little.");
  });

  it("begins with the list also where the next order is open already", async () => {
    const { root } = await visit({ ...redeemed(), state: "open" }, { left: "2", count: 1, state: "open" }, [
      had("g~1"),
    ]);
    expect(root.querySelectorAll("[part~=owned]")).to.have.length(1);
  });

  it("is spent if the list has a reward that the order did not know of yet", async () => {
    const { text } = await visit(redeemed(), { left: "60", count: 1, state: "open" }, [
      had("g~2"),
      had("g~1"),
    ]);
    expect(text).to.contain("Your balance is spent.");
  });
});
