/**
 * `/flow/{redemption id}?key=…`: the key cannot be guessed. GET only shows the page, also to link previews and
 * prefetches; only POST, sent by the page's button, makes the code. Source:
 * docs/proof/interface.md, "Redemption states" (`pending`).
 */
import { Hono } from "hono";
import { ServiceError } from "../errors.ts";
import { spokenOf } from "../languages.ts";
import { pageAnswer } from "../pages/answer.ts";
import { keep, type Service, settle } from "../service.ts";
import { type FlowSubject, type FlowView, flowPage, flowView, strangerPage } from "./page.ts";
import type { DeadEnd } from "./words.ts";

/** Final states; the others may still lead to a code. */
const GONE: ReadonlySet<DeadEnd> = new Set(["denied", "blocked", "refunded", "canceled", "expired"]);

function statusOf(view: FlowView): 200 | 409 | 410 {
  if (view.kind === "ready" || view.kind === "opened") return 200;
  return view.kind === "dead_end" && GONE.has(view.why) ? 410 : 409;
}

const show = (subject: FlowSubject, view: FlowView): Promise<Response> =>
  pageAnswer(flowPage(subject, view), {
    status: statusOf(view),
    kind: view.kind === "opened" ? "codes" : "plain",
  });

/** The redemption of the link; or the page for a wrong link. */
function subjectOf(service: Service, id: string, key: string | undefined): FlowSubject | Promise<Response> {
  const record = service.store.redemptions.get(id);
  const promotion = record && service.store.promotions.get(record.promotionId);
  if (!record || !promotion) return pageAnswer(strangerPage("no_page", "en"), { status: 404 });
  if (record.flowKey !== key)
    return pageAnswer(strangerPage("no_key", spokenOf(promotion.locale)), { status: 401 });
  return { record, promotion };
}

/** The end user's click; false if no code can be made now. */
function open(service: Service, { record }: FlowSubject, now: number): boolean {
  try {
    service.redemptions.act("open", record, undefined, now);
    keep(service);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

export function flowRoutes(service: Service): Hono {
  const app = new Hono();

  app.get("/flow/:id", async (c): Promise<Response> => {
    settle(service);
    const subject = subjectOf(service, c.req.param("id"), c.req.query("key"));
    return "record" in subject ? show(subject, flowView(subject.record)) : subject;
  });

  app.post("/flow/:id", async (c): Promise<Response> => {
    const now = settle(service);
    const key = c.req.query("key");
    const subject = subjectOf(service, c.req.param("id"), key);
    if (!("record" in subject)) return subject;
    // Redirects to the page by GET, so that a reload does not send the form again.
    if (open(service, subject, now)) return c.redirect(`${c.req.path}?key=${key}`, 303);
    const view = flowView(subject.record);
    return show(subject, view.kind === "ready" ? { kind: "not_now" } : view);
  });

  return app;
}
