/** Elements and sandboxes beside each other in one document: what a test leaves behind does not disturb the next one. */
import "reward-redemption/define";
import { createSandbox } from "reward-redemption/sandbox";
import { expect, test, vi } from "vitest";

test.each(["first", "second", "third"])(
  "the %s of three elements has its one code",
  async (order_id) => {
    const sandbox = await createSandbox();
    const element = document.createElement("reward-redemption");
    element.fetch = sandbox.fetch;
    element.session = (await sandbox.session({ order_id })).session_token;
    document.body.append(element);
    const part = (name) =>
      vi.waitUntil(
        () => element.shadowRoot.querySelector(`[part~=${name}]:not([aria-disabled=true])`),
        5_000,
      );
    for (const name of ["reward", "book", "confirm"]) (await part(name)).click();
    await part("code-value");
    expect(sandbox.control.codes().map((code) => code.order_id)).toEqual([`sandbox.${order_id}.1`]);
  },
  20_000,
);
