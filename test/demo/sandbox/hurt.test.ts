/** The sandbox's token server may be hurt: whatever is killed, cut or put back, an order has one code. */
import { afterEach, expect, it } from "vitest";
import { type OpenedSandbox, openSandbox } from "../../../demo/sandbox/open.ts";
import { until } from "../../support/until.ts";

const SKU = "KESTROW-CODE-PLAIN-25";
/** Longer than a killed server's hold on its orders, and than a call of it is waited for. */
const LATER_MS = 60_000;

let opened: OpenedSandbox;
afterEach(() => opened.sandbox.close());

/** An order whose reward is reserved, and what its page asks. */
async function reserved() {
  opened = await openSandbox();
  const { session_token } = await opened.sandbox.session({ ttl_seconds: 3_600 });
  const ask = async (path: string, body?: object) => {
    const answer = await opened.sandbox.fetch(`https://shop.example/v1/${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${session_token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { data?: { state: string } };
  };
  await ask("order/book", { sku: SKU });
  const state = async () => (await ask("order")).data?.state;
  return {
    confirm: () => ask("order/redeem", { attempt: 1, sku: SKU }),
    state,
    isRedeemed: async () => (await state()) === "redeemed",
  };
}

/** When the confirmation has arrived at the service. */
function atConfirmation(act: () => void): void {
  const stop = opened.control.onCall(({ operation }) => {
    if (operation !== "redeem") return;
    stop();
    act();
  });
}

it("a killed server goes no further, and the next one finds the code that was made", async () => {
  const { confirm, state, isRedeemed } = await reserved();
  const { server, control } = opened;
  atConfirmation(server.kill);
  await expect(confirm()).rejects.toThrow(TypeError);
  expect(server.isRunning).toBe(false);
  await expect(confirm()).rejects.toThrow(TypeError);
  expect(control.codes()).toHaveLength(1);
  const before = control.calls.length;
  await server.start();
  expect(await state()).toBe("processing");
  control.advance(LATER_MS);
  // The page would ask too often for its limit.
  await until(() => control.calls.length > before, "the next server looks");
  await until(isRedeemed, "the next server finds the code");
  expect(control.codes()).toHaveLength(1);
});

it("a cut line loses the answer, and the order goes on behind it", async () => {
  const { confirm, isRedeemed } = await reserved();
  const { server, control } = opened;
  atConfirmation(() => {
    server.isCut = true;
  });
  await expect(confirm()).rejects.toThrow(TypeError);
  await expect(isRedeemed()).rejects.toThrow(TypeError);
  server.isCut = false;
  await until(isRedeemed, "the page sees its code");
  expect(control.codes()).toHaveLength(1);
});

it("a server on an older copy of its ledger looks up what it has forgotten", async () => {
  const { confirm, isRedeemed } = await reserved();
  const { server, control } = opened;
  server.copyLedger();
  await confirm();
  const LEDGER_RECOVERED_AT = new Date(control.now()).toISOString();
  server.kill();
  server.putBackLedger();
  // The service's list surely has the order then.
  control.advance(2 * LATER_MS + 5_000);
  await server.start({ LEDGER_RECOVERED_AT });
  await until(isRedeemed, "the code is found");
  expect(control.codes()).toHaveLength(1);
});
