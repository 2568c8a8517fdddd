/** How answers look: JSON, refusals, and what a gateway or a broken service says instead. Source: Errors. */
import type { Context } from "hono";
import { ServiceError } from "./errors.ts";
import type { Disruption } from "./faults.ts";
import type { Effect } from "./redemptions.ts";

/** What an operation answers, and what it changed. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly effect?: Effect;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON, indented when the `Accept` value has `pretty=true`. */
export function json(c: Context, { status, body, headers }: Answer): Response {
  const pretty = /pretty=true/i.test(c.req.header("accept") ?? "");
  return new Response(JSON.stringify(body, null, pretty ? 2 : undefined), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

export function refused(c: Context, error: unknown): Response {
  if (error instanceof ServiceError) return json(c, error);
  throw error;
}

export const html = (status: number, title: string) =>
  new Response(
    `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
    {
      status,
      headers: { "content-type": "text/html" },
    },
  );

const GATEWAY = {
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Time-out",
};

/** What stands before the service answers in its place; the interface shows no body. */
export const gateway = (status: keyof typeof GATEWAY) => html(status, GATEWAY[status]);

export function garbled(
  body: string,
  variant: Extract<Disruption, { kind: "garbled" }>["variant"],
): Response {
  if (variant === "html") return html(200, "Please stand by");
  const bodies = {
    truncated: body.slice(0, Math.floor(body.length / 2)),
    empty: "",
    wrong_shape: '{"data":"ok"}',
  };
  return new Response(bodies[variant], { status: 200, headers: { "content-type": "application/json" } });
}
