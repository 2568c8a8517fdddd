/** A page that holds the element alone, on phones of two shapes. */
import type { Shopper } from "./shopper.ts";
import type { Demo } from "./world.ts";

/** The narrowest phone that is supported, in CSS px. */
export const NARROWEST = { width: 320, height: 568 };
/** A phone on its side, in CSS px. */
export const LYING = { width: 844, height: 390 };

/** Goes to the confirmation, on a page with the element alone. */
export async function toConfirm(
  demo: Demo,
  language: string,
  viewport = NARROWEST,
  shape: object = { shape: "code-pin-c128" },
  deviceScaleFactor = 1,
): Promise<Shopper> {
  const shopper = await demo.shopper({ viewport, deviceScaleFactor });
  await shopper.page.route("**/plain.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin: 16px">
        <script type="module" src="/widget.js"></script><reward-redemption locale="${language}"></reward-redemption>`,
    }),
  );
  await shopper.page.goto(`${demo.server.url}/demo/plain.html`);
  const cart = crypto.randomUUID().replaceAll("-", "");
  await shopper.widget.evaluate(
    (host, order) =>
      Object.assign(host, {
        getSession: async () => {
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify(order);
          const answer = await fetch("/demo/session", { method: "POST", headers, body });
          return ((await answer.json()) as { session_token: string }).session_token;
        },
      }),
    { ...shape, cart },
  );
  const reward = shopper.part("reward").first();
  await reward.or(shopper.part("book")).first().waitFor();
  if ((await reward.count()) > 0) await reward.click();
  await shopper.press("book");
  await shopper.part("confirm").waitFor();
  return shopper;
}
