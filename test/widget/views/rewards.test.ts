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
async function visit(order: Order, left: number, count: number, rewards: OwnedReward[]): Promise<Stage> {
  const server = new FakeServer();
  const grant = { amount: "100", currency: "USD", spent: `${100 - left}`, left: `${left}`, count };
  server.order = { ...order, grant_id: "g", grant };
  server.reply("GET /v1/rewards", () => data({ rewards, open: [], has_more: false }));
  const stage = await mount({ server });
  await stage.shows("rewards");
  await until(() => !stage.root.querySelector(".skeleton"), "the list");
  return stage;
}

describe("a grant of which nothing more can be chosen", () => {
  it("is spent", async () => {
    const { text } = await visit(redeemed(), 0, 1, [had("g~1")]);
    expect(text).to.contain("Your balance is spent.").and.not.to.contain("This offer has ended");
  });

  it("is not called spent if it was closed with something left, and promises no rewards", async () => {
    const { text } = await visit({ ...redeemed(), state: "canceled" }, 100, 0, []);
    expect(text)
      .to.contain("This offer has ended")
      .and.not.to.match(/is spent|You have no rewards yet/);
  });

  it("is spent if the list has a reward that the order did not know of yet", async () => {
    const { text } = await visit(redeemed(), 60, 1, [had("g~2"), had("g~1")]);
    expect(text).to.contain("Your balance is spent.");
  });
});
