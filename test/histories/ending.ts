/** The end of a history: all faults end, every process restarts, 45 minutes pass, and each user returns once. */

import { type Cluster, LISTS_LAG, presentOf } from "./cluster.ts";
import type { Course } from "./course.ts";
import type { FaultInjector } from "./fault-injector.ts";
import { LATEST_EFFECT } from "./faults.ts";
import { isOneGrant } from "./plan.ts";
import type { Party } from "./scheduler.ts";
import { START } from "./service.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import type { Tab, Users } from "./users.ts";

/** The time after which the budget of changing calls has refilled. */
const BUDGET = 10 * MINUTE;
/** The limit of docs/proof/invariants.md, I7. */
const SOON = MINUTE;
/** The limit of docs/proof/invariants.md, I23. */
const FOUND = 10 * MINUTE;
/** The time after which unconfirmed holds have lapsed and every wait has ended. */
const REST = 45 * MINUTE;

export interface EndingParts {
  readonly course: Course;
  readonly cluster: Cluster;
  readonly users: Users;
  readonly injector: FaultInjector;
  /** The party of the gates of calls and answers under way. */
  readonly network: Party;
}

/** Plays the ending, and asks the judge at each of its four moments. */
export async function playEnding(stage: Stage, parts: EndingParts): Promise<void> {
  const { scheduler, evidence, judge, say } = stage;
  const { course, cluster, injector, network } = parts;
  course.isCalm = true;
  say(() => "the faults end");
  injector.clear();
  cluster.mendLedger();
  cluster.wake();
  cluster.downUntil = Math.min(cluster.downUntil, scheduler.now + LISTS_LAG);
  const { control } = evidence;
  const hidden = control.calls
    .filter(({ fault, effect }) => fault === "codes_late" && effect)
    .map(({ at }) => at - START + LATEST_EFFECT);
  const onTheWay = scheduler.waiting.filter(({ party }) => party === network).map(({ at }) => at);
  const late = control.calls
    .filter(({ fault, effect }) => fault === "late" && effect === undefined)
    .map(({ at }) => at - START + LATEST_EFFECT);
  const calm = Math.max(scheduler.now, cluster.downUntil, ...onTheWay, ...late, ...hidden);
  await course.until(calm + SOON);
  await inspect(stage, parts);
  judge.soonAfter(calm);
  await course.settle();
  await course.until(calm + SOON + BUDGET);
  await inspect(stage, parts);
  judge.afterBudget();
  await course.settle();
  injector.actElsewhere();
  await course.until(scheduler.now + FOUND);
  judge.elsewhere();
  await course.settle();
  await course.until(calm + REST);
  const rested = scheduler.now;
  await lastVisits(stage, parts);
  await inspect(stage, parts);
  judge.ended(rested);
  await course.settle();
}

/** Requests of sites and operators: the invariants use these answers, not the rows. */
async function inspect({ scheduler }: Stage, { course, users }: EndingParts): Promise<void> {
  users.viewAsSites();
  await course.until(scheduler.now + 15 * SECOND);
  users.listAsOperator();
  await course.until(scheduler.now + SECOND);
}

/** One of each order, or grant. */
function firstTabs(tabs: readonly Tab[]): Tab[] {
  return tabs.filter((tab, at) => tabs.findIndex((each) => isOneGrant(each.plan, tab.plan)) === at);
}

/** Each user returns once, views the order, and fetches codes if there are any. */
async function lastVisits({ scheduler, evidence }: Stage, { course, users }: EndingParts): Promise<void> {
  for (const tab of firstTabs(users.tabs)) {
    users.letIn(tab);
    await course.until(scheduler.now + SECOND);
    // A session that walks a grant after a loss looks up one order after the other.
    if (tab.plan.grant) await course.until(scheduler.now + MINUTE);
    for (const plan of presentOf(evidence.plans).filter((each) => isOneGrant(each, tab.plan))) {
      users.visit(tab, plan);
      await course.until(scheduler.now + 15 * SECOND);
      const { state } = tab.shown;
      if (state === "redeemed") users.codes(tab);
      await course.until(scheduler.now + 15 * SECOND);
    }
  }
}
