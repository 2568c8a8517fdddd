/**
 * The path of each operation below the service's base address. The interface shows two operations in two forms and three not at
 * all: the paths that a server calls are settings, and docs/proof/assumptions.md has their defaults.
 * Source: docs/proof/interface.md, "Operations".
 */
/** Create a redemption: the reward in the body, as in the summary, or in the path. */
export const CREATE_FORMS = ["reward_in_body", "reward_in_path"] as const;

export type CreateForm = (typeof CREATE_FORMS)[number];

export interface PathSettings {
  readonly createForm: CreateForm;
  readonly discountsPath: string;
  readonly clientsPath: string;
  /** Contains CLIENT_ID once. */
  readonly clientPath: string;
}

const ROOT = "/fulfillment/v2";

/** The placeholder for the id in `clientPath`. */
export const CLIENT_ID = "{client_id}";

/** The summary's forms; the three paths that are not shown follow the pattern of the others. */
export const DEFAULT_PATHS: PathSettings = {
  createForm: "reward_in_body",
  discountsPath: `${ROOT}/discounts`,
  clientsPath: `${ROOT}/clients`,
  clientPath: `${ROOT}/clients/${CLIENT_ID}`,
};

export const ACCOUNT_PATH = `${ROOT}/accounts/me`;
export const REWARDS_PATH = `${ROOT}/rewards`;

/* Each throws UnusableId for an id that fits no path. */

export const rewardPath = (sku: string): string => `${REWARDS_PATH}/${segment(sku)}`;
export const promotionPath = (id: string): string => `${ROOT}/promotions/${segment(id)}`;
export const promotionsPath = (clientId: string): string => `${ROOT}/clients/${segment(clientId)}/promotions`;
export const redemptionsPath = (promotionId: string): string => `${promotionPath(promotionId)}/redemptions`;
export const rewardRedemptionsPath = (promotionId: string, sku: string): string =>
  `${promotionPath(promotionId)}/rewards/${segment(sku)}/redemptions`;
export const redemptionPath = (id: string): string => `${ROOT}/redemptions/${segment(id)}`;
export const clientPath = (pattern: string, clientId: string): string =>
  pattern.replace(CLIENT_ID, segment(clientId));

/** An id that fits no path. */
export class UnusableId extends Error {
  override readonly name = "UnusableId";
}

/**
 * An id as one segment of a path.
 * @throws UnusableId for an id that URL parsers would read as a step to another folder, or cannot encode
 */
function segment(id: string): string {
  if (id === "" || id === "." || id === "..") throw new UnusableId();
  try {
    return encodeURIComponent(id);
  } catch {
    throw new UnusableId();
  }
}

/** With its question mark; empty when no value is given. */
export function queryString(query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
