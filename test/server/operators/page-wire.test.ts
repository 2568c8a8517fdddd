/** What the operator's page takes for granted of its answers, held against what the server's schemas say: by the compiler. */
import { expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { FoundOrder } from "../../../server/operators/find-orders.ts";
import type { examination, settingsSeen } from "../../../server/operators/inspection.ts";
import type { OperatorOrder } from "../../../server/operators/operator-order.ts";
import type { OperatorSession } from "../../../server/operators/operator-session.ts";
import type { Situation } from "../../../server/operators/situation.ts";
import type { FailedEvent } from "../../../server/operators/webhooks.ts";
import type { AuditEntry } from "../../../shared/wire.ts";
import type * as page from "../../../widget/operator/wire.ts";

it("every member that the page shows is one that the server answers", () => {
  expectTypeOf<Situation>().toExtend<page.Situation>();
  expectTypeOf<OperatorOrder>().toExtend<page.OrderSeen>();
  expectTypeOf<FoundOrder>().toExtend<page.FoundOrder>();
  expectTypeOf<AuditEntry>().toExtend<page.AuditEntry>();
  expectTypeOf<FailedEvent>().toExtend<page.FailedEvent>();
  expectTypeOf<z.infer<typeof settingsSeen>["settings"][number]>().toExtend<page.Setting>();
  expectTypeOf<z.infer<typeof examination>["findings"][number]>().toExtend<page.Finding>();
  expectTypeOf<OperatorSession>().toExtend<page.Session>();
});
