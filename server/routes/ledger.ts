/** An operator's acceptance of a ledger that lacks redemptions. Source: integrity rule 15; contract, "For operators". */
import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/context.ts";
import type { LedgerProof } from "../ledger-proof/ledger-proof.ts";
import type { Log } from "../log.ts";
import { ProblemError } from "../problem.ts";

export interface LedgerRoutesOptions {
  readonly proof: Pick<LedgerProof, "accept" | "standing">;
  readonly asOperator: MiddlewareHandler<AppEnv>;
  readonly log: Log;
}

export function ledgerRoutes({ proof, asOperator, log }: LedgerRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post("/ledger/:promotion_id/accept", asOperator, async (c) => {
    const promotion_id = c.req.param("promotion_id");
    // Only a promotion that was asked about can be accepted: a misspelled id must not look accepted.
    if (!proof.standing().some((each) => each.promotion_id === promotion_id))
      throw new ProblemError("promotion_not_found");
    await proof.accept(promotion_id);
    log.warn("an operator accepted the ledger as it is", {
      request_id: c.get("requestId"),
      ...c.get("operator"),
      promotion_id,
    });
    const reason = proof.standing().find((each) => each.promotion_id === promotion_id)?.reason ?? null;
    return c.json({ data: { promotion_id, proven: reason === null, reason } });
  });
  return app;
}
