/** The ways out of the running server, through undici. */
import type { Environment } from "../shared/wire.ts";
import { undiciTransport } from "./fulfillment/undici.ts";
import type { Network } from "./server.ts";
import type { Settings } from "./settings/env.ts";
import { publicConnector } from "./tools/public-connector.ts";
import { receiverConnector } from "./webhooks/receivers.ts";

export function openNetwork(
  { proxy, webhookNetworks }: Pick<Settings, "proxy" | "webhookNetworks">,
  environment: Environment,
): Network {
  const service = undiciTransport({ proxy });
  const sites = undiciTransport({ connector: receiverConnector(environment, webhookNetworks) });
  const pictures = undiciTransport({ connector: publicConnector() });
  return {
    ...{ service, sites, pictures },
    async close() {
      await Promise.all([service.close(), sites.close(), pictures.close()]);
    },
  };
}
