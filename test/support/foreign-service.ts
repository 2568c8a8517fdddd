/**
 * A fulfillment service that is not ours: plain node:http, written from the interface alone, using every freedom of the
 * interface. Pages of at most 25 items (larger sizes are refused), unknown fields everywhere, numeric ids, codes in any
 * order among unknown usages, HTML in texts, a `javascript:` link, hostile and missing logos, a token that is revoked
 * early.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const FOREIGN_SKUS = {
  plain: "SKU-001",
  pin: "SKU-002",
  link: "SKU-003",
  access: "SKU-004",
  script: "SKU-005",
  free: "OPEN-VAR",
} as const;

interface ForeignRedemption {
  id: string;
  order_id: string;
  sku: string;
  amount: number;
  state: string;
  email: string;
}

export interface ForeignService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly requests: { method: string; path: string; body: string }[];
  /** Sent in some answers, but no browser may get one. */
  readonly secrets: string[];
  revokeToken(): void;
  close(): Promise<void>;
}

const KEY = "foreign-key";
export const FOREIGN_SECRET = "foreign-secret-5f1c0a7be2";
const EVIL_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)"><script>alert(2)</script><rect width="40" height="40" fill="#246"/></svg>`;
const EVIL_TEXT = `<img src=x onerror="document.title='owned'"><script>document.title="owned"</script> & terms\nsecond line`;

const usagesOf: Record<string, string[]> = {
  [FOREIGN_SKUS.plain]: ["primary"],
  [FOREIGN_SKUS.pin]: ["primary", "security"],
  [FOREIGN_SKUS.link]: ["url"],
  [FOREIGN_SKUS.access]: ["security_url", "security_url_code"],
  [FOREIGN_SKUS.script]: ["url"],
  [FOREIGN_SKUS.free]: ["primary"],
};

