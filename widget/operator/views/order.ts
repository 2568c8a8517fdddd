/** One order: how it stands, what a person may do, and its course. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { CourseEntry, OrderSeen } from "../wire.ts";
import { kindWords, moneyWords, timeWords, titleOf, USER_SEES, whatWords } from "../words.ts";
import { atService, factsOf } from "./facts.ts";
import { needsPerson } from "./needs-person.ts";
import { reasonField, reasonIn } from "./reason.ts";

export function orderView(page: RewardOperator): TemplateResult {
  const { order } = page;
  const [, , id = ""] = page.route;
  if (!order) return html`<h1 class="plain" tabindex="-1">Order ${id}</h1>`;
  const { site, order_id, state, delivery, promotion_id, user_id, look_at, attention, attempts } = order;
  const facts = [
    ["State", state],
    ["The customer sees", USER_SEES[state] && `“${USER_SEES[state]}”`],
    ["Delivery", delivery],
    ["Promotion", promotion_id],
    ["Member", user_id],
    ["Looked at again", look_at && timeWords(look_at)],
  ] as const;
  const current = attempts.at(-1)?.attempt;
  return html`
    <h1 class="plain" tabindex="-1">Order ${order_id} of ${site}</h1>
    ${factsOf(facts)}
    ${
      attention
        ? html`<article>
          <h2>${titleOf(attention.reason)}</h2>
          ${needsPerson(page, {
            ...{ site, order_id, reason: attention.reason, release: attention.release },
            ...(current !== undefined && { attempt: current }),
          })}
        </article>`
        : nothing
    }
    ${attempts.length > 0 ? html`<h2>Attempts</h2>` : nothing}
    ${attempts.map(
      (attempt) => html`<div class="card">
        <h3>Attempt ${attempt.attempt}: ${attempt.reward_name}</h3>
        ${factsOf([["Reward", [attempt.sku, moneyWords(attempt)].filter(Boolean).join(", ")], ...atService(attempt)])}
      </div>`,
    )}
    ${page.mayAct ? ending(page, order) : nothing}
    <h2>What happened</h2>
    <ol class="course">
      ${order.course.map(entryOf)}
    </ol>
  `;
}

const entryOf = (entry: CourseEntry): TemplateResult => {
  const { time, what, attempt, who, actor, reason } = entry;
  const by = [who === "user" ? "the user" : who, actor].filter(Boolean).join(", ");
  return html`<li>
    <time datetime=${time}>${timeWords(time)}</time>
    <span>
      ${kindWords(entry)}: <b>${whatWords(what)}</b>${attempt === undefined ? "" : `, attempt ${attempt}`}${
        by ? html`, by <bdi>${by}</bdi>` : ""
      }${reason ? html`: <bdi>${reason}</bdi>` : ""}
    </span>
  </li>`;
};

/** Refund and cancellation, where the state has one. */
function ending(page: RewardOperator, { site, order_id, state }: OrderSeen): TemplateResult | typeof nothing {
  const deed = state === "redeemed" ? "refund" : CANCELABLE.includes(state) ? "cancel" : undefined;
  if (!deed) return nothing;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const reason = reasonIn(event.target as HTMLFormElement);
    void page.act(async () => {
      page.order = await ask<OrderSeen>(
        `v1/sites/${encodeURIComponent(site)}/orders/${encodeURIComponent(order_id)}/${deed}`,
        "POST",
        { reason },
      );
      return deed === "refund" && page.order.state !== "refunded"
        ? "The service left it as it is: it cannot be refunded any more."
        : `The order is ${page.order.state} now.`;
    });
  };
  return html`<form class="card" @submit=${send}>
    ${
      deed === "refund"
        ? html`<p class="quiet">
          It cannot be taken back, and nobody here knows whether the code was used already.
        </p>`
        : nothing
    }
    ${reasonField(`Why ${deed === "refund" ? "refund" : "cancel"} it?`)}
    <button aria-disabled=${page.busy}>${deed === "refund" ? "Refund" : "Cancel the order"}</button>
  </form>`;
}

const CANCELABLE: readonly string[] = ["open", "booked", "activated", "notified", "failed"];
