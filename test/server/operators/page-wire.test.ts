/** What the operator's page takes for granted of its answers, held against what the server's schemas say: by the compiler. */
import { expectTypeOf, it } from "vitest";
import type { FoundOrder } from "../../../server/operators/find-orders.ts";
import type { OperatorOrder } from "../../../server/operators/operator-order.ts";
import type { OperatorSession } from "../../../server/operators/operator-session.ts";
import type { Situation } from "../../../server/operators/situation.ts";
import type { AuditEntry } from "../../../shared/wire.ts";
import type * as page from "../../../widget/operator/wire.ts";

it("every member that the page shows is one that the server answers", () => {
  expectTypeOf<Situation>().toExtend<page.Situation>();
  expectTypeOf<OperatorOrder>().toExtend<page.OrderSeen>();
  expectTypeOf<FoundOrder>().toExtend<page.FoundOrder>();
  expectTypeOf<AuditEntry>().toExtend<page.AuditEntry>();
  expectTypeOf<OperatorSession>().toExtend<page.Session>();
});
