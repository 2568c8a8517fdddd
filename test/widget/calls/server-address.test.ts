import { describe, expect, it } from "vitest";
import { serverOf } from "../../../widget/calls/server-address.ts";

describe("serverOf", () => {
  const table: [script: string, server: string][] = [
    ["https://rewards.example/widget.js", "https://rewards.example"],
    ["https://rewards.example/widget.js?x=1", "https://rewards.example"],
    ["https://rewards.example/widget/0.1.0-1a2b3c4d/reward-redemption.js", "https://rewards.example"],
    ["https://rewards.example/widget/0.1.0-1a2b3c4d/flow.js", "https://rewards.example"],
    ["http://127.0.0.1:4000/widget/1.0.0/reward-redemption.js", "http://127.0.0.1:4000"],
    ["https://shop.example/rewards/widget/1.0.0/reward-redemption.js", "https://shop.example/rewards"],
    ["https://shop.example/rewards/widget.js", "https://shop.example/rewards"],
    ["https://shop.example/assets/bundle-77.js", "https://shop.example"],
  ];
  for (const [script, server] of table) {
    it(`${script} belongs to ${server}`, () => expect(serverOf(script)).to.equal(server));
  }
});
