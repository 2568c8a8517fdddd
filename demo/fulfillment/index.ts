/**
 * The simulated fulfillment service alone: `npm run fulfillment`.
 *
 * Settings: `PORT` (4010), `HOST` (127.0.0.1), `SEED`, `FULFILLMENT_API_KEY`, `FULFILLMENT_API_SECRET`, `STATE_FILE`
 * (none: records end with the process).
 */
import { CLIENT, DEMO_API_KEY, DEMO_API_SECRET, PROMOTIONS } from "./app.ts";
import { MAILBOX_PATH, PAGE_PATH } from "./pages/paths.ts";
import { serveFulfillment } from "./serve.ts";
import { fileSnapshot } from "./snapshot-file.ts";

const { env } = process;
const apiKey = env.FULFILLMENT_API_KEY || DEMO_API_KEY;
const apiSecret = env.FULFILLMENT_API_SECRET || DEMO_API_SECRET;

const service = await serveFulfillment({
  port: Number(env.PORT || 4010),
  host: env.HOST || "127.0.0.1",
  seed: env.SEED || undefined,
  apiKey,
  apiSecret,
  snapshot: env.STATE_FILE ? fileSnapshot(env.STATE_FILE) : undefined,
});

process.stdout.write(
  `The simulated fulfillment service is listening. To use it:

FULFILLMENT_BASE_URL=${service.baseUrl}
FULFILLMENT_AUTH_URL=${service.authUrl}
FULFILLMENT_API_KEY=${apiKey}
FULFILLMENT_API_SECRET=${apiSecret === DEMO_API_SECRET ? apiSecret : "(the one you gave)"}

client ${CLIENT.id}; promotions ${Object.entries(PROMOTIONS)
    .map(([name, id]) => `${id} ${name}`)
    .join(", ")}
control: ${service.url}${PAGE_PATH} (see demo/fulfillment/README.md)
mailbox: ${service.url}${MAILBOX_PATH}
`,
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    service.close().then(() => process.exit(0));
  });
}
