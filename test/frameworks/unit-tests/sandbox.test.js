import "reward-redemption/define";
import { createSandbox } from "reward-redemption/sandbox";
import { expect, test, vi } from "vitest";

test("a member gets one code, although the service's answer is lost", async () => {
  const sandbox = await createSandbox();
  sandbox.control.fault({ operation: "redeem", kind: "timeout_after" });

  const element = document.createElement("reward-redemption");
  element.fetch = sandbox.fetch;
  element.session = (await sandbox.session({ order_id: "1042" })).session_token;
  document.body.append(element);

  // A button that has just appeared takes no press yet.
  const part = (name) =>
    vi.waitUntil(() => element.shadowRoot.querySelector(`[part~=${name}]:not([aria-disabled=true])`), {
      timeout: 5_000,
    });
  (await part("reward")).click();
  (await part("book")).click();
  (await part("confirm")).click();

  expect((await part("code-value")).textContent).toMatch(/\d{4}/);
  expect(sandbox.control.codes()).toHaveLength(1);
  await vi.waitUntil(() => sandbox.events.some(({ type }) => type === "order.redeemed"), 5_000);
  await sandbox.close();
}, 20_000);
