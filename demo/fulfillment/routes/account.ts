/**
 * Reads the account, its clients and their discounts. For List discounts, List clients and Get a client the interface
 * shows fields only, no path, parameters or answers. The paths follow its summary, and lists are paged like all others.
 * Source: docs/proof/interface.md, "Fields".
 */
import { CLIENT, OTHER_CLIENT } from "../catalog/promotions.ts";
import type { CatalogReward } from "../catalog/rewards.ts";
import { forbidden, notFound } from "../errors.ts";
import type { Handle } from "../handle.ts";
import { paginate } from "../lists.ts";
import { readPage } from "../requests.ts";
import type { Account, Client, Discount } from "../resources.ts";
import type { Service } from "../service.ts";
import { ok, ownSkus } from "./reads.ts";

const ACCOUNT: Account = {
  id: 1201,
  login: "linden-api",
  name: "Linden Rewards Club API",
  email: "api@linden.example",
  phone_number: "",
  roles: ["fulfillment"],
  locale: "en_US",
  timezone: "Etc/UTC",
  access_type: "api",
};

/** The client's deposit before any order; dollars and euros count alike. */
const BUDGET = 250_000;
const BUDGET_ALERTS = [50_000, 10_000];

const cents = (value: number) => Math.round(value * 100) / 100;

/** The rest of the budget: each debited redemption costs its value less the discount. */
function balance({ store }: Service): number {
  const debited = [...store.redemptions.values()].filter(
    (record) => record.debited && store.promotions.get(record.promotionId)?.client.id === CLIENT.id,
  );
  return cents(
    debited.reduce(
      (left, { amount, reward }) => left - (amount * (100 - reward.discountPercent)) / 100,
      BUDGET,
    ),
  );
}

const clientView = (service: Service): Client => ({
  ...CLIENT,
  balance: balance(service),
  budget_alerts: [...BUDGET_ALERTS],
});

/** Numbered by place in the catalog, so that a discount keeps its id. */
const discountView = ({ sku, brand, discountPercent }: CatalogReward, index: number): Discount => ({
  id: index + 1,
  sku,
  label: `${brand.name}: ${discountPercent}%`,
  discount: discountPercent,
  brand_sku: brand.key,
  brand_name: brand.name,
});

export function accountHandlers(service: Service) {
  const { pageSize } = service.settings;

  return {
    account: () => ok(ACCOUNT),

    list_discounts: ({ query }) => {
      const own = ownSkus(service);
      const discounts = [...service.store.catalog.values()]
        .map(discountView)
        .filter(({ sku, discount }) => discount > 0 && own.has(sku));
      return { status: 200, body: paginate(discounts, readPage(query, pageSize)) };
    },

    list_clients: ({ query }) => {
      return { status: 200, body: paginate([clientView(service)], readPage(query, pageSize)) };
    },

    get_client: ({ params }) => {
      if (params.client_id === String(OTHER_CLIENT.id)) throw forbidden();
      if (params.client_id !== String(CLIENT.id)) throw notFound("Client");
      return ok(clientView(service));
    },
  } satisfies Record<string, Handle>;
}
