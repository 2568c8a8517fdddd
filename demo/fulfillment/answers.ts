/**
 * The form of answers: bodies, refusals, and the answers of a gateway or a broken service. Source: docs/proof/interface.md,
 * "Errors".
 */
import { ServiceError } from "./errors.ts";
import type { Disruption } from "./faults.ts";
import { bodyIn, type Media } from "./media.ts";
import type { Effect } from "./redemptions.ts";

/** An operation's answer, and its effect. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly effect?: Effect;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in the requested media type. */
export function render(media: Media, { status, body, headers }: Answer): Response {
  const { type, content } = bodyIn(media, body);
  return new Response(content, {
    status,
    headers: { "content-type": type, "cache-control": "no-store", ...headers },
  });
}

export function refused(media: Media, error: unknown): Response {
  if (error instanceof ServiceError) return render(media, error);
  throw error;
}

export const html = (status: number, title: string): Response =>
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

/** An answer of a gateway in front of the service. The interface shows no body for it. */
export const gateway = (status: keyof typeof GATEWAY): Response => html(status, GATEWAY[status]);

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
