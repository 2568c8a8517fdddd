/** What the operator's page is answered: the members that it shows. Source: openapi.json; held against it by test/server/operators/page-wire.test.ts. */

export interface Session {
  readonly name: string;
  readonly role: "act" | "read";
  readonly by: "key" | "cookie" | "header";
}

export interface Release {
  readonly possible: boolean;
  readonly effect?: "next_attempt" | "ended" | "acknowledged" | undefined;
}

export interface NeedyOrder {
  readonly site: string;
  readonly order_id: string;
  readonly reason: string;
  readonly since: string;
  readonly state: string;
  readonly attempt?: number | undefined;
  readonly sku?: string | undefined;
  readonly amount?: string | undefined;
  readonly value?: { readonly amount: number; readonly currency?: string | undefined } | undefined;
  readonly upstream_order_id?: string | undefined;
  readonly reference?: string | undefined;
  readonly seen?: string | undefined;
  readonly debited?: boolean | undefined;
  readonly had_code?: boolean | undefined;
  readonly release: Release;
}

export interface Webhook {
  readonly site: string;
  readonly waiting: number;
  readonly since?: string | undefined;
  readonly off_since?: string | undefined;
  readonly cause?: "gone" | "failing" | undefined;
}

export interface Lamp {
  readonly lamp: string;
  readonly site?: string | undefined;
  readonly is: "well" | "note" | "look";
  readonly says: readonly string[];
}

export interface Instance {
  readonly name: string;
  readonly version: string;
  readonly since: string;
  readonly seen: string;
}

export interface Setting {
  readonly name: string;
  readonly value: string;
}

export interface KeyHolder {
  readonly name: string;
  readonly may: "act" | "read" | "site";
  readonly since?: string | undefined;
}

export interface InForce {
  readonly settings: readonly Setting[];
  readonly holders: readonly KeyHolder[];
}

export interface Finding {
  readonly is: "ok" | "note" | "wrong";
  readonly part: string;
  readonly says: string;
}

export interface FailedEvent {
  readonly event_id: string;
  readonly order_id: string;
  readonly type: string;
  readonly tries: number;
  readonly tried_at: string;
  readonly next_try_at?: string | undefined;
  readonly failure: string;
}

export interface Situation {
  readonly environment: string;
  readonly version: string;
  readonly sites: readonly string[];
  readonly lamps: readonly Lamp[];
  readonly instances: readonly Instance[];
  readonly orders: readonly NeedyOrder[];
  readonly total: number;
  readonly webhooks: readonly Webhook[];
}

export interface CourseEntry {
  readonly time: string;
  readonly kind: "wanted" | "sent" | "answered" | "told";
  readonly what: string;
  readonly attempt?: number | undefined;
  readonly who?: string | undefined;
  readonly actor?: string | undefined;
  readonly reason?: string | undefined;
  readonly delivered_at?: string | undefined;
}

export interface Attempt {
  readonly attempt: number;
  readonly sku: string;
  readonly reward_name: string;
  readonly amount?: string | undefined;
  readonly value?: { readonly amount: number; readonly currency?: string | undefined } | undefined;
  readonly phase: string;
  readonly upstream_order_id: string;
  readonly reference?: string | undefined;
  readonly seen?: string | undefined;
  readonly debited?: boolean | undefined;
  readonly had_code?: boolean | undefined;
}

export interface OrderSeen {
  readonly site: string;
  readonly order_id: string;
  readonly user_id?: string | undefined;
  readonly delivery: string;
  readonly promotion_id: string;
  readonly state: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly look_at?: string | undefined;
  readonly attention?:
    | { readonly reason: string; readonly since: string; readonly release: Release }
    | undefined;
  readonly attempts: readonly Attempt[];
  readonly course: readonly CourseEntry[];
}

export interface FoundOrder {
  readonly site: string;
  readonly order_id: string;
  readonly state: string;
  readonly updated_at: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly time: string;
  readonly who?: string | undefined;
  readonly role: string;
  readonly actor?: string | undefined;
  readonly what: string;
  readonly reason?: string | undefined;
  readonly site?: string | undefined;
  readonly order_id?: string | undefined;
  readonly grant_id?: string | undefined;
}