export async function startForeignService(): Promise<ForeignService> {
  const requests: ForeignService["requests"] = [];
  const secrets: string[] = [];
  const redemptions: ForeignRedemption[] = [];
  let tokens = 0;
  let token = "";
  let base = "";

  const skus = [...Object.values(FOREIGN_SKUS), ...Array.from({ length: 54 }, (_, n) => `MORE-${n + 1}`)];
  const reward = (sku: string) => ({
    sku,
    in_stock: true,
    stock_quantity: null,
    free_value: false,
    currency_hint: "?",
    description: EVIL_TEXT,
    terms_and_conditions: EVIL_TEXT,
    logo_url:
      sku === FOREIGN_SKUS.plain
        ? `${base}/logo.svg`
        : sku === FOREIGN_SKUS.pin
          ? `${base}/missing.png`
          : null,
    catalog_card_url: sku === FOREIGN_SKUS.link ? "javascript:alert(1)" : undefined,
    ...(sku.endsWith("-VAR") && { dimensions: { available_denominations_range: "5..150", unit: "whole" } }),
  });
  const codesOf = (redemption: ForeignRedemption) => {
    const link = `https://reward.example/r/${redemption.id}?k=${encodeURIComponent(redemption.sku)}`;
    const values: Record<string, string> = {
      primary: `P${redemption.id.replace("-", "")}`,
      security: "0042",
      url: redemption.sku === FOREIGN_SKUS.script ? "javascript:alert(document.domain)" : link,
      security_url: link,
      security_url_code: "A-17",
    };
    const items = (usagesOf[redemption.sku] ?? ["primary"]).map((usage) => ({
      name: `<b>${usage}</b>`,
      value: values[usage],
      format: usage.includes("url") && !usage.endsWith("code") ? "url" : "string",
      usage,
      rank: 1,
    }));
    return [{ name: "?", value: "ignored", format: "string", usage: "tracking" }, ...items.reverse()];
  };
  const view = (redemption: ForeignRedemption) => ({
    id: redemption.id,
    url: `https://flow.example/${redemption.id}?auth=upstream-bearer-${redemption.id}`,
    state: redemption.state,
    order_id: redemption.order_id,
    promotion: { id: 77, status: "enabled", state: "ready" },
    reward: { sku: redemption.sku, status: "enabled", state: "ready" },
    value: { amount: redemption.amount, currency: "CHF" },
    user: { id: 5, segment: "x" },
    debited: redemption.state === "redeemed",
    campaign: null,
    reward_format: {
      usages: usagesOf[redemption.sku] ?? ["primary"],
      barcode_type: redemption.sku === FOREIGN_SKUS.pin ? "c128" : "none",
    },
    ...(redemption.state === "redeemed" && {
      redeemed_datetime: new Date().toISOString(),
      reward_codes: { codes: codesOf(redemption), expiration_datetime: null },
    }),
  });

  const answer = (response: ServerResponse, status: number, body: unknown): ServerResponse => {
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "X-Vendor": "foreign" });
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const error = (response: ServerResponse, status: number, error_name: string): ServerResponse =>
    answer(response, status, { error_name, error_message: null, trace: "abc" });

  const page = (response: ServerResponse, url: URL, items: readonly unknown[]): ServerResponse => {
    const size = Number(url.searchParams.get("per_page") ?? 20);
    const number = Number(url.searchParams.get("page") ?? 1);
    if (!(size >= 1 && size <= 25) || !(number >= 1)) return error(response, 422, "invalid_request");
    return answer(response, 200, {
      data: items.slice((number - 1) * size, number * size),
      paging: { page: number, per_page: size, total: items.length, next: null },
    });
  };

  const handle = (request: IncomingMessage, response: ServerResponse, body: string): ServerResponse => {
    const url = new URL(request.url ?? "/", base);
    const path = url.pathname;
    if (path === "/logo.svg") {
      response.writeHead(200, { "Content-Type": "image/svg+xml" });
      return response.end(EVIL_SVG);
    }
    if (path === "/id/v9/oauth/token" && request.method === "POST") {
      const { client_id, client_secret, grant_type } = JSON.parse(body);
      if (client_id !== KEY || client_secret !== FOREIGN_SECRET || grant_type !== "client_credentials") {
        return error(response, 401, "invalid_client");
      }
      token = `foreign-token-${++tokens}-9d8c7b6a`;
      secrets.push(token);
      return answer(response, 200, {
        access_token: token,
        token_type: "Bearer",
        expires_in: 7200,
        scope: "",
        created_at: 1,
      });
    }
    if (!path.startsWith("/deep/path/fulfillment/v2/")) return answer(response, 404, "<html>nothing</html>");
    if (request.headers.authorization !== `Bearer ${token}` || token === "")
      return error(response, 401, "unauthorized");
    const parts = path.slice("/deep/path/fulfillment/v2/".length).split("/").map(decodeURIComponent);
    const route = `${request.method} ${parts.map((part, index) => (index % 2 === 0 ? part : "*")).join("/")}`;
    switch (route) {
      case "GET promotions/*":
        if (parts[1] !== "77") return error(response, 404, "not_found");
        return answer(response, 200, {
          data: {
            id: 77,
            ui_id: null,
            name: "Foreign <i>promotion</i>",
            locale: "en_GB",
            status: "enabled",
            state: "ready",
            start_datetime: "2020-01-01T00:00:00Z",
            end_datetime: null,
            rewards: skus.map((sku) => ({
              sku,
              name: `Reward ${sku} <script>alert(1)</script>`,
              variable_value: false,
              state: sku === "MORE-1" ? "invalid_reward" : "ready",
              status: sku === "MORE-2" ? "paused" : "enabled",
              extra: true,
            })),
          },
        });
      case "GET rewards": {
        const wanted = url.searchParams.get("sku")?.split(",");
        return page(response, url, skus.filter((sku) => wanted?.includes(sku) ?? true).map(reward));
      }
      case "GET rewards/*":
        return answer(response, 200, {
          data: {
            ...reward(parts[1] ?? ""),
            how_to_use_instructions: EVIL_TEXT,
            important_instructions: EVIL_TEXT,
          },
        });
      case "GET promotions/*/redemptions": {
        const order = url.searchParams.get("order_id");
        return page(
          response,
          url,
          redemptions.filter((each) => order === null || each.order_id === order).map(view),
        );
      }
      case "POST promotions/*/rewards/*/redemptions/*": {
        const { data } = JSON.parse(body);
        const sku = parts[3] ?? "";
        if (redemptions.some((each) => each.order_id === data.order_id))
          return error(response, 422, "invalid_request");
        const number = String(redemptions.length + 1).padStart(5, "0");
        const made: ForeignRedemption = {
          id: `FRGN0-${number}`,
          order_id: data.order_id,
          sku,
          amount: Number(data.value?.amount ?? 25),
          state: "booked",
          email: data.user.email,
        };
        redemptions.push(made);
        secrets.push(`upstream-bearer-${made.id}`);
        return answer(response, 201, { data: view(made), meta: {} });
      }
      case "GET redemptions/*":
      case "POST redemptions/*/actions/*": {
        const found = redemptions.find((each) => each.id === parts[1]);
        if (!found) return error(response, 404, "not_found");
        if (parts[3] === "redeem") found.state = "redeemed";
        return answer(response, 200, { data: view(found) });
      }
      default:
        return answer(response, 404, "<html>nothing</html>");
    }
  };

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      requests.push({ method: request.method ?? "", path: request.url ?? "", body });
      try {
        handle(request, response, body);
      } catch {
        error(response, 422, "invalid_request");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${base}/deep/path/`,
    authUrl: `${base}/id/v9/`,
    requests,
    secrets,
    revokeToken() {
      token = "";
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Settings that point the server at the foreign service. */
export function foreignEnv(service: ForeignService): Record<string, string> {
  return {
    FULFILLMENT_BASE_URL: service.baseUrl,
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: KEY,
    FULFILLMENT_API_SECRET: FOREIGN_SECRET,
  };
}
