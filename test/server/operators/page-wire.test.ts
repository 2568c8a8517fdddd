/** What the operator's page takes for granted of its answers, held by the compiler against what the server's schemas say; and its words. */
import { expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { FoundOrder } from "../../../server/operators/find-orders.ts";
import type { examination, settingsSeen } from "../../../server/operators/inspection.ts";
import type { OperatorOrder } from "../../../server/operators/operator-order.ts";
import type { OperatorSession } from "../../../server/operators/operator-session.ts";
import type { Situation } from "../../../server/operators/situation.ts";
import type { FailedEvent } from "../../../server/operators/webhooks.ts";
import { type AuditEntry, ORDER_STATES } from "../../../shared/wire.ts";
import type * as page from "../../../widget/operator/wire.ts";
import { USER_SEES } from "../../../widget/operator/words.ts";
import { enFlow } from "../../../widget/texts/en-flow.ts";

it("what a customer sees is told in the words that they read", () => {
  const { open: _, processing: checking, ...titles } = USER_SEES;
  for (const [state, title] of Object.entries(titles)) expect(enFlow).toHaveProperty(`${state}_title`, title);
  expect(checking).toBe(enFlow.checking_title);
  expect(Object.keys(USER_SEES).toSorted()).toEqual([...ORDER_STATES].toSorted());
});

it("every member that the page shows is one that the server answers", () => {
  expectTypeOf<Situation>().toExtend<page.Situation>();
  expectTypeOf<OperatorOrder>().toExtend<page.OrderSeen>();
  expectTypeOf<FoundOrder>().toExtend<page.FoundOrder>();
  expectTypeOf<AuditEntry>().toExtend<page.AuditEntry>();
  expectTypeOf<FailedEvent>().toExtend<page.FailedEvent>();
  expectTypeOf<z.infer<typeof settingsSeen>>().toExtend<page.InForce>();
  expectTypeOf<z.infer<typeof examination>["findings"][number]>().toExtend<page.Finding>();
  expectTypeOf<OperatorSession>().toExtend<page.Session>();
});
