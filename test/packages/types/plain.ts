/** Plain TypeScript, and Angular's templates: Angular types an element and its listeners by the document's own maps. */
import type { RewardEventName, RewardRedemption } from "reward-redemption";
import "reward-redemption/define";

const element: RewardRedemption = document.createElement("reward-redemption");
element.session = "token";
element.server = "https://rewards.example";
element.theme = "dark";
element.getSession = async () => "token";
element.messages = { pick_title: "Choose", problem: { offline: "No connection" } };
element.updateComplete.then(() => {});

element.addEventListener("reward-redeem", ({ type, detail }) => {
  const name: "reward-redeem" = type;
  const given: [string | undefined, number | undefined] = [detail.sku, detail.attempt];
  return [name, given];
});
document.addEventListener("reward-error", ({ detail }) => detail.code === "origin_not_allowed");
window.addEventListener("reward-ready", ({ detail }) => detail.state === "open");

const names: RewardEventName[] = ["reward-copy"];

// @ts-expect-error no such theme
element.theme = "blue";
// @ts-expect-error a promise is expected
element.getSession = () => "token";
// @ts-expect-error the session cannot be read
const token: string = element.session;
// @ts-expect-error no such text
element.messages = { pick_titel: "Choose" };
// @ts-expect-error no part of the public interface
element.flush();
// @ts-expect-error no such event
names.push("reward-opened");
// @ts-expect-error an event carries no codes
document.addEventListener("reward-redeem", ({ detail }) => detail.codes);
// @ts-expect-error no such state
window.addEventListener("reward-ready", ({ detail }) => detail.state === "opened");

export { token };
