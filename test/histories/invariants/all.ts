/**
 * The invariants of a history (docs/proof/invariants.md). I16 is I1, I5 and I6 where the ledger had more than one generation
 * (judge.ts names it).
 */
import type { Invariant } from "../judge.ts";
import { alike } from "./alike.ts";
import { answersInTime } from "./answers-in-time.ts";
import { asDescribed } from "./as-described.ts";
import { oneCode } from "./i01-one-code.ts";
import { intentFirst } from "./i02-intent-first.ts";
import { sameParameters } from "./i03-same-parameters.ts";
import { nextAttempt } from "./i04-next-attempt.ts";
import { confirmedFirst } from "./i05-confirmed-first.ts";
import { shownIsTrue } from "./i06-shown-is-true.ts";
import { nothingLost } from "./i07-nothing-lost.ts";
import { noOtherOrder } from "./i08-no-other-order.ts";
import { bookedWasUsable } from "./i09-booked-was-usable.ts";
import { tokens } from "./i10-tokens.ts";
import { nothingSecret } from "./i11-nothing-secret.ts";
import { holdsAndAttempts } from "./i12-holds-and-attempts.ts";
import { neverBack } from "./i13-never-back.ts";
import { readsChangeNothing } from "./i14-reads-change-nothing.ts";
import { callsInBudget } from "./i15-calls-in-budget.ts";
import { lookBeforeRepeat } from "./i17-look-before-repeat.ts";
import { toldOnce } from "./i18-told-once.ts";
import { callsUnderLease } from "./i19-calls-under-lease.ts";
import { wishesKept } from "./i20-wishes-kept.ts";
import { grantNeverExceeded } from "./i21-grant-never-exceeded.ts";
import { foundElsewhere } from "./i23-found-elsewhere.ts";
import { authorizedFirst } from "./i24-authorized-first.ts";
import { noOtherUser } from "./no-other-user.ts";
import { noSurprise } from "./no-surprise.ts";

export const INVARIANTS: readonly Invariant[] = [
  oneCode,
  intentFirst,
  sameParameters,
  nextAttempt,
  confirmedFirst,
  shownIsTrue,
  nothingLost,
  noOtherOrder,
  noOtherUser,
  bookedWasUsable,
  tokens,
  nothingSecret,
  holdsAndAttempts,
  neverBack,
  readsChangeNothing,
  callsInBudget,
  lookBeforeRepeat,
  toldOnce,
  callsUnderLease,
  wishesKept,
  grantNeverExceeded,
  foundElsewhere,
  authorizedFirst,
  alike,
  asDescribed,
  answersInTime,
  noSurprise,
];
