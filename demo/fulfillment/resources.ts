/** The shapes of the API's resources, named and typed as in the interface. Source: docs/proof/interface.md, "Fields". */

export type BarcodeType = "none" | "c128" | "qrcode";
export type Usages =
  | readonly ["primary"]
  | readonly ["primary", "security"]
  | readonly ["url"]
  | readonly ["security_url", "security_url_code"];

export interface RewardFormat {
  readonly usages: Usages;
  readonly barcode_type: BarcodeType;
}

export interface CodeItem {
  readonly name: string;
  readonly value: string;
  readonly format: "string" | "url";
  readonly usage: string;
}

export interface Paging {
  page: number;
  per_page: number;
  total: number;
}

export interface Account {
  id: number;
  login: string | null;
  name: string;
  email: string;
  phone_number: string;
  roles: string[];
  locale: string;
  timezone: string;
  access_type: string;
}

export interface PromotionReward {
  sku: string;
  name: string;
  variable_value: boolean;
  state: string;
  status: string;
}

export interface Promotion {
  id: number;
  ui_id: string | null;
  locale: string;
  name: string;
  start_datetime: string;
  end_datetime: string | null;
  client: { id: number; name: string };
  status: string;
  state: string;
  allow_pdf: boolean;
  rewards: PromotionReward[];
  fraud_level: string;
  redeem_frequency: string;
  authentication_systems: string[];
  secured_order_ids: boolean;
}

export interface Reward {
  sku: string;
  in_stock: boolean;
  stock_quantity: number | null;
  free_value: boolean;
  dimensions?: { available_denominations_range: string };
  cost?: number;
  expiration_date?: string;
  how_to_use_instructions?: string;
  important_instructions?: string;
  description: string;
  terms_and_conditions: string;
  logo_url: string;
  catalog_card_url: string;
}

export interface Redemption {
  id: string;
  url: string;
  state: string;
  order_id: string;
  testing: boolean;
  activation_datetime: string;
  redeemed_datetime: string | null;
  refunded_datetime: string | null;
  updated_datetime: string;
  client: { id: number };
  promotion: { id: number; status: string; state: string };
  authentication_systems: string[];
  notification_channels: string[] | null;
  activation_notification_channels: string[] | null;
  reward: { sku: string; status: string; state: string };
  value: { amount: number; currency: string };
  user: { id: number };
  reward_format: RewardFormat;
  /** Absent while pending, empty while booked. */
  reward_codes?: { codes: CodeItem[]; expiration_datetime: string | null };
  debited: boolean;
}

export interface CardConsult {
  card_balance: number | null;
  card_currency: string | null;
}

export interface Discount {
  id: number;
  sku: string;
  label: string;
  /** Per cent of the face value. */
  discount: number;
  brand_sku: string;
  brand_name: string;
}

/** The interface names only `balance` and `budget_alerts`; id and name are those of a promotion's client. */
export interface Client {
  id: number;
  name: string;
  balance: number;
  budget_alerts: number[];
}
